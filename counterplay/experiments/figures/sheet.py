"""Several SVG pictures on one sheet, each with its letter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)" width="\d+" height="\d+"')
IDENTITY = re.compile(r' id="[^"]*"')
GAP, TITLE, LETTER = 24, 56, 26
FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"


def sheet(title: str, pictures: Sequence[tuple[str, str]], columns: int) -> str:
    """Return one SVG with all pictures in rows. They must have the same size."""
    matches = [SIZE.search(picture) for _, picture in pictures]
    sizes = [(int(size[1]), int(size[2])) for size in matches if size]
    width, height = (max(side) for side in zip(*sizes, strict=True))
    rows = -(-len(pictures) // columns)
    whole = (columns * (width + GAP) + GAP, TITLE + rows * (height + LETTER + GAP))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole[0]} {whole[1]}" '
        f'width="{whole[0]}" height="{whole[1]}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{whole[0]}" height="{whole[1]}" fill="#fff"/>',
        words(GAP, 36, 22, title),
    ]
    for i, (letter, picture) in enumerate(pictures):
        x = GAP + i % columns * (width + GAP)
        y = TITLE + i // columns * (height + LETTER + GAP)
        parts.append(words(x, y + 18, 19, letter))
        inner = IDENTITY.sub("", picture)
        parts.append(inner.replace("<svg ", f'<svg x="{x}" y="{y + LETTER}" ', 1))
    return "\n".join([*parts, "</svg>\n"])


def words(x: float, y: float, size: int, text: str) -> str:
    """Return bold text with its own style, independent of the styles of the pictures."""
    style = f"font: bold {size}px {FONT}"
    return f'<text x="{x}" y="{y}" style="{style}">{escape(text)}</text>'
