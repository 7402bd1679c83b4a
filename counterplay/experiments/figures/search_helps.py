"""Claim: evaluation plus search beats evaluation alone, and beats search alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch
from counterplay.experiments.figures.matches import Shuffled, looks_ahead, match, openings
from counterplay.experiments.plots import COLOURS, baseline, integer_ticks, label, note

DEPTHS, QUICK_DEPTHS = (1, 2, 3, 4, 5), (1, 2, 3)
OPENINGS, QUICK_OPENINGS = 60, 10
OPENING = 4
"""Random plies at the start of each game."""


@dataclass(frozen=True)
class Point:
    """The scores against evaluation alone at one depth. A win is 1, a draw 1/2."""

    depth: int
    search: Estimate
    """Search alone: it sees terminal states, and chooses at random between equal moves."""
    both: Estimate


@dataclass(frozen=True)
class Data:
    points: tuple[Point, ...]
    games: int
    """Of each match."""


def measure(quick: bool, watch: Watch) -> Data:
    depths = QUICK_DEPTHS if quick else DEPTHS
    game = Shuffled(6, 5, 4, fall=True)
    starts = openings(game, QUICK_OPENINGS if quick else OPENINGS, OPENING)
    alone = looks_ahead(game, 1, game.evaluate)
    points = []
    for depth in depths:
        search, both = (
            match(game, starts, looks_ahead(game, depth, evaluate), alone)
            for evaluate in (None, game.evaluate)
        )
        points.append(Point(depth, search, both))
        watch(sum(4.0**d for d in depths if d <= depth) / sum(4.0**d for d in depths))
    return Data(tuple(points), 2 * len(starts))


def caption(data: Data) -> str:
    last = data.points[-1]
    shown = ", ".join(f"{100 * p.both.mean:.0f} % at {p.depth}" for p in data.points[1:])
    return (
        f"Score against evaluation alone (one ply) on Connect Four, 6x5; {data.games} games per "
        f"point from random openings, each played from both sides; 95 % intervals over the "
        f"openings. Evaluation plus search scores {shown} plies; search alone to "
        f"{last.depth} plies, {100 * last.search.mean:.0f} %."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (p.depth, *(round(100 * x, 1) for e in (p.search, p.both) for x in (e.mean, e.error)))
        for p in data.points
    )
    heads = ("plies", "search alone, %", "±", "evaluation plus search, %", "±")
    title = f"Score against evaluation alone, {data.games} games each"
    return [Table("search_helps", title, heads, rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "search depth in plies", "score against evaluation alone, %")
    integer_ticks(axes)
    depths = [p.depth for p in data.points]
    for name, colour, form, scores in (
        ("evaluation plus search", COLOURS[0], "s-", [p.both for p in data.points]),
        ("search alone", COLOURS[1], "o--", [p.search for p in data.points]),
    ):
        axes.errorbar(depths, [100 * s.mean for s in scores], [100 * s.error for s in scores],
                      fmt=form, color=colour, label=name)  # fmt: skip
    baseline(axes, 50)
    note(axes, "even", (depths[-1], 51.5), ha="right")
    axes.set_ylim(0, 105)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.08), ncols=2)


CLAIM = Claim(
    name="search_helps",
    title="Evaluation plus search beats evaluation alone",
    text="A search with an evaluation plays better than an evaluation of the next position, and "
    "better than a search without an evaluation (Shannon 1950).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
