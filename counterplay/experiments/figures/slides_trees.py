"""The two trees of the slides, searched by every exact algorithm."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from counterplay.core.game.game import Game
from counterplay.drawing.narrator import explain
from counterplay.drawing.svg import svg
from counterplay.experiments.figures.claim import Cell, Claim, Table, Watch
from counterplay.games import load
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.catalogue import ALGORITHMS

TREES = {
    "slides_small": [[[-0.8, 0.54], [0.9, 1.22]], [0.81, -10]],
    "slides_large": [[[9, -5, -8], [10, -9, -7]], [[5, -9, -11, 4, 10], [11, 900, 999]]],
}
"""The leaves, the values of the root and of its children are those of the slides (263, 287 and 368
to 382). How the leaves of the large tree are grouped is ours: so that these values come out."""

STATED = {"slides_small": (0.54, 0.54, -10), "slides_large": (10, 9, 10)}
"""The values of the root and of its two children."""

LINES = {"slides_small": "slides 263 and 287", "slides_large": "slides 370 to 382"}


@dataclass(frozen=True)
class Run:
    """What an algorithm found in a tree."""

    tree: str
    algorithm: str
    value: float
    move: int
    evaluated: int
    nodes: int


@dataclass(frozen=True)
class Data:
    runs: tuple[Run, ...]
    values: dict[str, tuple[float, ...]]
    """The values of the root and of its children, by minimax."""


@cache
def tree(name: str) -> Game:
    return load("tree", tree=TREES[name])


def measure(quick: bool, watch: Watch) -> Data:
    runs, values = [], {}
    for name in TREES:
        game = tree(name)
        for algorithm in ALGORITHMS.values():
            if algorithm.exact and not (algorithm.needs_depth or algorithm.chance):
                found = algorithm.function(game, game.initial())
                value = found.values[0] if found.values else found.value
                runs.append(Run(name, algorithm.name, float(value), int(found.move) + 1,
                                found.evaluated, found.nodes))  # fmt: skip
        minimax = ALGORITHMS["minimax"].function
        below = [game.result(game.initial(), move) for move in game.actions(game.initial())]
        children = (-minimax(game, s).value for s in below)
        values[name] = (float(minimax(game, game.initial()).value), *map(float, children))
    watch(1.0)
    return Data(tuple(runs), values)


def caption(data: Data) -> str:
    agree = len({(r.tree, r.value, r.move) for r in data.runs}) == len(TREES)
    algorithms = len(data.runs) // len(TREES)
    small, large = (
        next(r for r in data.runs if (r.tree, r.algorithm) == (name, "alphabeta")) for name in TREES
    )
    return (
        f"{algorithms} algorithms {'all find' if agree else 'do not all find'} "
        f"{small.value:g} in the small tree and {large.value:g} in the large one, as the slides "
        f"say. Alpha-beta evaluates {small.evaluated} of 6 leaves and {large.evaluated} of 14: it "
        f"never looks at 1.22, 900 or 999."
    )


def tables(data: Data) -> list[Table]:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (r.algorithm, r.tree.removeprefix("slides_"), r.value, r.move, r.evaluated, r.nodes)
        for r in data.runs
    )
    stated = tuple(
        (name.removeprefix("slides_"), LINES[name], _list(STATED[name]), _list(values))
        for name, values in data.values.items()
    )
    return [
        Table("slides_values", "The values of the root and its children",
              ("tree", "text and line", "stated", "found"), stated),
        Table("slides_trees", "Every exact algorithm on the trees of the slides",
              ("algorithm", "tree", "value", "move", "leaves", "nodes"), rows),
    ]  # fmt: skip


def _list(values: tuple[float, ...]) -> str:
    return ", ".join(f"{value:g}" for value in values)


def pictures(data: Data) -> dict[str, str]:
    titles = {"slides_small": "Alpha-beta never looks at +1.22",
              "slides_large": "Alpha-beta on the example of the slides"}  # fmt: skip
    drawn = {}
    for name, title in titles.items():
        found = alphabeta(tree(name), tree(name).initial(), trace=True)
        drawn[f"{name}.svg"] = svg(explain(found, tree(name), title=title), None, caption=True)
    return drawn


CLAIM = Claim(
    name="slides_trees",
    title="The trees of the slides, by every algorithm",
    text="A node is left as soon as its parent, or any ancestor, would not choose it (slides 260 "
    "to 287 and 366 to 436).",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
