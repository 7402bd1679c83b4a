"""Claim: 4, 8 and 12 plies are a novice, a master and a champion.

The lesson (lines 242 to 244) names people. Here the engine plays itself, so the result is Elo
between depths. Errors of the steps are independent: for several steps their squares are added.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, isinf
from typing import Any

from counterplay.arena.matches import match
from counterplay.arena.result import MatchResult
from counterplay.arena.tally import MatchTally
from counterplay.experiments.figures.chess_play import chess
from counterplay.experiments.figures.claim import ENOUGH_GAMES, FEW, Cell, Claim, Table, Watch
from counterplay.experiments.plots import COLOURS, label, note

DEPTHS, QUICK_DEPTHS = (4, 6, 8, 10, 12), (1, 2, 3)
GAMES, QUICK_GAMES = {6: 100, 8: 100, 10: 40, 12: 20}, 6
"""Games against two plies less, by depth. Deep searches take long, so they have fewer games."""

PEOPLE = {4: "human novice", 8: "typical PC, human master", 12: "Deep Blue, Kasparov"}
"""What the lesson says of these depths."""


@dataclass(frozen=True)
class Step:
    """A match of a deeper against a shallower search: Elo with its 95 % interval.

    An infinite bound is None.
    """

    shallow: int
    deep: int
    won: int
    drawn: int
    lost: int
    elo: float | None
    low: float | None
    high: float | None
    nodes: int
    """Nodes a move of the deeper search."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def error(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


@dataclass(frozen=True)
class Data:
    steps: tuple[Step, ...]


def measure(quick: bool, watch: Watch) -> Data:
    pairs = list(pairwise(QUICK_DEPTHS if quick else DEPTHS))
    # Two more plies take about four times as long; for the progress alone.
    shares = [4.0**i / sum(4.0**j for j in range(len(pairs))) for i in range(len(pairs))]
    steps = []
    for i, (shallow, deep) in enumerate(pairs):
        games = QUICK_GAMES if quick else GAMES[deep]

        def report(
            tally: MatchTally,
            before: float = sum(shares[:i]),
            share: float = shares[i],
            games: int = games,
        ) -> None:
            watch(before + share * len(tally.records) / games)

        played = match(
            chess(), f"alphabeta:depth={deep}", f"alphabeta:depth={shallow}",
            games=games, jobs=1 if quick else os.cpu_count() or 1, report=report,
        )  # fmt: skip
        if not played.finished:  # the match was stopped by Ctrl-C
            raise KeyboardInterrupt
        steps.append(step(shallow, deep, played))
    return Data(tuple(steps))


def step(shallow: int, deep: int, played: MatchResult) -> Step:
    side = played.sides[0]
    return Step(
        shallow, deep, played.wins, played.draws, played.losses,
        _finite(played.elo), _finite(played.elo_low), _finite(played.elo_high),
        round((side.nodes_per_second or 0.0) * (side.seconds_per_move or 0.0)),
    )  # fmt: skip


def _finite(elo: float | None) -> float | None:
    """Return None for an infinite Elo: all games were won, or all lost."""
    return None if elo is None or isinf(elo) else round(elo, 1)


def gained(data: Data, shallow: int, deep: int) -> tuple[float, float] | None:
    """Return the Elo from one depth to another and its error; None if not all steps have both."""
    steps = [s for s in data.steps if shallow <= s.shallow and s.deep <= deep]
    elos, errors = [s.elo for s in steps], [s.error for s in steps]
    if not steps or None in elos or None in errors:
        return None
    return sum(elo or 0.0 for elo in elos), hypot(*(error or 0.0 for error in errors))


def caption(data: Data) -> str:
    shown = ", ".join(f"{_interval(s)} from {s.shallow} to {s.deep} plies" for s in data.steps)
    leaps = [
        f"{found[0]:+.0f} ± {found[1]:.0f} from {low} to {high}"
        for low, high in pairwise(PEOPLE)
        if (found := gained(data, low, high)) is not None
    ]
    people = ", ".join(f"{depth} plies: {who}" for depth, who in PEOPLE.items())
    games = ", ".join(str(s.games) for s in data.steps)
    return (
        f"The engine with all techniques against itself with fewer plies, {games} games "
        f"from known openings, each from both sides. Elo gained, with 95 % intervals: "
        f"{shown}. "
        + (f"Together {' and '.join(leaps)}. " if leaps else "")
        + f"The lesson says: {people}. Its people are not measured here, and the plies of this "
        "engine have quiescence and extensions below them."
        + ("" if all(s.games >= ENOUGH_GAMES for s in data.steps) else FEW)
    )


def _interval(s: Step) -> str:
    if s.elo is None:
        return f"{s.won} of {s.games} games won (at least {_signed(s.low, '-∞')})"
    return f"{_signed(s.elo)} ({_signed(s.low, '-∞')} to {_signed(s.high, '∞')})"


def _signed(elo: float | None, infinite: str = "not measurable") -> str:
    return infinite if elo is None else f"{elo:+.0f}"


def tables(data: Data) -> list[Table]:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (f"{s.deep} against {s.shallow}", s.won, s.drawn, s.lost,
         _signed(s.elo), _signed(s.low, "-∞"), _signed(s.high, "∞"), s.nodes)
        for s in data.steps
    )  # fmt: skip
    heads = ("plies", "won", "drawn", "lost", "Elo", "at least", "at most", "nodes a move")
    title = "Matches of two depths; Elo with its 95 % interval"
    return [Table("strength_by_depth", title, heads, rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    least = data.steps[0].shallow
    label(axes, "", "plies", f"Elo above {least} plies")
    points = [(least, 0.0, 0.0)]
    for s in data.steps:
        found = gained(data, least, s.deep)
        if found is None:
            break
        points.append((s.deep, *found))
    depths, heights, errors = zip(*points, strict=True)
    axes.errorbar(depths, heights, errors, fmt="o-", color=COLOURS[0], capsize=4)
    for s, (depth, height, _) in zip(data.steps, points[1:], strict=False):
        note(axes, f"{_signed(s.elo)}", (depth, height), xytext=(-8, 6), ha="right",
             textcoords="offset points", color="black")  # fmt: skip
    for depth, height, error in points:
        if depth in PEOPLE:
            said = PEOPLE[depth].replace(", ", ",\n")
            note(axes, f"“{said}”", (depth, height - error), xytext=(0, -8), ha="center",
                 va="top", textcoords="offset points")  # fmt: skip
    axes.set_xticks([least, *(s.deep for s in data.steps)])
    axes.margins(x=0.2, y=0.15)


CLAIM = Claim(
    name="strength_by_depth",
    title="4, 8 and 12 plies: deeper chess is stronger, by less and less",
    text="4 plies are a human novice, 8 plies a typical PC or a human master, 12 plies Deep Blue "
    "or Kasparov (lesson 242). Playing strength in chess grows with the depth (Thompson 1982), but "
    "by less if the search is already deep.",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
