"""Where the nodes of a tree stand on the paper: ends side by side, parents above the middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from counterplay.drawing.crop import Shown
from counterplay.drawing.tree import LEAVES, Node
from counterplay.drawing.words import number

CHARACTER, SMALL_CHARACTER = 8.4, 6.8
LEVEL, MOST_LEVEL, GAP, BOX = 96.0, 170.0, 12.0, 30.0
LABEL = 0.6
SHAPE = 20.0
"""Half the width of a triangle or circle."""


@dataclass(frozen=True)
class Place:
    """A node and the middle of its shape; without a node it says how many are not shown."""

    node: Node | None
    x: float
    y: float
    above: Place | None
    hidden: int = 0


def edge_label(node: Node) -> str:
    """What stands at the edge to a node: the move, and the probability of an outcome."""
    return node.label if node.probability is None else f"{node.label} ({number(node.probability)})"


@dataclass(frozen=True)
class Texts:
    """What is written at nodes, by their numbers, at its longest: it takes room on the paper."""

    beside: Mapping[int, str]
    inside: Mapping[int, str]
    under: Mapping[int, str]

    def shape_width(self, node: Node) -> float:
        """The width of the shape alone: a box is as wide as what stands in it."""
        if node.kind in LEAVES:
            return max(BOX, CHARACTER * len(self.beside.get(node.number, "")) + 12)
        if node.kind.isdecimal():
            return max(2 * SHAPE, CHARACTER * len(self.inside.get(node.number, "")) + 16)
        return 2 * SHAPE

    def reach(self, node: Node) -> tuple[float, float]:
        """How far the node reaches to the left and to the right of its middle."""
        under = SMALL_CHARACTER * len(self.under.get(node.number, ""))
        # Labels stand at LABEL of the way down their edges, closer together than the nodes.
        label = SMALL_CHARACTER * len(edge_label(node)) / LABEL
        half = (max(self.shape_width(node), under, label) + GAP) / 2
        if node.kind in LEAVES:
            return half, half
        return half, half + 6 + CHARACTER * len(self.beside.get(node.number, ""))


@dataclass(frozen=True)
class Layout:
    """All places, parents first, and the size of the paper they take."""

    places: tuple[Place, ...]
    width: float
    height: float


@dataclass(frozen=True)
class _Strip:
    """How far a node with all below it reaches to the left and to the right of its middle.

    `middles` are those of the nodes right below it, seen from its own.
    """

    left: float
    right: float
    children: tuple[_Strip, ...] = ()
    middles: tuple[float, ...] = ()


def lay_out(top: Shown, texts: Texts) -> Layout:
    """Place every node that is shown; the wider the tree, the further its rows are apart."""
    strip = _measure(top, texts)
    width = strip.left + strip.right
    level = min(MOST_LEVEL, max(LEVEL, width / 16))
    places: list[Place] = []
    _place(top, strip, strip.left, level, None, places)
    return Layout(tuple(places), width, max(p.y for p in places) + 2 * SHAPE)


def _measure(shown: Shown, texts: Texts) -> _Strip:
    left, right = texts.reach(shown.node)
    below = [_measure(child, texts) for child in shown.children]
    if shown.hidden:
        more = (SMALL_CHARACTER * len(f"… {shown.hidden} more") + GAP) / 2
        below.append(_Strip(more, more))
    if not below:
        return _Strip(left, right)
    at, middles = 0.0, []
    for strip in below:
        middles.append(at + strip.left)
        at += strip.left + strip.right
    centre = (middles[0] + middles[-1]) / 2
    seen = tuple(middle - centre for middle in middles)
    return _Strip(max(left, centre), max(right, at - centre), tuple(below), seen)


def _place(
    shown: Shown, strip: _Strip, x: float, level: float, above: Place | None, places: list[Place]
) -> None:
    y = SHAPE + level * shown.node.depth
    here = Place(shown.node, x, y, above)
    places.append(here)
    for child, below, middle in zip(shown.children, strip.children, strip.middles, strict=False):
        _place(child, below, x + middle, level, here, places)
    if shown.hidden:
        places.append(Place(None, x + strip.middles[-1], y + level, here, shown.hidden))
