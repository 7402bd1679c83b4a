"""Figure 5.6: the general case of alpha-beta pruning, and a tree in which it happens.

A cutoff is deep if the better choice m is not at the parent of n but further up. `shallow` is
alpha-beta without deep cutoffs: a node knows only what the node above it has found.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from counterplay.drawing.narrator import explain
from counterplay.drawing.svg import svg
from counterplay.experiments.figures.canvas import Canvas
from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.figures.tree_picture import Twig, draw_tree
from counterplay.experiments.figures.trees import uniform
from counterplay.games import load
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.minimax import minimax

DEEP = [5, [[[4, 8], [3, 9]], 12]]
"""MAX has m, worth 5, at the root. Three plies down, the first leaf of a MIN node is 4. So this
node n will never be reached, though MAX, who moves above it, knows nothing better there."""

SHAPES = ((2, 6), (2, 10), (3, 6), (4, 4), (4, 6), (6, 4))
TREES, QUICK_TREES = 200, 5


@dataclass(frozen=True)
class Shape:
    """The leaves of uniform trees in random order, with and without deep cutoffs."""

    branching: int
    depth: int
    shallow: Estimate
    deep: Estimate


@dataclass(frozen=True)
class Data:
    leaves: dict[str, int]
    """The leaves of the tree DEEP that each search evaluates."""
    value: float
    shapes: tuple[Shape, ...]


def shallow(game: Any, state: Any) -> tuple[float, int]:
    """Search without deep cutoffs; return the value for the first player, and the leaves."""
    leaves = 0

    def value(s: Any, bound: float) -> float:
        """The value for the first player; the player above already has `bound` instead."""
        nonlocal leaves
        if game.terminal(s):
            leaves += 1
            return float(game.utility(s, 0))
        sign = 1 if game.player(s) == 0 else -1
        best = -inf
        for move in game.actions(s):
            best = max(best, sign * value(game.result(s, move), sign * best))
            if best >= sign * bound:
                break
        return sign * best

    top = inf if game.player(state) == 0 else -inf
    return value(state, top), leaves


def measure(quick: bool, watch: Watch) -> Data:
    game = load("tree", tree=DEEP)
    found, whole = alphabeta(game, game.initial()), minimax(game, game.initial())
    leaves = {
        "minimax": whole.evaluated,
        "alpha-beta without deep cutoffs": shallow(game, game.initial())[1],
        "alpha-beta": found.evaluated,
    }
    shapes = []
    for number, (b, m) in enumerate(SHAPES, 1):
        trees = [uniform(b, m, "random", seed) for seed in range(QUICK_TREES if quick else TREES)]
        shapes.append(Shape(
            b, m,
            estimate([float(shallow(t, t.root)[1]) for t in trees]),
            estimate([float(alphabeta(t, t.root).evaluated) for t in trees]),
        ))  # fmt: skip
        watch(number / len(SHAPES))
    return Data(leaves, found.value, tuple(shapes))


def caption(data: Data) -> str:
    saved = max(1 - s.deep.mean / s.shallow.mean for s in data.shapes)
    counts = ", ".join(f"{name} {n}" for name, n in data.leaves.items())
    return (
        f"If m is better than n for Player, play never gets to n. In the tree, MAX can have "
        f"{data.value:g} at the root, so a MIN node three plies down is left as soon as a leaf "
        f"below it is worth 4. Leaves evaluated: {counts}. In random trees, deep cutoffs save up "
        f"to {100 * saved:.0f} % of the leaves."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (s.branching, s.depth, str(s.shallow), str(s.deep),
         f"{100 * (1 - s.deep.mean / s.shallow.mean):.1f} %")
        for s in data.shapes
    )  # fmt: skip
    return [
        Table("deep_cutoff", "Leaves evaluated in the tree", ("search", "leaves"),
              tuple(data.leaves.items())),
        Table("deep_cutoff_random", "Leaves evaluated in random uniform trees",
              ("b", "m", "without deep cutoffs", "alpha-beta", "saved"), rows),
    ]  # fmt: skip


def pictures(data: Data) -> dict[str, str]:
    game = load("tree", tree=DEEP)
    found = alphabeta(game, game.initial(), trace=True)
    title = "A deep cutoff: what MAX has at the root ends the search three plies down"
    return {
        "deep_cutoff.svg": svg(explain(found, game, title=title), None, caption=True),
        "general_case.svg": general_case(),
    }


def general_case() -> str:
    """Return the schema: m and n, any distance apart."""
    canvas = Canvas("The general case of alpha-beta pruning")
    canvas.words((24, 38), canvas.title, 22, bold=True)
    n = Twig("min", "n", look="marked", children=(Twig("gap"), Twig("gap")))
    lower = Twig("max", children=(Twig("gap"), n))
    upper = Twig("max", children=(Twig("min", "m", look="best"), Twig("min", children=(
        Twig("gap", value="   "), lower))))  # fmt: skip
    places = draw_tree(canvas, upper, (150, 80))
    rows = ("Player", "Opponent", "Player", "Opponent")
    for i, who in enumerate(rows):
        canvas.words((24, 80 + 20 + 96 * i + 5), who, 16, bold=True)
    x = canvas.right + 40
    y = places["m"][1]
    for i, line in enumerate((
        "m is better for Player than n.",
        "Player can choose m further up,",
        "so play never gets to n: stop there",
        "as soon as n is known to be worse.",
    )):  # fmt: skip
        canvas.words((x, y + 24 * i), line, 16)
    return canvas.svg()


CLAIM = Claim(
    name="deep_cutoff",
    title="A choice anywhere further up can prune a node",
    text="If Player has a better choice m at the parent of n or at any choice point further up, n "
    "will never be reached in play (textbook, figure 5.6, line 145; slides 293).",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
