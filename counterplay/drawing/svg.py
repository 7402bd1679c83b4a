"""A search as a standalone SVG: MAX, MIN and chance in the shapes of the book.

Everything that changes from step to step is a class or a text of an element with an id (`n5` a
node, `e5` the edge that leads to it), so that the page can step through the same picture.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from math import hypot

from counterplay.drawing.crop import MOST_CHILDREN, MOST_NODES, crop
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
from counterplay.drawing.steps import Mark, Story
from counterplay.drawing.story import GAMES
from counterplay.drawing.tree import LEAVES, Node
from counterplay.drawing.words import number, pretty

MARGIN, LINE, MOST_REASONS, NARROWEST = 24.0, 20.0, 6, 560.0
WIDEST, FEWEST = 3000.0, 12
"""A wider tree is cropped further, for as long as it has more than so few nodes."""
ROW = 9.6
PLAYERS = 4
"""Players with a colour of their own."""


def svg(
    story: Story,
    step: int | None = None,
    caption: bool = True,
    most_nodes: int = MOST_NODES,
    most_children: int = MOST_CHILDREN,
) -> str:
    """The tree after so many steps, or after all; `caption` adds the title and the words."""
    last = step is None or step >= len(story.steps)
    picture = _Picture(story, story.marks(step), last, None if last else step)
    while True:
        shown = crop(story.tree.root, story.line, most_nodes, most_children)
        layout = lay_out(shown, picture.texts)
        if layout.width <= WIDEST or most_nodes <= FEWEST:
            if step and not last:
                picture.active = shown.nearest(story.steps[step - 1].node).number
            return picture.draw(layout, caption)
        most_nodes = most_nodes * 3 // 4


class _Picture:
    """One picture: the story, what is known at the step, and whether that is the end."""

    def __init__(self, story: Story, marks: Sequence[Mark], last: bool, step: int | None) -> None:
        self.story, self.marks, self.last, self.step = story, marks, last, step
        beside: dict[int, str] = {}
        under: dict[int, str] = {}
        for taken in story.steps:
            for where, mark in taken.changes.items():
                beside[where] = max(beside.get(where, ""), mark.text, key=len)
                if games := GAMES.match(mark.note):
                    under[where] = games[0]
        nodes = story.tree.nodes
        inside = {n.number: n.letter for n in nodes}
        for node in nodes:
            if node.kind.isdecimal():
                letter = inside[node.number]
                mover = story.tree.mover(node.kind)
                inside[node.number] = f"{letter}: {mover}" if letter else mover
        self.texts = Texts(beside, inside, under)
        self.active: int | None = None

    def draw(self, layout: Layout, caption: bool) -> str:
        rows = list(self.rows(layout))
        left = MARGIN + (max(len(text) for _, text in rows) * ROW + 16 if rows else 0)
        top = MARGIN + (2 * LINE if caption and self.story.title else 0)
        width = left + layout.width + MARGIN
        words = list(self.words(max(width, NARROWEST) - 2 * MARGIN)) if caption else []
        if caption:
            left += max(0.0, NARROWEST - width) / 2
            width = max(width, NARROWEST, 10.5 * len(self.story.title) + 2 * MARGIN)
        height = top + layout.height + len(words) * LINE + (LINE if words else 0) + MARGIN / 2
        size = f'width="{width:.0f}" height="{height:.0f}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'{size} role="img">',
            f"<title>{escape(self.story.title or 'A search')}. "
            f"{escape(self.story.summary)}</title>",
            f"<style>{files(__package__).joinpath('picture.css').read_text('utf-8')}</style>",
            f'<rect class="paper" {size}/>',
        ]
        if caption and self.story.title:
            parts.append(text(MARGIN, MARGIN + 14, self.story.title, "title"))
        parts += [text(MARGIN, top + y + 5, name, "row") for y, name in rows]
        parts.append(f'<g transform="translate({left:.1f} {top:.1f})">')
        parts += [self.edge(place) for place in layout.places if place.above]
        parts += [self.node(place) for place in layout.places]
        parts.append("</g>")
        under = top + layout.height + LINE + 4
        for i, (line, style) in enumerate(words):
            parts.append(text(MARGIN, under + i * LINE, line, style))
        return "\n".join([*parts, "</svg>\n"])

    def rows(self, layout: Layout) -> Iterator[tuple[float, str]]:
        """Who moves in each row, where that is one for the whole row."""
        kinds: dict[float, set[str]] = {}
        for place in layout.places:
            if place.node and place.node.kind not in LEAVES:
                kinds.setdefault(place.y, set()).add(place.node.kind)
        for y, found in kinds.items():
            kind = found.pop()
            if not found and not kind.isdecimal():
                yield y, self.story.tree.mover(kind).upper()

    def words(self, width: float) -> Iterator[tuple[str, str]]:
        """The lines below the tree: the answer, and why moves were left out."""
        taken = self.story.steps[: self.step]
        told = self.story.summary if self.last else f"Step {self.step}: {taken[-1].text}"
        reasons = [step.text for step in taken if step.event == "prune"]
        for line in textwrap.wrap(told, int(width / 8)):
            yield line, "summary"
        for reason in reasons[:MOST_REASONS]:
            for line in textwrap.wrap(reason, int(width / 6.3)):
                yield line, "caption"
        if len(reasons) > MOST_REASONS:
            yield f"… and {len(reasons) - MOST_REASONS} more cutoffs.", "caption"

    # Nodes and edges ----------------------------------------------------------------------------

    def status(self, node: Node) -> str:
        best = " best" if self.last and node.number in self.story.line else ""
        active = " active" if node.number == self.active else ""
        return self.marks[node.number].status + best + active

    def node(self, place: Place) -> str:
        node, x, y = place.node, place.x, place.y
        if node is None:
            return text(x, y + 5, f"… {place.hidden} more", "small inside")
        mark = self.marks[node.number]
        kind = node.kind
        if kind.isdecimal():
            kind = f"player player{kind}" if int(kind) < PLAYERS else "player"
        parts = [
            f'<g id="n{node.number}" class="{kind} {self.status(node)}">',
            f"<title>{escape(pretty(mark.note) or self.described(node))}</title>",
            self.shape(node, x, y),
        ]
        if node.kind not in LEAVES:
            drop = {"max": 12.0, "min": -1.0}.get(node.kind, 5.0)
            parts.append(text(x, y + drop, self.texts.inside.get(node.number, ""), "name"))
            reach = self.texts.shape_width(node) / 2 + 5
            parts.append(text(x + reach, y + 5, mark.text, "beside value"))
        else:
            parts.append(text(x, y + 5, mark.text, "inside value"))
            if under := self.texts.under.get(node.number):
                parts.append(text(x, y + BOX, under, "small inside"))
        return "".join(parts) + "</g>"

    def described(self, node: Node) -> str:
        if node.kind == "end":
            return f"the game ends: {number(node.payoff)}"
        return "as far as the search looks" if node.kind == "horizon" else node.name

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
        parts.append(text(x, y + 4, edge_label(node), "move"))
        return "".join(parts) + "</g>"


def cross(x1: float, y1: float, x2: float, y2: float) -> str:
    """Two strokes across an edge, near its upper end."""
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
