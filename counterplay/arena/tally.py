"""The tally of a match: from the records of games to its result."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from counterplay.arena.conditions import Conditions
from counterplay.arena.elo import Z, elo_difference, moments, score_interval, superiority
from counterplay.arena.record import FAULTS, Effort, Record
from counterplay.arena.result import MatchResult, Side, SprtResult
from counterplay.arena.schedule import games_each as games_each_of
from counterplay.arena.sprt import Sprt, SprtInOrder
from counterplay.core.game.game import Game
from counterplay.players.spec import Spec


class MatchTally:
    """Counts the finished games of a match, and runs its sequential test."""

    def __init__(
        self,
        game: Game,
        conditions: Conditions,
        planned: int,
        sprt: Sprt | None = None,
        out: str | None = None,
    ) -> None:
        self.game, self.conditions, self.planned, self.out = game, conditions, planned, out
        self.games_each = games_each = games_each_of(game)
        self.records: list[Record] = []
        self.test = SprtInOrder(sprt, games_each) if sprt else None

    def add(self, record: Record) -> None:
        self.records.append(record)
        if self.test is not None:
            self.test.add(record.number, record.score)

    @property
    def decided(self) -> bool:
        return self.test is not None and self.test.verdict is not None

    @property
    def finished(self) -> bool:
        return self.decided or len(self.records) >= self.planned

    def result(self) -> MatchResult:
        """The result of the games so far. Games after the verdict of the test do not count."""
        records = sorted(self.records, key=lambda record: record.number)
        if self.test is not None and self.decided:
            last = self.test.pairs * self.games_each
            records = [record for record in records if record.number < last]
        counts = pair_counts(records, self.games_each)
        won = Counter(record.score for record in records)
        facts = self.game.facts
        lead = margin(records, self.games_each) if facts.scored else None
        is_shared = facts.players == 2 and facts.total is not None
        low, high = score_interval(counts) if any(counts) else (None, None)
        one, other = (side_of(spec, i, records) for i, spec in enumerate(self.conditions.players))
        return MatchResult(
            game=self.game.name,
            pace=self.conditions.pace,
            sides=(one, other),
            planned=self.planned,
            wins=won[1],
            draws=won[0.5],
            losses=won[0],
            pairs=counts,
            score=(won[1] + won[0.5] / 2) / len(records) if records else None,
            elo=elo_difference(moments(counts)[1]) if any(counts) else None,
            elo_low=None if low is None else elo_difference(low),
            elo_high=None if high is None else elo_difference(high),
            los=superiority(counts) if any(counts) else None,
            margin=lead,
            points=(lead[0] / 2, lead[1] / 2) if lead and is_shared else None,
            sprt=self._sprt(),
            endings=endings(records, [spec.name for spec in self.conditions.players]),
            faults=sum(record.ending in FAULTS for record in records),
            uncounted=len(self.records) - len(records),
            finished=self.finished,
            out=self.out,
            games=tuple(records),
        )

    def _sprt(self) -> SprtResult | None:
        if self.test is None:
            return None
        return SprtResult(self.test.test, self.test.test.ratio(self.test.counts), self.test.verdict)


def side_of(spec: Spec, player: int, records: Sequence[Record]) -> Side:
    """The averages of one player over the games that it played."""
    own = [(record, record.pair.index(player)) for record in records if player in record.seats]
    spent = sum((record.efforts[side] for record, side in own), Effort())
    payoffs = [record.payoffs[side] for record, side in own if record.payoffs is not None]
    timed = spent.nodes > 0 and spent.seconds > 0
    return Side(
        name=spec.name,
        spec=spec.text,
        moves=spent.moves,
        depth=spent.depth / spent.looked if spent.looked else None,
        nodes_per_second=spent.nodes / spent.seconds if timed else None,
        seconds_per_move=spent.seconds / spent.moves if spent.moves else None,
        payoff=sum(payoffs) / len(payoffs) if payoffs else None,
    )


def finished_openings(records: Sequence[Record], games_each: int) -> list[list[Record]]:
    """The games of each finished opening: all games from it have been played."""
    groups: dict[int, list[Record]] = {}
    for record in records:
        groups.setdefault(record.number // games_each, []).append(record)
    return [group for group in groups.values() if len(group) == games_each]


def pair_counts(records: Sequence[Record], games_each: int) -> tuple[int, ...]:
    """How many finished openings gave the first player 0, ½, 1, … points."""
    counts = [0] * (2 * games_each + 1)
    for group in finished_openings(records, games_each):
        counts[round(2 * sum(record.score for record in group))] += 1
    return tuple(counts)


def margin(records: Sequence[Record], games_each: int) -> tuple[float, float] | None:
    """The mean difference of payoffs and its 95 % error, from finished openings."""
    means = []
    for group in finished_openings(records, games_each):
        payoffs = [record.payoffs for record in group if record.payoffs is not None]
        if len(payoffs) == games_each:
            means.append(sum(one - other for one, other in payoffs) / games_each)
    return mean_and_error(means)


def mean_payoff(
    player: int, records: Sequence[Record], games_each: int
) -> tuple[float, float] | None:
    """The mean payoff of a player against one opponent or several, and its 95 % error.

    From finished openings of each pair, whose games are one sample. Opponents differ in strength,
    which is no error: so errors are those within each pair.
    """
    pairs: dict[tuple[int, ...], list[Record]] = {}
    for record in records:
        if player in record.seats:
            pairs.setdefault(record.pair, []).append(record)
    total, variance, samples = 0.0, 0.0, 0
    for pair, games in pairs.items():
        side, means = pair.index(player), []
        for group in finished_openings(games, games_each):
            payoffs = [record.payoffs[side] for record in group if record.payoffs is not None]
            if len(payoffs) == games_each:
                means.append(sum(payoffs) / games_each)
        found = mean_and_error(means)
        if found is None:
            return None
        total += len(means) * found[0]
        variance += (len(means) * found[1]) ** 2
        samples += len(means)
    return (total / samples, math.sqrt(variance) / samples) if samples else None


def mean_and_error(values: Sequence[float]) -> tuple[float, float] | None:
    """The mean of samples and its 95 % error; None for fewer than two."""
    if len(values) < 2:
        return None
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, Z * math.sqrt(variance / len(values))


def endings(records: Sequence[Record], names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The number of games by ending, most frequent first. `time (uct)` is a forfeit of uct."""
    counts = Counter(
        record.ending if record.payoffs is not None else f"{record.ending} ({names[record.loser]})"
        for record in records
    )
    return tuple(counts.most_common())
