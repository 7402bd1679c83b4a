"""Claim: captures first, then threats, then forward moves is close to the best order."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game
from counterplay.experiments.figures.chess_play import games, material_chess
from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.figures.kernels.chapter_order import order
from counterplay.experiments.plots import COLOURS, baseline, logarithmic, note

KERNEL = Path(__file__).parent / "kernels" / "plain_alphabeta.py"
POSITIONS, QUICK_POSITIONS = 60, 3
DEPTHS, QUICK_DEPTHS = (1, 2, 3, 4, 5), (1, 2, 3)
NODES, QUICK_NODES = 5_000, 200
EARLIEST = 16
"""Positions are taken from this ply on."""

ORDERS = {"perfect": 3, "captures, threats, forward": 2, "as listed": 0, "by lot": 1}
"""The numbers of the orders in the kernel."""


@dataclass(frozen=True)
class Point:
    """The leaves of alpha-beta to one depth: geometric means over the positions.

    leaves  by order
    ratios  the leaves of each order divided by those of the perfect order
    """

    depth: int
    leaves: dict[str, float]
    ratios: dict[str, Estimate]


@dataclass(frozen=True)
class Data:
    points: tuple[Point, ...]
    positions: int
    disagreements: int
    """Searches whose value depends on the order: none if the search is correct."""


def positions(quick: bool) -> list[Any]:
    """Return states of well-played games, one of each game."""
    dice = random.Random("positions")
    states = []
    for end in games(QUICK_POSITIONS if quick else POSITIONS, QUICK_NODES if quick else NODES):
        middle = end.past[EARLIEST:] or end.past[-1:]
        states.append(dice.choice(middle))
    return states


def measure(quick: bool, watch: Watch) -> Data:
    depths, states = QUICK_DEPTHS if quick else DEPTHS, positions(quick)
    game = with_chapter_order()
    kernel = bind(game, KERNEL)
    context = Context(game, kernel)
    points, disagreements, done = [], 0, 0
    for depth in depths:
        leaves: dict[str, list[int]] = {name: [] for name in ORDERS}
        for seed, state in enumerate(states):
            values = set()
            for name, number in ORDERS.items():
                ctx = context.record
                context.set_root(state)
                ctx.depth, ctx.order, ctx.random = depth, number, seed
                values.add(int(context.call(kernel.search)))
                leaves[name].append(int(ctx.leaves))
            disagreements += len(values) > 1
            done += 1
            watch(done / (len(depths) * len(states)))
        points.append(point(depth, leaves))
    return Data(tuple(points), len(states), disagreements)


def with_chapter_order() -> Game:
    """Return chess with a material evaluation, and moves in the order of the chapter."""
    game = material_chess()
    return replace(game, functions={**game.functions, "order": cast(FunctionType, order)})


def point(depth: int, leaves: dict[str, list[int]]) -> Point:
    best = leaves["perfect"]
    return Point(
        depth,
        {
            name: geometric([float(count) for count in counts]).mean
            for name, counts in leaves.items()
        },
        {
            name: geometric([mine / least for mine, least in zip(counts, best, strict=True)])
            for name, counts in leaves.items()
            if name != "perfect"
        },
    )


def geometric(ratios: list[float]) -> Estimate:
    """Return the geometric mean; its error is that of the mean logarithm."""
    logarithm = estimate([log(ratio) for ratio in ratios])
    return Estimate(exp(logarithm.mean), exp(logarithm.mean) * logarithm.error, logarithm.count)


def caption(data: Data) -> str:
    last = data.points[-1]
    shown = "; ".join(f"{name}: {ratio}" for name, ratio in last.ratios.items())
    return (
        f"Leaves of plain alpha-beta (no transposition table, material evaluation) in "
        f"{data.positions} positions of well-played games, relative to the best order, at "
        f"{last.depth} plies: {shown}. The values differed in {data.disagreements} searches."
    )


def tables(data: Data) -> list[Table]:
    counted = tuple((p.depth, *(round(p.leaves[name], 1) for name in ORDERS)) for p in data.points)
    others = [name for name in ORDERS if name != "perfect"]
    ratios = tuple(
        (p.depth, *(round(x, 2) for name in others for x in _cells(p.ratios[name])))
        for p in data.points
    )
    heads = tuple(part for name in others for part in (name, "±"))
    return [
        Table("move_order", "Leaves (geometric means)", ("plies", *ORDERS), counted),
        Table("move_order_ratios", "Leaves relative to the best order", ("plies", *heads), ratios),
    ]


def _cells(ratio: Estimate) -> tuple[float, float]:
    return ratio.mean, ratio.error


def plot(data: Data, figure: Any) -> None:
    left, right = figure.subplots(1, 2)
    logarithmic(left, "", "plies", "leaves")
    logarithmic(right, "", "plies", "leaves, relative to the best order")
    depths = [p.depth for p in data.points]
    for i, name in enumerate(ORDERS):
        left.plot(depths, [p.leaves[name] for p in data.points], "os^D"[i] + "-",
                  color=COLOURS[i], label=name)  # fmt: skip
        if name != "perfect":
            ratios = [p.ratios[name] for p in data.points]
            right.errorbar(depths, [r.mean for r in ratios], [r.error for r in ratios],
                           fmt="os^D"[i] + "-", color=COLOURS[i], label=name)  # fmt: skip
    baseline(right, 2)
    note(right, "twice", (depths[0], 2.1))
    left.legend(loc="upper left")


CLAIM = Claim(
    name="move_order",
    title="A simple move order is close to the best one",
    text="Captures first, then threats, then forward moves, then backward moves: this order needs "
    "about twice as many leaves as the best order.",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(11.0, 4.8),
)
