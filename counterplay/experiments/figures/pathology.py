"""Claim: Nau's pathology. In one family of games a deeper search plays worse, in another better.

Both families are binary trees of the same depth. Every leaf is won (1) or lost (0) for MAX. Both
use the same evaluation: the share of won leaves below a node. Only the leaves differ:

    independent   Pearl's board-splitting game (P-game): each leaf is won with the same
                  probability, independently. Nearby nodes are unrelated.
    dependent     Nau's N-game: each move is worth +1 or -1, at random; a leaf is won if the sum
                  on the path to it is positive. Nearby nodes are similar, as in most games.

In the first family a leaf is won with the golden ratio, 0.618. Then a node at any height is won
with the same probability (Pearl 1980); with any other ratio, almost all deep trees are won, or
almost all lost. A root counts only if the choice matters: one move wins, the other loses. One ply
before the end the evaluation is exact, because a node there is won if and only if both of its
leaves are.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from typing import Any

from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.figures.trees import State, Uniform
from counterplay.experiments.plots import COLOURS, GREY, baseline, integer_ticks, label, note
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.hminimax import hminimax

DEPTH, QUICK_DEPTH = 10, 8
TREES, QUICK_TREES = 3000, 250
GOLDEN = (sqrt(5) - 1) / 2


@dataclass(frozen=True)
class Data:
    """For each family, the share of right decisions by search depth: 1, 2, … up to depth - 1."""

    depth: int
    families: dict[str, tuple[Estimate, ...]]

    def change(self, family: str) -> float:
        """Return the change of the share from depth 1 to the last inexact depth."""
        shares = self.families[family]
        return shares[-2].mean - shares[0].mean


def independent(dice: random.Random, depth: int) -> list[int]:
    return [int(dice.random() < GOLDEN) for _ in range(2**depth)]


def dependent(dice: random.Random, depth: int) -> list[int]:
    sums = [0]
    for _ in range(depth):
        sums = [total + dice.choice((1, -1)) for total in sums for _ in range(2)]
    return [int(total > 0) for total in sums]


FAMILIES: dict[str, Callable[[random.Random, int], list[int]]] = {
    "independent": independent,
    "dependent": dependent,
}


class Split(Uniform):
    """A binary tree with given leaves; the evaluation is the share of ones."""

    def __init__(self, depth: int, ones: list[int]) -> None:
        super().__init__(2, depth, ones.__getitem__)
        self.before = [0, *accumulate(ones)]

    def evaluate(self, s: State, p: int) -> float:
        leaves = 1 << (self.depth - s[0])
        start = s[1] * leaves
        share = (self.before[start + leaves] - self.before[start]) / leaves
        return share if p == 0 else -share


def decisions(tree: Split) -> list[float] | None:
    """Return for each depth whether the search finds the winning move; None if both moves do."""
    worth = [-alphabeta(tree, tree.result(tree.root, move)).value for move in (0, 1)]
    if worth[0] == worth[1]:
        return None
    right = worth.index(max(worth))
    depths = range(1, tree.depth)
    moves = [hminimax(tree, tree.root, depth=d, evaluate=tree.evaluate).move for d in depths]
    return [float(move == right) for move in moves]


def measure(quick: bool, watch: Watch) -> Data:
    depth, trees = (QUICK_DEPTH, QUICK_TREES) if quick else (DEPTH, TREES)
    families = {}
    for i, (name, leaves) in enumerate(FAMILIES.items()):
        dice = random.Random(f"{name} {depth}")
        counted: list[list[float]] = []
        while len(counted) < trees:
            judged = decisions(Split(depth, leaves(dice, depth)))
            if judged is not None:
                counted.append(judged)
                watch((i + len(counted) / trees) / len(FAMILIES))
        families[name] = tuple(estimate(list(column)) for column in zip(*counted, strict=True))
    return Data(depth, families)


def caption(data: Data) -> str:
    first = data.families["independent"][0]
    return (
        f"The share of right decisions at roots where one of two moves wins, by search depth, in "
        f"trees of {data.depth} plies; {first.count} trees per family, 95 % intervals. From one "
        f"ply to {data.depth - 2} it {_course(data, 'independent')} with independent leaves, and "
        f"{_course(data, 'dependent')} with dependent ones. At {data.depth - 1} plies the "
        f"evaluation is exact."
    )


def _course(data: Data, family: str) -> str:
    start, end = data.families[family][0].mean, data.families[family][-2].mean
    return f"{'falls' if end < start else 'rises'} from {start:.3f} to {end:.3f}"


def tables(data: Data) -> list[Table]:
    names = list(data.families)
    rows = tuple(
        (d + 1, *(x for n in names for x in _cells(data.families[n][d])))
        for d in range(data.depth - 1)
    )
    heads = ("search depth", *(h for n in names for h in (f"{n} leaves", "±")))
    return [Table("pathology", "Share of right decisions by search depth", heads, rows)]


def _cells(share: Estimate) -> tuple[float, float]:
    return round(share.mean, 4), round(share.error, 4)


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "search depth in plies", "share of right decisions")
    integer_ticks(axes)
    exact = data.depth - 1
    for name, words, colour, form in (
        ("dependent", "dependent leaves (Nau's N-game)", COLOURS[0], "s--"),
        ("independent", "independent leaves (Pearl's P-game)", COLOURS[1], "o-"),
    ):
        *inexact, last = data.families[name]
        axes.errorbar(range(1, exact), [s.mean for s in inexact], [s.error for s in inexact],
                      fmt=form, color=colour, label=words)  # fmt: skip
        axes.plot([exact], [last.mean], form[0], color=colour)
    axes.axvline(exact, color=GREY, linestyle=":", linewidth=1.2)
    note(axes, "here the evaluation is exact", (exact, 0.515), ha="right", xytext=(-6, 0),
         textcoords="offset points")  # fmt: skip
    baseline(axes, 0.5)
    note(axes, "random choice", (1, 0.505))
    axes.set_ylim(0.45, 1.03)
    axes.legend(loc="center left", bbox_to_anchor=(0.02, 0.62))


CLAIM = Claim(
    name="pathology",
    title="A deeper search can play worse: Nau's pathology",
    text="There are game trees in which a deeper search makes worse decisions (Nau 1983). If "
    "nearby positions are similar, as in real games, it makes better ones.",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
