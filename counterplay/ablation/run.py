"""An ablation from its first search to its last match."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from counterplay.ablation.budget import deepest, earliest
from counterplay.ablation.contest import Contest
from counterplay.ablation.estimate import tree_size
from counterplay.ablation.positions import draw, open_to, stages, typical_length
from counterplay.ablation.result import Ablation, Minimax, Row, compare, is_same
from counterplay.ablation.samples import Sample, faster, sample
from counterplay.ablation.variants import (
    BASELINE,
    NOTHING,
    Idle,
    Variant,
    settings_of,
    variants,
)
from counterplay.arena.tally import Tally
from counterplay.core.errors import InputError, UnfitError
from counterplay.core.game import Game
from counterplay.core.limits import Limit
from counterplay.core.position import Position
from counterplay.search.choose import unfit

POSITIONS, SECONDS, CAP, TIME = 12, 0.3, 30.0, 0.1
LEAST_NODES = 1_000_000
"""What every variant may spend on a position, however little the baseline did."""

Report = Callable[[str, int, int], None]
"""Told what is under way, how many searches or games of it are done, and of how many."""


def unwatched(what: str, done: int, total: int) -> None:
    """Nobody looks on."""


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
    games: int = 0,
    time: float = TIME,
    jobs: int = 1,
    seed: int = 0,
    out: str | Path | None = None,
    base: Mapping[str, Any] | None = None,
    report: Report = unwatched,
) -> Ablation:
    """Search positions with each technique switched in turn, and play matches if `games` says so.

    Positions are from random games, at several stages or all after `plies` random plies. They are
    searched to `depth`, or to what the baseline reaches in so many seconds; `exact` searches to
    the end of the game, from as early as the seconds allow. No variant gets more than `cap` times
    the nodes of the baseline. `base` are settings of the baseline beside the game's own.

    The same depth, plies and seed give the same nodes. Ctrl-C ends it with what there is so far,
    once the baseline is measured; games in the folder `out` are kept and gone on with.
    """
    _refuse(game, positions, seconds, plies, cap)
    given = {**(base or {}), **({"exact": True} if exact else {})}
    settings = settings_of(game, given)
    exact, limit = settings.exact, Limit(depth=depth)
    if exact and limit.depth:
        raise InputError("an exact search goes to the end of the game: give no depth")
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
    if not techniques:
        chosen.append(NOTHING)
    rows, same, finished = work.run(chosen)
    return Ablation(
        game=game.name,
        positions=tuple(map(str, places)),
        depth=work.depth,
        plies=plies,
        seed=seed,
        cap=cap,
        baseline=compare(BASELINE, work.base, work.base, work.depth),
        rows=tuple(rows),
        idle=(*idle, *(Idle(name, "not one node more or less here") for name in same)),
        minimax=None if exact else work.minimax(seed),
        finished=finished,
    )


def _refuse(game: Game, positions: int, seconds: float, plies: int | None, cap: float) -> None:
    reason = unfit(game, "alphabeta")
    if reason:
        raise UnfitError(reason)
    if positions < 1:
        raise InputError(f"positions={positions} must be a whole number from 1 up")
    if not 0 < seconds < float("inf"):
        raise InputError(f"seconds={seconds:g} must be a number of seconds above 0")
    if plies is not None and plies < 0:
        raise InputError(f"plies={plies} must be a whole number from 0 up")
    if not 1 <= cap < float("inf"):
        raise InputError(f"cap={cap:g} must be a number from 1 up: times the baseline's nodes")


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
        self.cap, self.contest, self.report = cap, contest, report
        limits = [Limit(depth=depth)] * len(places)
        # Twice, as one busy moment of the machine would be in every ratio.
        self.base = faster(self._samples(BASELINE, limits), self._samples(BASELINE, limits))

    def run(self, chosen: Sequence[Variant]) -> tuple[list[Row], list[str], bool]:
        """The rows, the techniques that made no difference, and whether all of it was done."""
        rows, same = list[Row](), list[str]()
        limits = [
            Limit(depth=self.depth, nodes=max(round(one.nodes * self.cap), LEAST_NODES))
            for one in self.base
        ]
        try:
            for variant in chosen:
                samples = self._samples(variant, limits)
                if variant is not NOTHING and is_same(samples, self.base):
                    same.append(variant.changes[0][0])
                else:
                    rows.append(compare(variant, samples, self.base, self.depth))
            for i, row in enumerate(rows if self.contest.games else ()):
                rows[i] = self._with_match(row)
                match = rows[i].match
                if match is None or not match.finished:
                    return rows, same, False
        except KeyboardInterrupt:
            return rows, same, False
        return rows, same, True

    def minimax(self, seed: int) -> Minimax:
        """What plain minimax would take at the same positions, to the same depth."""
        assert self.depth is not None
        sizes = [tree_size(place, self.depth, seed) for place in self.places]
        pairs = zip(sizes, self.base, strict=True)
        return Minimax(sum(sizes), geometric_mean(size / one.nodes for size, one in pairs))

    def _samples(self, variant: Variant, limits: Sequence[Limit]) -> list[Sample]:
        done = 0

        def watch() -> None:
            nonlocal done
            done += 1
            self.report(variant.name, done, len(limits))

        self.report(variant.name, 0, len(limits))
        settings = {**self.given, **dict(variant.changes)}
        return sample(self.game, settings, self.places, limits, watch)

    def _with_match(self, row: Row) -> Row:
        def watch(tally: Tally) -> None:
            self.report(f"match: {row.name}", len(tally.records), tally.planned)

        variant = Variant(row.name, row.changes)
        return dataclasses.replace(
            row, match=self.contest.play(self.game, self.given, variant, watch)
        )
