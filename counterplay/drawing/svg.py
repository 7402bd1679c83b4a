"""A search as a standalone SVG picture, with the shapes of the book for MAX, MIN and chance.

Everything that changes between steps is a class or a text of an element with an id: `n5` is a
node, `e5` the edge to it. So the HTML page can step through the same picture.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from math import hypot

from counterplay.drawing.crop import MOST_CHILDREN, MOST_NODES, crop
from counterplay.drawing.explanation import Explanation, NodeInfo
from counterplay.drawing.formatting import format_note, format_value
from counterplay.drawing.layout import (
    BOX,
    LABEL,
    SHAPE,
    Layout,
    Place,
    Texts,
    edge_label,
    lay_out,
)
from counterplay.drawing.tree import LEAVES, Node

MARGIN, LINE, MOST_REASONS, NARROWEST = 24.0, 20.0, 6, 640.0
WIDEST, SCROLLED, FEWEST, FEWEST_CHILDREN = 1500.0, 3000.0, 12, 6
"""A wider tree is cropped further: first its long rows, then its nodes. Pages can be scrolled, and
trees that someone wrote down are shown whole if possible: they may be SCROLLED pixels wide."""
ROW = 9.6
LONGEST_INSIDE = 2
"""A longer name stands to the left of its triangle or circle."""
PLAYERS = 4
"""The number of players with their own colour."""


def svg(
    explanation: Explanation,
    step: int | None = None,
    caption: bool = True,
    most_nodes: int = MOST_NODES,
    most_children: int = MOST_CHILDREN,
    widest: float | None = None,
) -> str:
    """Return the tree after `step` steps, by default after all. `caption` adds title and text.

    A tree that is wider than `widest` pixels is cropped.
    """
    if widest is None:
        widest = SCROLLED if explanation.tree.is_given else WIDEST
    last = step is None or step >= len(explanation.steps)
    picture = _Picture(explanation, explanation.node_infos(step), last, None if last else step)
    while True:
        shown = crop(explanation.tree.root, explanation.line, most_nodes, most_children)
        layout = lay_out(shown, picture.texts)
        if layout.width <= widest or most_nodes <= FEWEST:
            if step and not last:
                picture.active = shown.nearest(explanation.steps[step - 1].node).number
            return picture.draw(layout, caption)
        if most_children > FEWEST_CHILDREN:
            most_children -= 2
        else:
            most_nodes = most_nodes * 3 // 4


class _Picture:
    """One picture of an explanation after a step. `last` is true after the last step."""

    def __init__(
        self, explanation: Explanation, infos: Sequence[NodeInfo], last: bool, step: int | None
    ) -> None:
        self.explanation, self.infos, self.last, self.step = explanation, infos, last, step
        beside: dict[int, str] = {}
        under: dict[int, str] = {}
        for taken in explanation.steps:
            for where, info in taken.changes.items():
                beside[where] = max(beside.get(where, ""), info.text, key=len)
                under[where] = max(under.get(where, ""), info.under, key=len)
        nodes = explanation.tree.nodes
        inside = {n.number: n.letter for n in nodes if len(n.letter) <= LONGEST_INSIDE}
        left = {n.number: n.letter for n in nodes if len(n.letter) > LONGEST_INSIDE}
        for node in nodes:
            if node.kind.isdecimal():
                letter = node.letter
                mover = explanation.tree.mover(node.kind)
                inside[node.number] = f"{letter}: {mover}" if letter else mover
                left.pop(node.number, None)
        self.texts = Texts(beside, inside, under, left)
        self.active: int | None = None

    def draw(self, layout: Layout, caption: bool) -> str:
        rows = list(self.rows(layout))
        left = MARGIN + (max(len(text) for _, text in rows) * ROW + 16 if rows else 0)
        top = MARGIN + (2 * LINE if caption and self.explanation.title else 0)
        width = left + layout.width + MARGIN
        words = list(self.words(max(width, NARROWEST) - 2 * MARGIN)) if caption else []
        if caption:
            left += max(0.0, NARROWEST - width) / 2
            width = max(width, NARROWEST, 12.5 * len(self.explanation.title) + 2 * MARGIN)
        height = top + layout.height + len(words) * LINE + (LINE if words else 0) + MARGIN / 2
        size = f'width="{width:.0f}" height="{height:.0f}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'{size} role="img">',
            f"<title>{escape(self.explanation.title or 'A search')}. "
            f"{escape(self.explanation.summary)}</title>",
            f"<style>{files(__package__).joinpath('picture.css').read_text('utf-8')}</style>",
            f'<rect class="paper" {size}/>',
        ]
        if caption and self.explanation.title:
            parts.append(text(MARGIN, MARGIN + 14, self.explanation.title, "title"))
        parts += [text(MARGIN, top + y + 5, name, "row") for y, name in rows]
        parts.append(f'<g transform="translate({left:.1f} {top:.1f})">')
        parts += [self.edge(place) for place in layout.places if place.above]
        parts += self.alike(layout)
        parts += [self.node(place) for place in layout.places]
        parts.append("</g>")
        under = top + layout.height + LINE + 4
        for i, (line, style) in enumerate(words):
            parts.append(text(MARGIN, under + i * LINE, line, style))
        return "\n".join([*parts, "</svg>\n"])

    def rows(self, layout: Layout) -> Iterator[tuple[float, str]]:
        """Yield the height and the player of each row in which only one player moves."""
        kinds: dict[float, set[str]] = {}
        for place in layout.places:
            if place.node and place.node.kind not in LEAVES:
                kinds.setdefault(place.y, set()).add(place.node.kind)
        for y, in_row in kinds.items():
            kind = in_row.pop()
            if not in_row and not kind.isdecimal():
                yield y, self.explanation.tree.mover(kind).upper()

    def words(self, width: float) -> Iterator[tuple[str, str]]:
        """Yield the lines below the tree: the decision, and the reasons of the prunings."""
        taken = self.explanation.steps[: self.step]
        text_ = self.explanation.summary if self.last else f"Step {self.step}: {taken[-1].text}"
        reasons = [step.text for step in taken if step.event == "prune"]
        for line in textwrap.wrap(text_, int(width / 9)):
            yield line, "summary"
        for reason in reasons[:MOST_REASONS]:
            for line in textwrap.wrap(reason, int(width / 7)):
                yield line, "caption"
        if len(reasons) > MOST_REASONS:
            yield f"… and {len(reasons) - MOST_REASONS} more cutoffs.", "caption"

    def alike(self, layout: Layout) -> Iterator[str]:
        """Yield a dashed line between nodes that look alike to the player who moves there.

        It runs from the value of one to the shape of the next, so that both can be read.
        """
        ends: dict[str, float] = {}
        for place in layout.places:
            if place.node is None or not place.node.alike:
                continue
            half = self.texts.shape_width(place.node) / 2
            left, right = self.texts.words(place.node)
            begin, y = ends.get(place.node.alike), f"{place.y:.1f}"
            if begin is not None:
                yield f'<path class="alike" d="M{begin:.1f} {y}L{place.x - half - left:.1f} {y}"/>'
            ends[place.node.alike] = place.x + half + right

    # Nodes and edges ----------------------------------------------------------------------------

    def status(self, node: Node) -> str:
        best = " best" if self.last and node.number in self.explanation.line else ""
        active = " active" if node.number == self.active else ""
        return self.infos[node.number].status + best + active

    def node(self, place: Place) -> str:
        node, x, y = place.node, place.x, place.y
        if node is None:
            return text(x, y + 5, f"… {place.hidden} more", "small inside")
        info = self.infos[node.number]
        kind = node.kind
        if kind.isdecimal():
            kind = f"player player{kind}" if int(kind) < PLAYERS else "player"
        parts = [
            f'<g id="n{node.number}" class="{kind} {self.status(node)}">',
            f"<title>{escape(format_note(info.note) or self.described(node))}</title>",
            self.shape(node, x, y),
        ]
        if node.kind not in LEAVES:
            drop = {"max": 12.0, "min": -1.0}.get(node.kind, 5.0)
            parts.append(text(x, y + drop, self.texts.inside.get(node.number, ""), "name"))
            reach = self.texts.shape_width(node) / 2 + 5
            parts.append(outlined(x + reach, y + 5, info.text, "beside value"))
            if left := self.texts.left.get(node.number):
                parts.append(outlined(x - reach + 2, y + 5, left, "left"))
        else:
            parts.append(text(x, y + 5, info.text, "inside value"))
            if self.texts.under.get(node.number):
                parts.append(text(x, y + BOX, info.under, "small inside under"))
        return "".join(parts) + "</g>"

    def described(self, node: Node) -> str:
        if node.kind == "end":
            return f"the game ends: {format_value(node.payoff)}"
        return "at the depth limit" if node.kind == "horizon" else node.name

    def shape(self, node: Node, x: float, y: float) -> str:
        s = SHAPE
        if node.kind in ("max", "min"):
            tip = -s if node.kind == "max" else s
            points = f"{x:.1f},{y + tip:.1f} {x - s:.1f},{y - tip:.1f} {x + s:.1f},{y - tip:.1f}"
            return f'<polygon class="shape" points="{points}"/>'
        if node.kind == "chance":
            return f'<circle class="shape" cx="{x:.1f}" cy="{y:.1f}" r="{s}"/>'
        width = self.texts.shape_width(node)
        corner = 0 if node.kind == "end" else 5 if node.kind == "horizon" else 12
        return (
            f'<rect class="shape" x="{x - width / 2:.1f}" y="{y - BOX / 2:.1f}" '
            f'width="{width:.1f}" height="{BOX}" rx="{corner}"/>'
        )

    def edge(self, place: Place) -> str:
        above, node = place.above, place.node
        assert above is not None and above.node is not None
        foot = SHAPE if above.node.kind in ("max", "min", "chance") else BOX / 2
        head = BOX / 2 if node is None or node.kind in LEAVES or node.kind.isdecimal() else SHAPE
        x1, y1, x2, y2 = above.x, above.y + foot, place.x, place.y - head
        line = f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'
        if node is None:
            return f'<g class="edge unseen">{line}</g>'
        x, y = x1 + LABEL * (x2 - x1), y1 + LABEL * (y2 - y1)
        parts = [f'<g id="e{node.number}" class="edge {self.status(node)}">', line]
        if above.node.searched:
            parts.append(f'<path class="cross" d="{cross(x1, y1, x2, y2)}"/>')
        parts.append(outlined(x, y + 4, edge_label(node), "move"))
        return "".join(parts) + "</g>"


def cross(x1: float, y1: float, x2: float, y2: float) -> str:
    """Return the path of two strokes across an edge, near its upper end."""
    length = hypot(x2 - x1, y2 - y1)
    along = (x2 - x1) / length, (y2 - y1) / length
    strokes = []
    for far in (-2.5, 2.5):
        x, y = x1 + 0.34 * (x2 - x1) + far * along[0], y1 + 0.34 * (y2 - y1) + far * along[1]
        across = 6 * along[1] + 2 * along[0], -6 * along[0] + 2 * along[1]
        start, end = (x - across[0], y - across[1]), (x + across[0], y + across[1])
        strokes.append(f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}")
    return "".join(strokes)


def text(x: float, y: float, words: str, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def outlined(x: float, y: float, words: str, style: str) -> str:
    """Return a text with a white outline, so that it can be read where lines cross it.

    The outline is an element of its own: not every program knows `paint-order`.
    """
    outline = text(x, y, words, f"{style} outline").replace("<text ", '<text aria-hidden="true" ')
    return outline + text(x, y, words, style)
