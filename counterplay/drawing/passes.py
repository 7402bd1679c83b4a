"""Retrograde analysis as a table of passes, and as a drawing of the graph of states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from counterplay.drawing.passes_summary import summary_svg
from counterplay.textbook.retrograde import OPEN, Passes

Show = Callable[[Any], str]
"""show(s): the name of a state."""

MOST_DRAWN = 60
BOX, ROW, GAP, MARGIN, HEAD, BEND = 40, 60, 96, 24, 92, 44
NAME, SMALL = 14, 11
"""The sizes of text; names and titles are bold."""
LETTER = 8.2
"""The width of a letter, in pixels; boxes are as wide as the longest name."""
FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
STYLES = {"W": ("#ffffff", "#1d1d1f"), "B": ("#2b2b2f", "#ffffff"), OPEN: ("#e8e8ec", "#6b6b70")}
"""The colours of a box and of its text, by mark."""
USED, UNUSED = "#1a7f37", "#a8a8ae"
"""The colours of the moves of best play, and of all others."""


@dataclass(frozen=True)
class Box:
    """Where a state is drawn: its upper left corner."""

    x: float
    y: float


def passes_table(passes: Passes, show: Show = str) -> list[tuple[str, ...]]:
    """Return a row for each state: its name, who moves, and its mark after each pass.

    States come in the order in which they are marked; those that stay `?` come last.
    """
    return [
        (show(passes.states[i]), passes.movers[i] or "end", *(marks[i] for marks in passes.marks))
        for i in marked_order(passes)
    ]


def counts_table(passes: Passes) -> list[tuple[int, int, int, int]]:
    """Return a row for each pass: its number, and how many states are marked W, B and ?."""
    return [
        (number, marks.count("W"), marks.count("B"), marks.count(OPEN))
        for number, marks in enumerate(passes.marks)
    ]


def marked_order(passes: Passes) -> list[int]:
    """Return the numbers of the states by the pass that marks them; open states last."""
    last = len(passes.marks)
    places = [last if distance is None else distance for distance in passes.distances]
    return sorted(range(len(places)), key=places.__getitem__)


def passes_svg(passes: Passes, show: Show = str, step: int | None = None, title: str = "") -> str:
    """Return the graph of states as SVG: a column for each pass, marks as after pass `step`.

    If there are too many states for a graph, return `summary_svg`.
    """
    if len(passes.states) > MOST_DRAWN:
        return summary_svg(passes, show, title)
    marks = passes.marks[-1 if step is None else step]
    names = [show(s) for s in passes.states]
    wide = max(96.0, 20 + LETTER * max(map(len, names)))
    columns = _columns(passes)
    boxes = {
        number: Box(MARGIN + x * (wide + GAP), HEAD + y * ROW)
        for x, (_, column) in enumerate(columns)
        for y, number in enumerate(column)
    }
    width = 2 * MARGIN + len(columns) * wide + (len(columns) - 1) * GAP + 20
    height = HEAD + max(len(column) for _, column in columns) * ROW + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img">',
        f"<title>{escape(title or 'Retrograde analysis')}</title>",
        _arrow("used", USED) + _arrow("unused", UNUSED),
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        _text(MARGIN, 30, title, NAME + 4, "#1d1d1f", "start"),
        *(
            _text(MARGIN + x * (wide + GAP) + wide / 2, 68, head, NAME - 1, "#6b6b70")
            for x, (head, _) in enumerate(columns)
        ),
    ]
    known = [i for i in range(len(names)) if marks[i] != OPEN]
    moves = [(number, to) for number, following in enumerate(passes.successors) for to in following]
    used = {move for move in moves if move[0] in known and passes.keeps(*move)}
    for number, to in sorted(moves, key=used.__contains__):  # green moves above the others
        parts.append(_edge(boxes[number], boxes[to], wide, (number, to) in used))
    parts += [_box(boxes[i], wide, names[i], passes.movers[i], marks[i]) for i in range(len(names))]
    return "\n".join([*parts, "</svg>\n"])


def _columns(passes: Passes) -> list[tuple[str, list[int]]]:
    """Return the heading and the states of each column, states near their successors."""
    heads = [*(f"pass {n}" for n in range(len(passes.marks))), "open: draw"]
    columns: list[tuple[str, list[int]]] = []
    row: dict[int, float] = {}
    for n, head in enumerate(heads):
        distance = n if n < len(passes.marks) else None
        column = [i for i, found in enumerate(passes.distances) if found == distance]
        column.sort(key=lambda i: _middle([row[to] for to in passes.successors[i] if to in row]))
        row |= {i: float(y) for y, i in enumerate(column)}
        if column:
            columns.append((head, column))
    return columns


def _middle(rows: list[float]) -> float:
    return sum(rows) / len(rows) if rows else 0.0


def _arrow(name: str, colour: str) -> str:
    return (
        f'<defs><marker id="{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" '
        f'markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z" fill="{colour}"/></marker>'
        "</defs>"
    )


def _edge(start: Box, end: Box, wide: float, used: bool) -> str:
    """Return the arrow of a move: to the left if it comes nearer to the end.

    Arrows past other columns bend down, so that they are not hidden behind boxes.
    """
    y, other = start.y + BOX / 2, end.y + BOX / 2
    bend = BEND if abs(start.x - end.x) > wide + GAP else 0
    if start.x > end.x:
        x, to, out, back = start.x, end.x + wide, -50, 50
    elif start.x < end.x:
        x, to, out, back = start.x + wide, end.x, 50, -50
    else:
        x, to, out, back = start.x + wide, start.x + wide, 46, 46
    first = f"{x + out:.0f} {y + bend:.0f}"
    second = f"{to + back:.0f} {other + bend:.0f}"
    colour, name, thick = (USED, "used", 2.4) if used else (UNUSED, "unused", 1.2)
    return (
        f'<path d="M{x:.0f} {y:.0f}C{first} {second} {to:.0f} {other:.0f}" fill="none" '
        f'stroke="{colour}" stroke-width="{thick}" marker-end="url(#{name})"/>'
    )


def _box(box: Box, wide: float, name: str, mover: str, mark: str) -> str:
    fill, ink = STYLES[mark]
    dash = ' stroke-dasharray="4 3"' if mark == OPEN else ""
    says = f"{mover} to move: {mark}" if mover else f"end: {mark}"
    return "\n".join(
        [
            f'<rect x="{box.x:.0f}" y="{box.y:.0f}" width="{wide:.0f}" height="{BOX}" rx="7" '
            f'fill="{fill}" stroke="#1d1d1f" stroke-width="1.4"{dash}/>',
            _text(box.x + wide / 2, box.y + 17, name, NAME, ink),
            _text(box.x + wide / 2, box.y + 33, says, SMALL, ink),
        ]
    )


def _text(
    x: float,
    y: float,
    text: str,
    size: int,
    colour: str,
    anchor: str = "middle",
) -> str:
    weight = ' font-weight="bold"' if size >= NAME else ""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-family="{FONT}" font-size="{size}"{weight} '
        f'text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
    )
