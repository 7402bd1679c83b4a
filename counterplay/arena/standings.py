"""The standings of a tournament: from the records of games to points and ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from counterplay.arena.bradley_terry import METHOD, Rating, rate
from counterplay.arena.event import Event
from counterplay.arena.record import FAULTS, Record
from counterplay.arena.result import Side
from counterplay.arena.schedule import Pair, games_each
from counterplay.arena.tally import endings, mean_payoff, pair_counts, side_of
from counterplay.core.game.errors import InputError


@dataclass(frozen=True)
class Points:
    """The wins, draws and losses of a player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def played(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "played": self.played, "points": self.points}


@dataclass(frozen=True)
class Standing:
    """A player of a tournament, with its points and its rating.

    rating    None until games connect all players
    payoff    in scored games, the mean payoff and its 95 % error; else None
    against   its points against each opponent, by the opponent's number
    """

    number: int
    side: Side
    points: Points
    rating: Rating | None
    against: dict[int, Points]
    payoff: tuple[float, float] | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            **self.side.as_json(),
            "elo": None if self.rating is None else round(self.rating.elo, 1),
            "error": None if self.rating is None else round(self.rating.error, 1),
            "mean_payoff": list(self.payoff) if self.payoff else None,
            **self.points.as_json(),
            "against": {str(n): points.as_json() for n, points in self.against.items()},
        }


@dataclass(frozen=True)
class TournamentResult:
    """The result of a tournament. `players` are in the order in which they were given.

    anchor     the player that is rated `at` Elo; if None, `at` is the mean of all players
    ranking    the players, best first
    planned    the number of games of all pairs
    """

    game: str
    pace: str
    players: tuple[Standing, ...]
    anchor: str | None
    at: float
    planned: int
    endings: tuple[tuple[str, int], ...]
    faults: int
    finished: bool
    out: str | None
    games: tuple[Record, ...] = field(default=(), repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(player.side.name for player in self.players)

    @property
    def played(self) -> int:
        return len(self.games)

    @property
    def ranking(self) -> tuple[Standing, ...]:
        return tuple(sorted(self.players, key=_rank, reverse=True))

    def as_json(self) -> dict[str, Any]:
        """The fields as plain values, without the games."""
        shown = {name: value for name, value in vars(self).items() if name != "games"}
        return shown | {
            "players": [player.as_json() for player in self.players],
            "ranking": [player.side.name for player in self.ranking],
            "rating": METHOD,
            "played": self.played,
            "endings": dict(self.endings),
        }


def _rank(player: Standing) -> tuple[float, float]:
    share = player.points.points / player.points.played if player.points.played else 0.0
    return (share if player.rating is None else player.rating.elo), share


class Standings:
    """Counts the finished games of a tournament."""

    def __init__(self, event: Event, anchor: str | None = None, at: float = 0.0) -> None:
        self.event, self.anchor, self.at = event, anchor, at
        self.records: list[Record] = []
        self._anchor = None if anchor is None else self._number(anchor)

    def _number(self, name: str) -> int:
        names = [spec.name for spec in self.event.conditions.players]
        if name not in names:
            raise InputError(
                f"anchor={name!r} is not a player of this tournament: {', '.join(names)}"
            )
        return names.index(name)

    def add(self, record: Record) -> None:
        self.records.append(record)

    @property
    def finished(self) -> bool:
        return len(self.records) >= self.event.planned

    def result(self) -> TournamentResult:
        """The result of the games so far."""
        event, conditions = self.event, self.event.conditions
        records = sorted(self.records, key=lambda record: record.number)
        met: dict[Pair, list[Record]] = {pair: [] for pair in event.pairs}
        for record in records:
            met[record.pair].append(record)
        each, is_scored = games_each(event.game), event.game.facts.scored
        counts = {pair: pair_counts(games, each) for pair, games in met.items()}
        ratings = rate(len(conditions.players), counts, self._anchor, self.at)
        return TournamentResult(
            game=event.game.name,
            pace=conditions.pace,
            players=tuple(
                Standing(
                    number=number,
                    side=side_of(spec, number, records),
                    points=points(number, records),
                    rating=None if ratings is None else ratings[number],
                    against={
                        pair[pair[0] == number]: points(number, games)
                        for pair, games in met.items()
                        if number in pair
                    },
                    payoff=mean_payoff(number, records, each) if is_scored else None,
                )
                for number, spec in enumerate(conditions.players)
            ),
            anchor=self.anchor,
            at=self.at,
            planned=event.planned,
            endings=endings(records, [spec.name for spec in conditions.players]),
            faults=sum(record.ending in FAULTS for record in records),
            finished=self.finished,
            out=event.out,
            games=tuple(records),
        )


def points(player: int, records: Sequence[Record]) -> Points:
    """The wins, draws and losses of a player in the games that it played."""
    scores = Counter(record.score_of(player) for record in records if player in record.seats)
    return Points(scores[1], scores[0.5], scores[0])
