"""A table as a picture, for slides."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from counterplay.experiments.figures.canvas import Canvas, text_width

SIZE, SMALL, LINE, GAP, LEFT = 17.0, 14.0, 21.0, 26.0, 24.0
ROOM = 1.05
"""How much wider a column is than its longest cell is estimated to be."""


def table_picture(
    title: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    widest: int = 44,
    note: str = "",
) -> str:
    """Return the table as SVG. Cells with more than `widest` characters get several lines."""
    canvas = Canvas(title)
    canvas.words((LEFT, 40), title, 22, bold=True)
    cells = [[textwrap.wrap(cell, widest) or [""] for cell in row] for row in rows]
    widths = [
        text_width(
            max([heading, *(line for row in cells for line in row[i])], key=len), SIZE * 1.05
        )
        for i, heading in enumerate(headings)
    ]
    lefts = [LEFT + sum(widths[:i]) + i * GAP for i in range(len(widths))]
    right = lefts[-1] + widths[-1]
    y = 82.0
    for x, heading in zip(lefts, headings, strict=True):
        canvas.words((x, y), heading, SIZE, bold=True)
    canvas.line((LEFT, y + 10), (right, y + 10))
    y += LINE + 14
    for row in cells:
        for x, lines in zip(lefts, row, strict=True):
            for i, line in enumerate(lines):
                canvas.words((x, y + i * LINE), line, SIZE)
        y += LINE * max(map(len, row)) + 5
        canvas.line((LEFT, y - LINE + 5), (right, y - LINE + 5), "#dddddd", 1)
        y += 6
    canvas.paragraph((LEFT, y + 6), note, right - LEFT, SMALL)
    return canvas.svg()
