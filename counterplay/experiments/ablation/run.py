"""Run an ablation: choose positions, search them with each variant, play matches."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from counterplay.arena.result import MatchResult
from counterplay.arena.tally import MatchTally
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.experiments.ablation.budget import deepest, earliest
from counterplay.experiments.ablation.contest import Contest
from counterplay.experiments.ablation.estimate import can_list, tree_size
from counterplay.experiments.ablation.methods import ALPHABETA, method_of
from counterplay.experiments.ablation.positions import draw, open_to, stages, typical_length
from counterplay.experiments.ablation.result import Ablation, Minimax, Row, compare, is_same
from counterplay.experiments.ablation.samples import Sample, faster, sample
from counterplay.experiments.ablation.variants import (
    BASELINE,
    Idle,
    Variant,
    nothing,
    settings_of,
    variants,
)

POSITIONS, SECONDS, CAP, TIME = 12, 0.3, 30.0, 0.1
LEAST_NODES = 1_000_000
"""The nodes that every variant may use at a position, even if the baseline used fewer."""

Report = Callable[[str, int, int], None]
"""Called with the current task, how many of its searches or games are done, and of how many."""


def unwatched(what: str, done: int, total: int) -> None:
    """Report nothing."""


def ablate(
    game: Game,
    techniques: Sequence[str] = (),
    *,
    positions: int = POSITIONS,
    depth: int | None = None,
    seconds: float = SECONDS,
    exact: bool = False,
    plies: int | None = None,
    cap: float = CAP,
    repeats: int = 1,
    games: int = 0,
    time: float = TIME,
    jobs: int = 1,
    seed: int = 0,
    out: str | Path | None = None,
    base: Mapping[str, Any] | None = None,
    report: Report = unwatched,
) -> Ablation:
    """Search positions with each technique switched in turn; with `games`, play matches too.

    techniques   names; all if empty
    positions    number of positions, from random games at several stages
    plies        take all positions after this many random plies instead
    depth        depth of the searches; default: what the baseline reaches in `seconds`
    exact        search to the end of the game, from as early as `seconds` allows
    cap          stop a variant at this many times the nodes of the baseline
    repeats      measure the time this often; the fastest counts
    games        games of each match, at `time` seconds a move, `jobs` at once
    out          a folder for the games; the same call continues them
    base         settings of the baseline, beside the game's own

    The same depth, plies and seed give the same nodes. Once the baseline is measured, Ctrl-C ends
    the ablation with the results so far.
    """
    _refuse(game, positions, seconds, plies, cap, repeats)
    method = method_of(game)
    if exact and method is not ALPHABETA:
        raise InputError(f"{method.name} has no exact search: leave out --exact, and give a depth")
    given = {**(base or {}), **({"exact": True} if exact else {})}
    settings = settings_of(game, given)
    exact, limit = getattr(settings, "exact", False), Limit(depth=depth)
    if exact and limit.depth:
        raise InputError("an exact search goes to the end of the game: leave out the depth")
    chosen, idle = variants(game, settings, techniques)
    contest = Contest(games, time, jobs, seed, None if out is None else Path(out))
    if games:
        contest.prepare(game)
    report("choosing positions", 0, 1)
    is_open, length = open_to(game, given), typical_length(game, seed)
    if exact and plies is None:
        plies = earliest(game, given, positions, length, seed, seconds, is_open)
    at = stages(length, positions) if plies is None else [plies] * positions
    places = draw(game, at, seed, is_open)
    if depth is None and not exact:
        report("choosing a depth", 0, 1)
        depth = deepest(game, given, places, seconds)
    work = _Work(game, given, places, None if exact else depth, cap, contest, report)
    finished = work.run(chosen if techniques else [*chosen, nothing(method)], repeats)
    return Ablation(
        game=game.name,
        method=method.name,
        positions=tuple(place.text for place in places),
        depth=work.depth,
        plies=plies,
        seed=seed,
        cap=cap,
        baseline=compare(BASELINE, work.base, work.base, work.depth),
        rows=tuple(work.rows),
        idle=(*idle, *(Idle(name, "the same nodes as the baseline") for name in work.same)),
        minimax=work.minimax(seed, method.plain) if not exact and can_list(game) else None,
        finished=finished,
    )


def _refuse(
    game: Game, positions: int, seconds: float, plies: int | None, cap: float, repeats: int
) -> None:
    method_of(game)
    for name, number in (("positions", positions), ("repeats", repeats)):
        if number < 1:
            raise InputError(f"{name}={number} is not a whole number from 1 up")
    if not 0 < seconds < float("inf"):
        raise InputError(f"seconds={seconds:g} is not a number above 0")
    if plies is not None and plies < 0:
        raise InputError(f"plies={plies} is not a whole number from 0 up")
    if not 1 <= cap < float("inf"):
        raise InputError(f"cap={cap:g} is not a number from 1 up")


class _Work:
    """The searches and matches of one ablation."""

    def __init__(
        self,
        game: Game,
        given: Mapping[str, Any],
        places: Sequence[Position],
        depth: int | None,
        cap: float,
        contest: Contest,
        report: Report,
    ) -> None:
        self.game, self.given, self.places, self.depth = game, given, places, depth
        self.contest, self.report = contest, report
        self.limits = [Limit(depth=depth)] * len(places)
        self.base = self._sample(BASELINE)
        most = (max(round(one.nodes * cap), LEAST_NODES) for one in self.base)
        self.limits = [Limit(depth=depth, nodes=nodes + 1) for nodes in most]
        self.found: dict[Variant, list[Sample]] = {}
        self.same: list[str] = []
        self.matches: dict[str, MatchResult] = {}

    def run(self, chosen: Sequence[Variant], repeats: int) -> bool:
        """Search, repeat for the time, and play matches; return whether everything was done."""
        try:
            for variant in chosen:
                self._measure(variant)
            for number in range(2, repeats + 1):
                self._repeat(f" ({number} of {repeats})")
            for variant in self.found if self.contest.games else ():
                self.matches[variant.name] = self._match(variant)
                if not self.matches[variant.name].finished:
                    return False
        except KeyboardInterrupt:
            return False
        return True

    @property
    def rows(self) -> list[Row]:
        made = (compare(v, samples, self.base, self.depth) for v, samples in self.found.items())
        return [dataclasses.replace(row, match=self.matches.get(row.name)) for row in made]

    def _measure(self, variant: Variant) -> None:
        samples = self._sample(variant)
        if len(variant.changes) == 1 and is_same(samples, self.base):
            self.same.append(variant.changes[0][0])
        else:
            self.found[variant] = samples

    def _repeat(self, note: str) -> None:
        """Repeat all searches that were not stopped, because the machine may have been busy.

        In whole rounds, so that a busy minute spoils one time of each row, not all times of one.
        """
        base = self._sample(BASELINE, note)
        again = {
            variant: self._sample(variant, note)
            for variant, samples in self.found.items()
            if all(one.finished for one in samples)
        }
        self.base = faster(self.base, base)
        self.found |= {v: faster(self.found[v], samples) for v, samples in again.items()}

    def minimax(self, seed: int, name: str) -> Minimax:
        """An estimate of the nodes of a search without pruning at the same positions and depth."""
        assert self.depth is not None
        sizes = [tree_size(place, self.depth, seed) for place in self.places]
        pairs = zip(sizes, self.base, strict=True)
        return Minimax(name, sum(sizes), geometric_mean(size / one.nodes for size, one in pairs))

    def _sample(self, variant: Variant, note: str = "") -> list[Sample]:
        done = 0

        def watch() -> None:
            nonlocal done
            done += 1
            self.report(variant.name + note, done, len(self.places))

        self.report(variant.name + note, 0, len(self.places))
        settings = {**self.given, **dict(variant.changes)}
        return sample(self.game, settings, self.places, self.limits, watch)

    def _match(self, variant: Variant) -> MatchResult:
        def watch(tally: MatchTally) -> None:
            self.report(f"match: {variant.name}", len(tally.records), tally.planned)

        return self.contest.play(self.game, self.given, variant, watch)
