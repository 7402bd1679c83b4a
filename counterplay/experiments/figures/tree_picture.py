"""Small trees as pictures: those of the texts, with the shapes of the texts.

Trees of a search come from `counterplay.drawing`. This draws trees that no search has made: a
schema, a tree with unknown leaves, or one in the shapes of another text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from counterplay.experiments.figures.canvas import (
    BLUE_FILL,
    FAINT,
    GREEN,
    GREY,
    INK,
    ORANGE_FILL,
    RED,
    YELLOW_FILL,
    Canvas,
    Point,
    text_width,
)

Kind = Literal["max", "min", "end", "gap"]
Look = Literal["plain", "best", "pruned", "marked"]
Shapes = Literal["triangles", "squares and circles"]

HALF, LEVEL, GAP, LEAF = 20.0, 96.0, 24.0, 34.0
"""Half the width of a shape, the height of a row, the space between leaves, the side of a leaf."""

FILLS = {"max": BLUE_FILL, "min": ORANGE_FILL}
INKS = {"plain": INK, "best": GREEN, "pruned": FAINT, "marked": INK}


@dataclass(frozen=True)
class Twig:
    """A node with what is below it.

    kind   `max` or `min` moves, the game ends, or a `gap`: dots for what is left out
    name   is written in the shape, `value` beside it; in a leaf, only the value
    look   best play, pruned (with a crossed edge), or marked
    edge   the move that leads here
    """

    kind: Kind
    name: str = ""
    value: str = ""
    children: tuple[Twig, ...] = ()
    look: Look = "plain"
    edge: str = ""

    def width(self) -> float:
        """The width of the node and of all below it."""
        below = sum(child.width() for child in self.children) + GAP * (len(self.children) - 1)
        size = 15.0
        if self.kind in ("end", "gap"):
            return max(LEAF, text_width(self.value, size) + 12)
        return max(below, 2 * HALF + 2 * text_width(self.value, size) + 12)


def draw_tree(
    canvas: Canvas, root: Twig, corner: Point, shapes: Shapes = "triangles"
) -> dict[str, Point]:
    """Draw a tree from its upper left corner on; return the places of the nodes with a name."""
    places: dict[str, Point] = {}
    nodes = list(_places(root, corner[0], corner[1] + HALF))
    for twig, at, above in nodes:
        if above is not None:
            _edge(canvas, twig, at, above)
    for twig, at, _ in nodes:
        _node(canvas, twig, at, shapes)
        if twig.name:
            places[twig.name] = at
    return places


def _places(
    twig: Twig, left: float, y: float, above: Point | None = None
) -> Iterator[tuple[Twig, Point, Point | None]]:
    """Yield each node, its middle, and that of the node above it."""
    middles, x = [], left
    below = sum(child.width() for child in twig.children) + GAP * (len(twig.children) - 1)
    x += max(0.0, twig.width() - below) / 2 if twig.children else 0.0
    for child in twig.children:
        middles.append(x + child.width() / 2)
        x += child.width() + GAP
    middle = (middles[0] + middles[-1]) / 2 if middles else left + twig.width() / 2
    yield twig, (middle, y), above
    for child, at in zip(twig.children, middles, strict=True):
        yield from _places(child, at - child.width() / 2, y + LEVEL, (middle, y))


def _edge(canvas: Canvas, twig: Twig, at: Point, above: Point) -> None:
    top, bottom = (above[0], above[1] + HALF), (at[0], at[1] - HALF)
    wide = 4.0 if twig.look == "best" else 1.6
    canvas.line(top, bottom, INKS[twig.look], wide, "5 4" if twig.look == "pruned" else "")
    if twig.look == "pruned":
        x, y = top[0] + 0.4 * (bottom[0] - top[0]), top[1] + 0.4 * (bottom[1] - top[1])
        for drop in (-3, 3):
            canvas.line((x - 8, y + drop + 2), (x + 8, y + drop - 2), RED, 2.2)
    if twig.edge:
        x, y = (top[0] + 2 * bottom[0]) / 3, (top[1] + 2 * bottom[1]) / 3
        wide = text_width(twig.edge, 13) + 6
        canvas.rectangle((x - wide / 2, y - 9), (wide, 17), colour="none", width=0)
        canvas.words((x, y + 4), twig.edge, 13, "middle", GREY)


def _node(canvas: Canvas, twig: Twig, at: Point, shapes: Shapes) -> None:
    (x, y), ink = at, INKS[twig.look]
    wide = 3.2 if twig.look == "best" else 1.6
    words = GREY if twig.look == "pruned" else INK
    fill = YELLOW_FILL if twig.look == "marked" else FILLS.get(twig.kind, "#ffffff")
    fill = "#f3f3f3" if twig.look == "pruned" else fill
    if twig.kind == "gap":
        canvas.words((x, y + 5), "…", 20, "middle", GREY)
        return
    if twig.kind == "end":
        side = max(LEAF, text_width(twig.value, 15) + 10)
        canvas.rectangle((x - side / 2, y - LEAF / 2), (side, LEAF), fill, ink, wide)
        canvas.words((x, y + 5), twig.value, 15, "middle", words)
        if twig.name:
            canvas.words((x, y + LEAF / 2 + 17), twig.name, 13, "middle", GREY)
        return
    drop = 5.0
    if shapes == "triangles":
        tip = -HALF if twig.kind == "max" else HALF
        corners = [(x, y + tip), (x - HALF, y - tip), (x + HALF, y - tip)]
        canvas.polygon(corners, fill, ink, wide)
        drop = 13.0 if twig.kind == "max" else -1.0
    elif twig.kind == "max":
        canvas.rectangle((x - HALF, y - HALF), (2 * HALF, 2 * HALF), fill, ink, wide)
    else:
        canvas.circle(at, HALF, fill, ink, wide)
    canvas.words((x, y + drop), twig.name, 15, "middle", words, bold=True)
    if twig.value:
        canvas.words((x + HALF + 6, y + 5), twig.value, 15, colour=words, bold=True)
