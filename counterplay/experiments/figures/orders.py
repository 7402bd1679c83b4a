"""Claim: SCOUT, MTD(f) and SSS* evaluate about as many leaves as alpha-beta, or fewer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.figures.trees import Counted, uniform
from counterplay.experiments.plots import COLOURS, baseline, label, note
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.decision import Decision
from counterplay.textbook.mtdf import mtdf
from counterplay.textbook.scout import scout
from counterplay.textbook.sss import sss

SHAPES, QUICK_SHAPES = ((2, 10), (3, 6), (4, 5), (8, 4), (20, 3)), ((2, 5), (3, 4))
TREES, QUICK_TREES = 200, 30
FEW = 8
"""The number of different payoffs in trees with many ties."""

ALGORITHMS: dict[str, Callable[..., Decision]] = {
    "alpha-beta": alphabeta,
    "SCOUT": scout,
    "MTD(f)": mtdf,
    "SSS*": sss,
}
OTHERS = tuple(name for name in ALGORITHMS if name != "alpha-beta")


@dataclass(frozen=True)
class Count:
    """One algorithm on the trees of one shape.

    evaluated    evaluations of leaves, including repeated ones
    distinct     different leaves
    ratio        distinct leaves relative to alpha-beta on the same tree
    work         evaluations relative to alpha-beta on the same tree
    fewer, more  the number of trees with fewer, or more, distinct leaves than alpha-beta
    outside      the number of trees with a leaf that alpha-beta does not evaluate
    """

    algorithm: str
    evaluated: Estimate
    distinct: Estimate
    ratio: Estimate
    work: Estimate
    fewer: int
    more: int
    outside: int


@dataclass(frozen=True)
class Shape:
    """The counts of all algorithms on trees of one shape."""

    branching: int
    depth: int
    ties: bool
    counts: tuple[Count, ...]


@dataclass(frozen=True)
class Data:
    shapes: tuple[Shape, ...]
    trees: int
    """Of each shape."""
    disagreements: int
    """Trees on which some algorithm has another value than alpha-beta."""


@dataclass(frozen=True)
class Look:
    """The result of one algorithm on one tree."""

    value: float
    evaluated: int
    leaves: frozenset[tuple[int, int]]


def look(algorithm: str, branching: int, depth: int, ties: bool, seed: int) -> Look:
    kinds = {"ends": FEW} if ties else {}
    tree = Counted(uniform(branching, depth, "random", seed, **kinds))
    found = ALGORITHMS[algorithm](tree, tree.root)
    return Look(found.value, found.evaluated, frozenset(tree.seen))


def count(algorithm: str, looks: list[Look], plain: list[Look]) -> Count:
    pairs = [(one.leaves, other.leaves) for one, other in zip(looks, plain, strict=True)]
    return Count(
        algorithm,
        estimate([float(one.evaluated) for one in looks]),
        estimate([float(len(mine)) for mine, _ in pairs]),
        estimate([len(mine) / len(theirs) for mine, theirs in pairs]),
        estimate([a.evaluated / b.evaluated for a, b in zip(looks, plain, strict=True)]),
        sum(len(mine) < len(theirs) for mine, theirs in pairs),
        sum(len(mine) > len(theirs) for mine, theirs in pairs),
        sum(not mine <= theirs for mine, theirs in pairs),
    )


def measure(quick: bool, watch: Watch) -> Data:
    trees = QUICK_TREES if quick else TREES
    todo = [(*shape, ties) for shape in (QUICK_SHAPES if quick else SHAPES)
            for ties in (False, True)]  # fmt: skip
    shapes, disagreements = [], 0
    for i, (b, m, ties) in enumerate(todo):
        looks: dict[str, list[Look]] = {name: [] for name in ALGORITHMS}
        for seed in range(trees):
            for name, found in looks.items():
                found.append(look(name, b, m, ties, seed))
            disagreements += len({found[-1].value for found in looks.values()}) > 1
            watch((i + (seed + 1) / trees) / len(todo))
        plain = looks["alpha-beta"]
        counts = tuple(count(name, found, plain) for name, found in looks.items())
        shapes.append(Shape(b, m, ties, counts))
    return Data(tuple(shapes), trees, disagreements)


def caption(data: Data) -> str:
    shown = ", ".join(f"{name} {_span([c.ratio for c in _all(data, name)])}" for name in OTHERS)
    work = _span([c.work for c in _all(data, "SCOUT")])
    more = sum(c.more for c in _all(data, "SSS*"))
    return (
        f"Different leaves evaluated, relative to alpha-beta on the same tree: means of "
        f"{data.trees} random trees of each shape, 95 % intervals. The ratio depends on the shape: "
        f"{shown}. SCOUT has no table and evaluates some leaves again: {work} with repetitions. "
        f"SSS* evaluated more leaves than alpha-beta on {more} of "
        f"{data.trees * len(data.shapes):,} trees; the values differed on {data.disagreements}."
    )


def _all(data: Data, algorithm: str) -> list[Count]:
    return [c for s in data.shapes for c in s.counts if c.algorithm == algorithm]


def _span(ratios: list[Estimate]) -> str:
    return f"{min(r.mean for r in ratios):.2f} to {max(r.mean for r in ratios):.2f}"


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (s.branching, s.depth, "many" if s.ties else "none", c.algorithm,
         round(c.evaluated.mean, 1), round(c.distinct.mean, 1), round(c.ratio.mean, 3),
         round(c.ratio.error, 3), round(c.work.mean, 3), c.fewer, c.more, c.outside)
        for s in data.shapes for c in s.counts
    )  # fmt: skip
    heads = ("b", "m", "ties", "algorithm", "evaluations", "different leaves", "ratio", "±",
             "ratio of evaluations", "trees with fewer", "with more",
             "with a leaf that alpha-beta skips")  # fmt: skip
    title = f"Leaves evaluated on {data.trees} random trees of each shape"
    return [Table("orders", title, heads, rows)]


def plot(data: Data, figure: Any) -> None:
    panels = figure.subplots(1, 2, sharey=True)
    for axes, ties in zip(panels, (False, True), strict=True):
        title = f"many ties ({FEW} different payoffs)" if ties else "no ties"
        label(axes, title, "", "" if ties else "leaves, relative to alpha-beta")
        shapes = [s for s in data.shapes if s.ties == ties]
        for i, name in enumerate(OTHERS):
            counts = [next(c for c in s.counts if c.algorithm == name) for s in shapes]
            axes.errorbar([n + (i - 1) * 0.14 for n in range(len(shapes))],
                          [c.ratio.mean for c in counts], [c.ratio.error for c in counts],
                          fmt="os^"[i], color=COLOURS[i], label=name)  # fmt: skip
        scouts = [next(c for c in s.counts if c.algorithm == "SCOUT") for s in shapes]
        axes.errorbar([n - 0.14 for n in range(len(shapes))], [c.work.mean for c in scouts],
                      [c.work.error for c in scouts], fmt="o", color=COLOURS[0],
                      markerfacecolor="white", label="SCOUT, with repetitions")  # fmt: skip
        baseline(axes, 1)
        axes.set_xticks(range(len(shapes)), [f"b = {s.branching}\nm = {s.depth}" for s in shapes])
        axes.set_ylim(bottom=0)
    note(panels[0], "alpha-beta", (1.36, 1.01), ha="center")
    panels[0].legend(loc="lower left")


CLAIM = Claim(
    name="orders",
    title="SCOUT, MTD(f) and SSS* against alpha-beta on random trees",
    text="SCOUT, MTD(f) and SSS* find the value of alpha-beta from about as many leaves or fewer "
    "(Stockman 1979; Pearl 1980; Plaat and others 1996). SSS* never evaluates a leaf that "
    "alpha-beta skips (Roizen and Pearl 1983).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(11.0, 4.8),
)
