"""Claim: with dice, pruning helps a bit, but not much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from typing import Any, TypeAlias

from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.figures.trees import mix
from counterplay.experiments.plots import bars, label
from counterplay.textbook.decision import CHANCE
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.star import star

MOVES = 3
ROLLS = (1, 2, 3, 6)
"""Outcomes of a roll; with one there is no chance, and pruning is that of alpha-beta."""

PLIES = 4
TREES, QUICK_TREES, QUICK_ROLLS = 40, 2, 3
STEPS = 1000
"""Different payoffs of a leaf on each side of 0."""

State: TypeAlias = tuple[int, int, bool]
"""The plies played, the number of the node, and whether the dice are rolled next."""


class DiceTree:
    """MOVES moves at each of `plies` plies, after a roll with equally likely outcomes.

    A leaf is the mean of a random number for each ply, so that nearby leaves are similar, as in
    most games.
    """

    def __init__(self, rolls: int, plies: int, seed: int) -> None:
        self.rolls, self.plies, self.seed = rolls, plies, seed
        self.root: State = (0, 1, False)

    def player(self, s: State) -> int:
        return CHANCE if s[2] else s[0] % 2

    def actions(self, s: State) -> range:
        return range(MOVES)

    def chance(self, s: State) -> Iterator[tuple[int, float]]:
        return ((roll, 1 / self.rolls) for roll in range(self.rolls))

    def result(self, s: State, a: int) -> State:
        if s[2]:
            return s[0], s[1] * self.rolls + a, False
        return s[0] + 1, s[1] * MOVES + a, s[0] + 1 < self.plies

    def terminal(self, s: State) -> bool:
        return s[0] == self.plies

    def utility(self, s: State, p: int) -> float:
        total, node = 0, s[1]
        for _ in range(self.plies):
            total += mix(self.seed, node) % (2 * STEPS + 1) - STEPS
            node //= MOVES * self.rolls
        value = total / (STEPS * self.plies)
        return value if p == 0 else -value


@dataclass(frozen=True)
class Point:
    """The leaves with so many outcomes of a roll, as shares of all leaves."""

    rolls: int
    leaves: int
    star1: Estimate
    star2: Estimate


@dataclass(frozen=True)
class Data:
    points: tuple[Point, ...]
    disagreements: int


def measure(quick: bool, watch: Watch) -> Data:
    points, wrong = [], 0
    sizes = ROLLS[:QUICK_ROLLS] if quick else ROLLS
    for number, rolls in enumerate(sizes, 1):
        leaves, shares = 0, [list[float](), list[float]()]
        for seed in range(QUICK_TREES if quick else TREES):
            tree = DiceTree(rolls, PLIES, seed)
            whole = expectiminimax(tree, tree.root)
            leaves = whole.evaluated
            for share, probe in zip(shares, (False, True), strict=True):
                found = star(tree, tree.root, probe=probe)
                wrong += abs(found.value - whole.value) > 1e-9
                share.append(found.evaluated / leaves)
        points.append(Point(rolls, leaves, *map(estimate, shares)))
        watch(number / len(sizes))
    return Data(tuple(points), wrong)


def caption(data: Data) -> str:
    first, last = data.points[0], data.points[-1]
    saved = 1 / min(last.star1.mean, last.star2.mean)
    return (
        f"Random trees of {PLIES} plies with {MOVES} moves. Without dice, pruning evaluates "
        f"{100 * first.star1.mean:.0f} % of the leaves. With {last.rolls} outcomes of a roll, "
        f"Star1 evaluates {100 * last.star1.mean:.0f} % and Star2 "
        f"{100 * last.star2.mean:.0f} %. The dice make {last.leaves / first.leaves:,.0f} times as "
        f"many leaves, and pruning saves a factor of {saved:.1f}: "
        f"{log(saved) / log(MOVES * last.rolls):.1f} plies."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple((p.rolls, p.leaves, _per_cent(p.star1), _per_cent(p.star2)) for p in data.points)
    headings = ("outcomes of a roll", "leaves", "Star1 evaluates", "Star2 evaluates")
    return [Table("dice_pruning", "Leaves that pruning evaluates", headings, rows)]


def _per_cent(share: Estimate) -> str:
    return f"{100 * share.mean:.0f} ± {100 * share.error:.0f} %"


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "outcomes of a roll", "leaves evaluated, % of all")
    groups = ["1 (no dice)", *(str(p.rolls) for p in data.points[1:])]
    series = {
        "Star1": [100 * p.star1.mean for p in data.points],
        "Star2": [100 * p.star2.mean for p in data.points],
    }
    bars(axes, groups, series, ".0f")
    axes.set_ylim(0, 100)
    axes.legend(loc="upper left")


CLAIM = Claim(
    name="dice_pruning",
    title="With dice, pruning helps a bit, but not much",
    text="Alpha-beta works at MAX and MIN nodes, and at chance nodes if payoffs are bounded; this "
    "helps a bit, but not much (slides 686 and 704; Ballard 1983).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
