"""Claim: the leaves that alpha-beta evaluates on uniform trees, by the order of the moves."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any

from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate, slope
from counterplay.experiments.figures.trees import Order, uniform
from counterplay.experiments.plots import COLOURS, logarithmic
from counterplay.textbook.alphabeta import alphabeta

FULL = {2: (2, 14), 3: (2, 9), 4: (2, 8), 6: (2, 6), 8: (2, 5)}
QUICK = {2: (2, 8), 3: (2, 5)}
TREES, QUICK_TREES = 100, 20
WORST_UP_TO = 20_000
"""The largest tree, in leaves, that is searched in the worst order, which evaluates all."""


@dataclass(frozen=True)
class Point:
    """The leaves that alpha-beta evaluates on trees of one shape."""

    branching: int
    depth: int
    perfect: int
    random: Estimate
    worst: int | None

    @property
    def all_leaves(self) -> int:
        return int(self.branching**self.depth)

    @property
    def fewest(self) -> int:
        """The bound of Knuth and Moore: no search can prove the value with fewer leaves."""
        b, m = self.branching, self.depth
        return int(b ** ((m + 1) // 2) + b ** (m // 2) - 1)


@dataclass(frozen=True)
class Data:
    points: tuple[Point, ...]
    exponents: dict[int, float]
    """For each b, the slope of log_b(leaves) over m, in random order."""

    @property
    def exact(self) -> bool:
        return all(p.perfect == p.fewest and p.worst in (None, p.all_leaves) for p in self.points)

    @property
    def exponent(self) -> float:
        return sum(self.exponents.values()) / len(self.exponents)


def limit(branching: int) -> float:
    """Return the exponent for m to infinity: log_b(x / (1 - x)), x^b + x = 1 (Pearl 1982)."""
    low, high = 0.0, 1.0
    for _ in range(60):
        x = (low + high) / 2
        low, high = (x, high) if x**branching + x < 1 else (low, x)
    return log(low / (1 - low), branching)


def leaves(branching: int, depth: int, order: Order, seed: int) -> int:
    """Return the number of leaves that alpha-beta evaluates on one tree."""
    tree = uniform(branching, depth, order, seed)
    return alphabeta(tree, tree.root).evaluated


def measure(quick: bool, watch: Watch) -> Data:
    shapes = QUICK if quick else FULL
    trees = QUICK_TREES if quick else TREES
    todo = [(b, m) for b, (low, high) in shapes.items() for m in range(low, high + 1)]
    points = []
    for i, (b, m) in enumerate(todo):
        random = estimate([leaves(b, m, "random", seed) for seed in range(trees)])
        worst = leaves(b, m, "worst", 0) if b**m <= WORST_UP_TO else None
        points.append(Point(b, m, leaves(b, m, "perfect", 0), random, worst))
        watch((i + 1) / len(todo))
    exponents = {b: _exponent([p for p in points if p.branching == b]) for b in shapes}
    return Data(tuple(points), exponents)


def _exponent(points: list[Point]) -> float:
    logarithms = [log(p.random.mean, p.branching) for p in points]
    return slope([p.depth for p in points], logarithms)[0]


def caption(data: Data) -> str:
    exact = "exactly" if data.exact else "NOT exactly"
    shown = ", ".join(f"{e:.3f} for b = {b}" for b, e in data.exponents.items())
    return (
        f"Leaves that alpha-beta evaluates on uniform trees. With the best move first at every "
        f"node it is {exact} b^⌈m/2⌉ + b^⌊m/2⌋ − 1, from worst to best it is {exact} all b^m. In "
        f"random order the count grows like b^(e·m) with e = {data.exponent:.2f} on average "
        f"({shown}; least squares over m); the book says 3/4. Means of "
        f"{data.points[0].random.count} trees of each shape."
    )


def tables(data: Data) -> list[Table]:
    counts = tuple(
        (p.branching, p.depth, p.fewest, p.perfect, round(p.random.mean, 1),
         round(p.random.error, 1), "" if p.worst is None else p.worst, p.all_leaves)
        for p in data.points
    )  # fmt: skip
    fitted = tuple((b, round(e, 4), 0.75, round(limit(b), 4)) for b, e in data.exponents.items())
    return [
        Table("leaf_counts", "Leaves evaluated by alpha-beta",
              ("b", "m", "b^⌈m/2⌉+b^⌊m/2⌋−1", "perfect", "random", "±", "worst", "b^m"), counts),
        Table("leaf_exponents", "Exponent e of b^(e·m), random order",
              ("b", "fitted", "the book", "limit for large m (Pearl 1982)"), fitted),
    ]  # fmt: skip


def plot(data: Data, figure: Any) -> None:
    shown = [b for b in (2, 4) if b in data.exponents] or list(data.exponents)[:1]
    for axes, b in zip(figure.subplots(1, len(shown), squeeze=False)[0], shown, strict=True):
        logarithmic(axes, f"b = {b}", "depth m", "leaves evaluated" if b == shown[0] else "")
        _panel(axes, [p for p in data.points if p.branching == b], data.exponents[b])


def _panel(axes: Any, points: list[Point], e: float) -> None:
    b, depths = points[0].branching, [p.depth for p in points]
    searched = [p for p in points if p.worst is not None]
    start = sum(log(p.random.mean, b) - e * p.depth for p in points) / len(points)
    fewest = r"$b^{\lceil m/2\rceil}+b^{\lfloor m/2\rfloor}-1$"
    axes.plot([p.depth for p in searched], [p.worst for p in searched], "v", color=COLOURS[1],
              label="worst order")  # fmt: skip
    axes.plot(depths, [p.all_leaves for p in points], color=COLOURS[1], label="all, $b^m$")
    axes.plot(depths, [p.random.mean for p in points], "o", color=COLOURS[2], label="random order")
    axes.errorbar(depths, [p.random.mean for p in points], [p.random.error for p in points],
                  fmt="none", color=COLOURS[2])  # fmt: skip
    axes.plot(depths, [b ** (start + e * m) for m in depths], "--", color=COLOURS[2],
              label=f"fit, $\\sim b^{{{e:.2f}\\,m}}$")  # fmt: skip
    axes.plot(depths, [p.perfect for p in points], "s", color=COLOURS[0], label="perfect order")
    axes.plot(depths, [p.fewest for p in points], color=COLOURS[0], label=fewest)
    axes.legend()


CLAIM = Claim(
    name="leaf_counts",
    title="Alpha-beta on uniform trees: the effect of the move order",
    text="With perfect ordering alpha-beta evaluates b^⌈m/2⌉ + b^⌊m/2⌋ − 1 leaves, in random "
    "order about b^(3m/4), in the worst order all b^m (Knuth and Moore 1975; Pearl 1982).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(11.0, 4.8),
)
