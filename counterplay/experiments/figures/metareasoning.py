"""Claim: nodes that can change the decision are worth more than nodes at the same depth.

The trees are random walks: every move adds a random number between -1 and 1, and a leaf is worth
the sum on the path to it. The evaluation of a node is its sum so far, and a quarter for the player
to move: half of what the best of three moves adds on average. So its error is that of the moves
still to come, as in real games.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import mean
from typing import Any

from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.figures.trees import State, Uniform, mix
from counterplay.experiments.plots import COLOURS, label
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.hminimax import hminimax
from counterplay.textbook.metareasoning import metareasoning
from counterplay.textbook.ordering import ordered

BRANCHING = 3
TEMPO = 0.25
PLIES = 9
TREES, QUICK_TREES = 200, 12
DEPTHS, QUICK_DEPTHS = (1, 2, 3, 4, 5, 6, 7), (2, 4, 6)
BUDGETS, QUICK_BUDGETS = (12, 25, 50, 100, 200, 400), (50, 400)
ENOUGH = 100
FEW = " So few trees only show that the command works."
SIGMA = 1 / sqrt(3)
"""The deviation of one move, which is uniform between -1 and 1."""
FINE = 1000


class Walk(Uniform):
    """A tree whose leaves are the sums of the moves that lead to them."""

    def __init__(self, branching: int, depth: int, seed: int) -> None:
        super().__init__(branching, depth, lambda leaf: 0)
        self.seed = seed
        self.sums: dict[State, float] = {self.root: 0.0}

    def sum_of(self, s: State) -> float:
        if s not in self.sums:
            step = mix(self.seed, (s[0] << 32) + s[1]) % (2 * FINE + 1) / FINE - 1
            self.sums[s] = self.sum_of((s[0] - 1, s[1] // self.branching)) + step
        return self.sums[s]

    def evaluate(self, s: State, p: int) -> float:
        value = self.sum_of(s) + (TEMPO if self.player(s) == 0 else -TEMPO)
        return value if p == 0 else -value

    def utility(self, s: State, p: int) -> float:
        return self.sum_of(s) if p == 0 else -self.sum_of(s)


@dataclass(frozen=True)
class Point:
    """One search with one setting: its nodes, and what its moves give away."""

    search: str
    nodes: float
    loss: Estimate
    right: float
    """The share of best moves."""


@dataclass(frozen=True)
class Data:
    points: tuple[Point, ...]
    plies: int


def searches(quick: bool) -> dict[tuple[str, int], Any]:
    """Return each search of a tree, by its name and its depth or number of nodes."""
    found: dict[tuple[str, int], Any] = {}
    for d in QUICK_DEPTHS if quick else DEPTHS:
        for name, search in (("minimax to a depth", hminimax), ("alpha-beta to a depth", ordered)):
            if name != "minimax to a depth" or d < 6:
                found[name, d] = lambda t, search=search, d=d: search(
                    t, t.root, depth=d, evaluate=t.evaluate
                )
    for n in QUICK_BUDGETS if quick else BUDGETS:
        found["metareasoning", n] = lambda t, n=n: metareasoning(
            t, t.root, evaluate=t.evaluate, nodes=n, sigma=SIGMA
        )
    return found


def measure(quick: bool, watch: Watch) -> Data:
    trees = QUICK_TREES if quick else TREES
    results: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for seed in range(trees):
        tree = Walk(BRANCHING, PLIES, seed)
        worth = [-alphabeta(tree, tree.result(tree.root, a)).value for a in range(BRANCHING)]
        for key, search in searches(quick).items():
            found = search(tree)
            results.setdefault(key, []).append((found.nodes, max(worth) - worth[found.move]))
        watch((seed + 1) / trees)
    points = [
        Point(
            name,
            mean(nodes for nodes, _ in seen),
            estimate([loss for _, loss in seen]),
            mean(float(loss == 0) for _, loss in seen),
        )
        for (name, _), seen in results.items()
    ]
    return Data(tuple(points), PLIES)


def caption(data: Data) -> str:
    reasoned = [p for p in data.points if p.search == "metareasoning"]
    shown = "; ".join(
        f"{_given(p)} at {p.nodes:.0f} nodes, alpha-beta to a depth {_given(near)} at "
        f"{near.nodes:.0f}"
        for p in reasoned[-3:]
        for near in (nearest(data, "alpha-beta to a depth", p.nodes),)
    )
    plain = nearest(data, "minimax to a depth", reasoned[-1].nodes)
    return (
        f"What a move gives away, on average over {plain.loss.count} random walks of "
        f"{data.plies} plies with {BRANCHING} moves each, with 95 % intervals. Metareasoning: "
        f"{shown}. Minimax without pruning gives away {_given(plain)} at {plain.nodes:.0f} nodes. "
        f"Metareasoning needs to know how far evaluations err, and spends more time on each node."
        + ("" if plain.loss.count >= ENOUGH else FEW)
    )


def _given(point: Point) -> str:
    return f"{point.loss.mean:.3f} ± {point.loss.error:.3f}"


def nearest(data: Data, search: str, nodes: float) -> Point:
    """Return the measurement of a search whose nodes are nearest to a number."""
    return min((p for p in data.points if p.search == search), key=lambda p: abs(p.nodes - nodes))


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (p.search, round(p.nodes, 1), round(p.loss.mean, 4), round(p.loss.error, 4),
         round(100 * p.right, 1))
        for p in data.points
    )  # fmt: skip
    heads = ("search", "nodes", "given away", "±", "best moves, %")
    return [Table("metareasoning", "What the chosen move gives away, by nodes", heads, rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "nodes of the search", "given away by the chosen move")
    axes.set_xscale("log")
    for i, name in enumerate(dict.fromkeys(p.search for p in data.points)):
        points = [p for p in data.points if p.search == name]
        axes.errorbar([p.nodes for p in points], [p.loss.mean for p in points],
                      [p.loss.error for p in points], fmt="sov"[i] + ("--" * (i < 2) or "-"),
                      color=COLOURS[(1, 4, 0)[i]], label=name)  # fmt: skip
    ticks = (4, 10, 25, 50, 100, 200, 400)
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_ylim(bottom=0)
    axes.legend()


CLAIM = Claim(
    name="metareasoning",
    title="Search where one more node can change the decision",
    text="Alpha-beta reasons about which computations are relevant, a form of metareasoning. Its "
    "simplest next step: expand the node that is most likely to change the decision (Russell and "
    "Wefald 1989).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
