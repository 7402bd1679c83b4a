"""Claim: the cost of iterative deepening, and what the recorded line saves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.figures.matches import openings
from counterplay.experiments.figures.small_games import Board, Row
from counterplay.experiments.figures.trees import uniform
from counterplay.experiments.plots import COLOURS, GREY, baseline, integer_ticks, label
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.deepening import deepening
from counterplay.textbook.hminimax import hminimax

TREES, QUICK_TREES = {2: 11, 3: 8, 4: 6, 8: 4, 16: 3}, {2: 6, 3: 4}
DEEPEST, QUICK_DEEPEST = 7, 4
POSITIONS, QUICK_POSITIONS = 25, 8
OPENING = 4
"""Random plies before a position is searched."""


@dataclass(frozen=True)
class Overhead:
    """Nodes of minimax on a uniform tree: the last depth alone, and all depths together."""

    branching: int
    depth: int
    at_once: int
    in_steps: int


@dataclass(frozen=True)
class Saving:
    """Nodes of alpha-beta on all Connect Four positions together."""

    depth: int
    at_once: int
    forgetful: int
    recorded: int


@dataclass(frozen=True)
class Data:
    overheads: tuple[Overhead, ...]
    savings: tuple[Saving, ...]
    positions: int


class Horizon:
    """A game that ends after `depth` plies; the evaluation is the payoff there."""

    def __init__(self, game: Row, depth: int) -> None:
        self.game, self.depth = game, depth

    def player(self, s: tuple[Board, int]) -> int:
        return self.game.player(s[0])

    def actions(self, s: tuple[Board, int]) -> list[int]:
        return self.game.actions(s[0])

    def result(self, s: tuple[Board, int], a: int) -> tuple[Board, int]:
        return self.game.result(s[0], a), s[1] + 1

    def terminal(self, s: tuple[Board, int]) -> bool:
        return s[1] == self.depth or self.game.terminal(s[0])

    def utility(self, s: tuple[Board, int], p: int) -> float:
        return (self.game.utility if self.game.terminal(s[0]) else self.game.evaluate)(s[0], p)


def measure(quick: bool, watch: Watch) -> Data:
    overheads = []
    for b, m in (QUICK_TREES if quick else TREES).items():
        tree = uniform(b, m, "random", 0)
        nodes = [hminimax(tree, tree.root, depth=d).nodes for d in range(1, m + 1)]
        overheads.append(Overhead(b, m, nodes[-1], sum(nodes)))
    watch(0.1)
    game = Row(6, 5, 4, fall=True)
    starts = openings(game, QUICK_POSITIONS if quick else POSITIONS, OPENING)
    depths = range(1, (QUICK_DEEPEST if quick else DEEPEST) + 1)
    single, recorded = [0] * len(depths), [0] * len(depths)
    for i, s in enumerate(starts):
        for d in depths:
            single[d - 1] += alphabeta(Horizon(game, d), (s, 0)).nodes
            recorded[d - 1] += deepening(game, s, depth=d, evaluate=game.evaluate).nodes
        watch(0.1 + 0.9 * (i + 1) / len(starts))
    savings = (Saving(d, single[d - 1], sum(single[:d]), recorded[d - 1]) for d in depths)
    return Data(tuple(overheads), tuple(savings), len(starts))


def caption(data: Data) -> str:
    last, narrow, wide = data.savings[-1], data.overheads[0], data.overheads[-1]
    return (
        f"Left: searching to depth 1, 2, …, m takes {narrow.in_steps / narrow.at_once:.2f} times "
        f"the nodes of depth m alone at b = {narrow.branching} and only "
        f"{wide.in_steps / wide.at_once:.2f} times at b = {wide.branching}, as b/(b − 1) predicts. "
        f"Right: alpha-beta on {data.positions} positions of Connect Four (6x5). All depths up to "
        f"{last.depth} cost {last.forgetful / last.at_once:.2f} times the last alone; with the "
        f"recorded line tried first, {last.recorded / last.at_once:.2f} times."
    )


def tables(data: Data) -> list[Table]:
    overheads = tuple(
        (o.branching, o.depth, o.at_once, o.in_steps, round(o.in_steps / o.at_once, 3),
         round(o.branching / (o.branching - 1), 3)) for o in data.overheads
    )  # fmt: skip
    savings = tuple(
        (s.depth, s.at_once, s.forgetful, s.recorded, round(s.forgetful / s.at_once, 3),
         round(s.recorded / s.at_once, 3)) for s in data.savings
    )  # fmt: skip
    return [
        Table("deepening_overhead", "Nodes of minimax on uniform trees",
              ("b", "m", "depth m alone", "depths 1 to m", "ratio", "b/(b−1)"), overheads),
        Table("deepening_saving", "Nodes of alpha-beta on positions of Connect Four, 6x5",
              ("depth", "this depth alone", "all depths, nothing recorded",
               "all depths, line recorded", "ratio", "ratio, recorded"), savings),
    ]  # fmt: skip


def plot(data: Data, figure: Any) -> None:
    left, right = figure.subplots(1, 2)
    label(left, "Cost: minimax, uniform trees", "branching factor b",
          "nodes, relative to the last depth alone")  # fmt: skip
    branchings = [o.branching for o in data.overheads]
    left.plot(branchings, [o.in_steps / o.at_once for o in data.overheads], "o",
              color=COLOURS[1], label="depths 1 to m, measured")  # fmt: skip
    curve = [branchings[0] + i / 20 for i in range(20 * (branchings[-1] - branchings[0]) + 1)]
    left.plot(curve, [b / (b - 1) for b in curve], "--", color=GREY, label="b/(b − 1)")
    label(right, "Saving: alpha-beta, Connect Four 6x5", "depth in plies", "")
    depths = [s.depth for s in data.savings]
    right.plot(depths, [s.forgetful / s.at_once for s in data.savings], "o-", color=COLOURS[1],
               label="all depths, nothing recorded")  # fmt: skip
    right.plot(depths, [s.recorded / s.at_once for s in data.savings], "s-", color=COLOURS[0],
               label="all depths, recorded line first")  # fmt: skip
    for axes in (left, right):
        integer_ticks(axes)
        baseline(axes, 1)
        axes.set_ylim(bottom=0)
        axes.legend(loc="lower right" if axes is left else "lower left")


CLAIM = Claim(
    name="deepening",
    title="Iterative deepening: its cost and its saving",
    text="The searches before the last one multiply the work by about b/(b − 1). Each records its "
    "best line, and the next search tries it first, which pays for this (Slate and Atkin 1977; "
    "Korf 1985).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(12.0, 4.8),
)
