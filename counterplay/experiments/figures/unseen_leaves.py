"""The leaves that alpha-beta never evaluates can have any value: max(3, min(2, x, y), 2) = 3."""

from __future__ import annotations

import random
from dataclasses import dataclass

from counterplay.experiments.figures.canvas import Canvas
from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.figures.tree_picture import Twig, draw_tree
from counterplay.experiments.figures.trees import Uniform
from counterplay.textbook.examples import TWO_PLY
from counterplay.textbook.minimax import minimax

PAIRS, QUICK_PAIRS, FARTHEST = 10_000, 1000, 1000
SHOWN = ((4, 6), (2, 2), (100, 1000), (-1000, 5), (-1000, -1000), (1000, 1000))


@dataclass(frozen=True)
class Case:
    """Values of x and y, and what minimax finds."""

    x: int
    y: int
    z: float
    value: float
    move: int


@dataclass(frozen=True)
class Data:
    cases: tuple[Case, ...]

    @property
    def values(self) -> set[tuple[float, int]]:
        """Each value of the root with its move."""
        return {(case.value, case.move) for case in self.cases}


def measure(quick: bool, watch: Watch) -> Data:
    rng = random.Random(1)
    count = QUICK_PAIRS if quick else PAIRS
    pairs = [*SHOWN, *((rng.randint(-FARTHEST, FARTHEST), rng.randint(-FARTHEST, FARTHEST))
                       for _ in range(count))]  # fmt: skip
    cases = []
    for number, (x, y) in enumerate(pairs, 1):
        leaves = [*TWO_PLY.tree[0], 2, x, y, *TWO_PLY.tree[2]]
        tree = Uniform(3, 2, leaves.__getitem__)
        found = minimax(tree, tree.root)
        cases.append(Case(x, y, min(2, x, y), found.value, int(found.move) + 1))
        watch(number / len(pairs))
    return Data(tuple(cases))


def caption(data: Data) -> str:
    found = ", ".join(f"{value:g} by a{move}" for value, move in sorted(data.values))
    return (
        f"{len(data.cases):,} pairs of values for the leaves x and y that alpha-beta never "
        f"evaluates, from −{FARTHEST} to {FARTHEST}. Minimax on the whole tree always finds the "
        f"same: {found}."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple((c.x, c.y, c.z, c.value, f"a{c.move}") for c in data.cases[: len(SHOWN)])
    headings = ("x", "y", "z = min(2, x, y)", "value of the root", "move")
    return [Table("unseen_leaves", "The value of the root for some x and y", headings, rows)]


def pictures(data: Data) -> dict[str, str]:
    return {"unseen_leaves.svg": picture()}


def picture() -> str:
    """Return the tree with unknown leaves, and the calculation."""
    canvas = Canvas("The pruned leaves x and y do not matter")
    canvas.words((24, 38), canvas.title, 22, bold=True)
    b = Twig("min", "B", "3", _leaves(TWO_PLY.tree[0]), "best", "a1")
    d = Twig("min", "D", "2", _leaves(TWO_PLY.tree[2]), edge="a3")
    unknown = tuple(Twig("end", value=name, look="pruned") for name in "xy")
    c = Twig("min", "C", "z ≤ 2", (Twig("end", value="2"), *unknown), edge="a2")
    draw_tree(canvas, Twig("max", "A", "3", (b, c, d), look="best"), (24, 70))
    y = canvas.bottom + 48
    for line in (
        "MINIMAX(A) = max( min(3, 12, 8), min(2, x, y), min(14, 5, 2) )",
        "= max( 3, min(2, x, y), 2 )",
        "= max( 3, z, 2 )   where z = min(2, x, y) ≤ 2",
        "= 3, for any x and y",
    ):
        indent = 24 if line.startswith("M") else 122
        canvas.words((indent, y), line, 17, bold=line.endswith("y"))
        y += 27
    return canvas.svg()


def _leaves(values: list[int]) -> tuple[Twig, ...]:
    return tuple(Twig("end", value=str(value)) for value in values)


CLAIM = Claim(
    name="unseen_leaves",
    title="The pruned leaves do not matter",
    text="The value of the root and the decision are independent of the values of the pruned "
    "leaves x and y: max(3, min(2, x, y), 2) = 3 (textbook 127).",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
