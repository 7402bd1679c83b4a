"""Claim: how many plies a search can afford, in chess and in backgammon."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10, sqrt
from typing import Any

from counterplay.experiments.figures.claim import Cell, Claim, Table, Watch
from counterplay.experiments.figures.stated.backgammon import PLAYS, ROLLS
from counterplay.experiments.figures.stated.chess import BRANCHING
from counterplay.experiments.figures.stated.plies import MODERN, OLD, plies
from counterplay.experiments.plots import COLOURS, baseline, integer_ticks, label, note

DEEPEST, HIGHEST, RIGHT = 14, 12, 18
"""The plies that are drawn, the largest power of ten, and the end of the axis."""

PRUNED = MODERN ** (1 / 14)
"""The branching factor of a search that reaches 14 plies."""

BUDGETS = {"10^6, the lesson": OLD, "2·10^8, the textbook": MODERN}


@dataclass(frozen=True)
class Search:
    """A search whose nodes grow by a factor with each ply; its depth with each budget."""

    name: str
    factor: float
    reached: dict[str, float]


@dataclass(frozen=True)
class Data:
    searches: tuple[Search, ...]


def measure(quick: bool, watch: Watch) -> Data:
    factors = {
        "backgammon: 20 plays, 21 rolls": PLAYS * ROLLS,
        "chess, minimax: 35": BRANCHING,
        "chess, alpha-beta: √35": sqrt(BRANCHING),
        "chess, more pruning": PRUNED,
    }
    watch(1.0)
    return Data(tuple(
        Search(name, factor, {budget: plies(n, factor) for budget, n in BUDGETS.items()})
        for name, factor in factors.items()
    ))  # fmt: skip


def caption(data: Data) -> str:
    at = {s.name: s.reached for s in data.searches}
    old, modern = BUDGETS
    chess, pruned = at["chess, minimax: 35"], at["chess, alpha-beta: √35"]
    dice = at["backgammon: 20 plays, 21 rolls"]
    return (
        f"With 10^6 nodes a move minimax looks {chess[old]:.1f} plies ahead in chess. With 2·10^8 "
        f"nodes it looks {chess[modern]:.1f} plies ahead, and alpha-beta in the best order "
        f"{pruned[modern]:.1f}; 14 plies need a branching factor of {PRUNED:.1f}. In backgammon "
        f"each ply also has 21 rolls: the same nodes are {dice[modern]:.1f} plies."
    )


def tables(data: Data) -> list[Table]:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (s.name, round(s.factor, 1), *(round(d, 1) for d in s.reached.values()))
        for s in data.searches
    )
    headings = ("search", "factor of a ply", *(f"plies with {budget}" for budget in BUDGETS))
    return [Table("reach", "Plies that a number of nodes affords", headings, rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "plies", "nodes a move")
    for search, colour, mark in zip(data.searches, COLOURS, "sovD", strict=False):
        depths = [d for d in range(DEEPEST + 1) if d * log10(search.factor) <= HIGHEST]
        axes.plot(depths, [search.factor**d for d in depths], color=colour, marker=mark,
                  label=search.name)  # fmt: skip
    for name, nodes in BUDGETS.items():
        baseline(axes, nodes)
        note(axes, name, (RIGHT, nodes * 1.3), ha="right")
    axes.set_yscale("log")
    axes.set_ylim(1, 10**HIGHEST)
    integer_ticks(axes)
    axes.set_xlim(-0.3, RIGHT + 0.3)
    axes.legend(loc="lower right")


CLAIM = Claim(
    name="reach",
    title="Each ply multiplies the work",
    text="A program that searches 200 million nodes a move sees 5 plies of chess by minimax, 10 by "
    "alpha-beta and 14 with more pruning (textbook 286); with 10^6 nodes it sees 4 (lesson 238). "
    "Rolls of dice multiply the work again: b^m n^m (slides 699).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
