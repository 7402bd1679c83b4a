"""Claim: against a fallible opponent another strategy earns more, against the best one less."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean
from typing import Any

from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.figures.trees import Uniform, uniform
from counterplay.experiments.plots import COLOURS, baseline, label, note
from counterplay.textbook.exploit import expected_earnings, exploit, fallible
from counterplay.textbook.strategy import strategy

ERRORS, QUICK_ERRORS = tuple(i / 20 for i in range(21)), (0.0, 0.2, 0.5, 1.0)
TREES, QUICK_TREES = 200, 10
BRANCHING, PLIES = 3, 4
VALUES = 21
"""Payoffs of the random trees: from -10 to 10."""

TRAP = (3, 12, 8, 2, 15, 15, 14, 5, 2)
"""The two-ply tree of the book, but the second move is a trap: 2, 15, 15 instead of 2, 4, 6."""


@dataclass(frozen=True)
class Point:
    """What the plans earn if MIN errs with a probability.

    minimax    the plan of minimax against that opponent
    exploiter  the plan made for that opponent, against that opponent
    punished   the same plan against the best opponent
    """

    error: float
    minimax: float
    exploiter: float
    punished: float


@dataclass(frozen=True)
class Data:
    """`trap` is the tree with a trap; `random` is the mean over random trees."""

    trap: tuple[Point, ...]
    random: tuple[Point, ...]
    safe_trap: float
    """The minimax value of the tree with a trap."""
    safe_random: float
    trees: int


def point(tree: Uniform, error: float) -> Point:
    model = fallible(tree, 1, error)
    optimal, other = strategy(tree, tree.root), exploit(tree, tree.root, model)
    return Point(error, expected_earnings(optimal, model), expected_earnings(other, model),
                 other.value)  # fmt: skip


def measure(quick: bool, watch: Watch) -> Data:
    errors = QUICK_ERRORS if quick else ERRORS
    trap = Uniform(3, 2, TRAP.__getitem__)
    seeds = range(QUICK_TREES if quick else TREES)
    trees = [uniform(BRANCHING, PLIES, "random", seed, VALUES) for seed in seeds]
    averages = []
    for done, error in enumerate(errors, 1):
        points = [point(tree, error) for tree in trees]
        averages.append(Point(error, mean(p.minimax for p in points),
                              mean(p.exploiter for p in points),
                              mean(p.punished for p in points)))  # fmt: skip
        watch(done / len(errors))
    return Data(
        tuple(point(trap, error) for error in errors),
        tuple(averages),
        strategy(trap, trap.root).value,
        mean(strategy(tree, tree.root).value for tree in trees),
        len(trees),
    )


def caption(data: Data) -> str:
    first = next((p for p in data.trap if p.punished < data.safe_trap), data.trap[-1])
    half = min(data.random, key=lambda p: abs(p.error - 0.5))
    return (
        f"What MAX earns if MIN makes a random move with some probability. In the two-ply tree "
        f"with a trap, minimax is sure of {data.safe_trap:g}. From an error rate of "
        f"{100 * first.error:.0f} % on, the plan made for this opponent walks into the trap: it "
        f"earns {first.exploiter:.1f} instead of {first.minimax:.1f}, but only {first.punished:g} "
        f"if MIN makes no error. Mean over {data.trees} random trees, MIN errs every second time: "
        f"{half.exploiter:.2f} instead of {half.minimax:.2f}; against the best MIN "
        f"{half.punished:.2f} instead of {data.safe_random:.2f}. The plan of minimax never earns "
        f"less than its value."
    )


def tables(data: Data) -> list[Table]:
    heads = ("error rate of MIN", "minimax", "exploiting plan", "the same, best MIN")
    return [
        Table(name, title, heads, tuple(
            (f"{p.error:.2f}", round(p.minimax, 3), round(p.exploiter, 3), round(p.punished, 3))
            for p in points))
        for name, title, points in (
            ("fallible_trap", "What MAX earns in the tree with a trap", data.trap),
            ("fallible_random", "What MAX earns in random trees, mean", data.random),
        )
    ]  # fmt: skip


def plot(data: Data, figure: Any) -> None:
    left, right = figure.subplots(1, 2)
    for axes, title, points, safe in (
        (left, "The two-ply tree with a trap", data.trap, data.safe_trap),
        (right, f"Mean of {data.trees} random trees", data.random, data.safe_random),
    ):
        label(axes, title, "probability that MIN moves at random", "what MAX earns")
        errors = [p.error for p in points]
        axes.plot(errors, [p.exploiter for p in points], "s-", color=COLOURS[1], markersize=4,
                  label="plan made for this MIN")  # fmt: skip
        axes.plot(errors, [p.minimax for p in points], "o-", color=COLOURS[0], markersize=4,
                  label="plan of minimax")  # fmt: skip
        axes.plot(errors, [p.punished for p in points], "v--", color=COLOURS[1], markersize=4,
                  label="plan made for this MIN, against the best MIN")  # fmt: skip
        baseline(axes, safe)
        note(axes, "minimax value", (1, safe), ha="right", va="bottom")
    left.legend(fontsize=9.5, loc="upper left")


CLAIM = Claim(
    name="fallible",
    title="A fallible opponent: more to earn, and more to lose",
    text="Minimax assumes the best opponent. Against a suboptimal one other strategies may do "
    "better, but they do worse against the best one (Russell and Norvig, section 5.2, exercise "
    "5.7).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(11.5, 4.8),
)
