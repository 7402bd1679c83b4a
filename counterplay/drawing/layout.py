"""Layout of a tree: leaves side by side, each parent above the middle of its children."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from counterplay.drawing.crop import Shown
from counterplay.drawing.formatting import format_value
from counterplay.drawing.tree import LEAVES, Node

CHARACTER, SMALL_CHARACTER = 8.4, 6.8
LEVEL, MOST_LEVEL, GAP, BOX = 96.0, 170.0, 12.0, 30.0
LABEL = 0.6
SHAPE = 20.0
"""Half the width of a triangle or circle."""


@dataclass(frozen=True)
class Place:
    """The position of a node: the middle of its shape. Without a node: how many are hidden here."""

    node: Node | None
    x: float
    y: float
    above: Place | None
    hidden: int = 0


def edge_label(node: Node) -> str:
    """Return the label of the edge to a node: the move, and the probability of an outcome."""
    return (
        node.label
        if node.probability is None
        else f"{node.label} ({format_value(node.probability)})"
    )


@dataclass(frozen=True)
class Texts:
    """The longest texts of each node, by number. The layout leaves room for them."""

    beside: Mapping[int, str]
    inside: Mapping[int, str]
    under: Mapping[int, str]
    left: Mapping[int, str] = field(default_factory=dict)

    def shape_width(self, node: Node) -> float:
        """Return the width of the shape alone. A box is as wide as the text in it."""
        if node.kind in LEAVES:
            return max(BOX, CHARACTER * len(self.beside.get(node.number, "")) + 12)
        if node.kind.isdecimal():
            return max(2 * SHAPE, CHARACTER * len(self.inside.get(node.number, "")) + 16)
        return 2 * SHAPE

    def reach(self, node: Node) -> tuple[float, float]:
        """Return the width of the node to the left and to the right of its middle."""
        under = SMALL_CHARACTER * len(self.under.get(node.number, ""))
        # Labels are at LABEL of the way down their edges, closer together than the nodes.
        label = SMALL_CHARACTER * len(edge_label(node)) / LABEL
        half = (max(self.shape_width(node), under, label) + GAP) / 2
        left, right = self.words(node)
        return half + left, half + right

    def words(self, node: Node) -> tuple[float, float]:
        """Return the width of the texts to the left and to the right of the shape."""
        if node.kind in LEAVES:
            return 0.0, 0.0
        left = CHARACTER * len(self.left.get(node.number, ""))
        return left, 6 + CHARACTER * len(self.beside.get(node.number, ""))


@dataclass(frozen=True)
class Layout:
    """The places of all nodes, parents first, and the size of the drawing."""

    places: tuple[Place, ...]
    width: float
    height: float


@dataclass(frozen=True)
class _Extent:
    """The width of a subtree to the left and to the right of its root.

    `middles` are the positions of the children, relative to the root.
    """

    left: float
    right: float
    children: tuple[_Extent, ...] = ()
    middles: tuple[float, ...] = ()


def lay_out(top: Shown, texts: Texts) -> Layout:
    """Place every node that is drawn. Wide trees get more space between rows."""
    extent = _measure(top, texts)
    width = extent.left + extent.right
    level = min(MOST_LEVEL, max(LEVEL, width / 10))
    places: list[Place] = []
    _place(top, extent, extent.left, level, None, places)
    return Layout(tuple(places), width, max(p.y for p in places) + 2 * SHAPE)


def _measure(shown: Shown, texts: Texts) -> _Extent:
    left, right = texts.reach(shown.node)
    below = [_measure(child, texts) for child in shown.children]
    if shown.hidden:
        more = (SMALL_CHARACTER * len(f"… {shown.hidden} more") + GAP) / 2
        below.append(_Extent(more, more))
    if not below:
        return _Extent(left, right)
    at, middles = 0.0, []
    for extent in below:
        middles.append(at + extent.left)
        at += extent.left + extent.right
    centre = (middles[0] + middles[-1]) / 2
    relative = tuple(middle - centre for middle in middles)
    return _Extent(max(left, centre), max(right, at - centre), tuple(below), relative)


def _place(
    shown: Shown, extent: _Extent, x: float, level: float, above: Place | None, places: list[Place]
) -> None:
    y = SHAPE + level * shown.node.depth
    here = Place(shown.node, x, y, above)
    places.append(here)
    for child, below, middle in zip(shown.children, extent.children, extent.middles, strict=False):
        _place(child, below, x + middle, level, here, places)
    if shown.hidden:
        places.append(Place(None, x + extent.middles[-1], y + level, here, shown.hidden))
