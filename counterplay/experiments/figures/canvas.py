"""A canvas for pictures of the figures: shapes and words as SVG.

Every element has its own attributes, and there is no style sheet: converters and slide programs
read such files alike.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Literal

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
CHARACTER = 0.52
"""The mean width of a character, as a share of its size."""

INK, GREY, FAINT, GREEN, RED = "#1a1a1a", "#555555", "#b8b8b8", "#0b6b3a", "#b3261e"
BLUE_FILL, ORANGE_FILL, YELLOW_FILL = "#d5e6f5", "#fbdcc6", "#ffe27a"
"""The fills of MAX, of MIN, and of what a picture points to."""

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


def text_width(words: str, size: float) -> float:
    """Return about how wide a text is."""
    return CHARACTER * size * len(words)


class Canvas:
    """Shapes in the order in which they are drawn. `svg` returns the picture."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.parts: list[str] = []
        self.right = self.bottom = 0.0

    def line(self, a: Point, b: Point, colour: str = INK, width: float = 1.6,
             dashes: str = "") -> None:  # fmt: skip
        self._add("line", [a, b], x1=a[0], y1=a[1], x2=b[0], y2=b[1], stroke=colour,
                  stroke_width=width, stroke_dasharray=dashes or None)  # fmt: skip

    def rectangle(self, corner: Point, size: Point, fill: str = "#ffffff", colour: str = INK,
                  width: float = 1.6, round_: float = 0.0) -> None:  # fmt: skip
        (x, y), (w, h) = corner, size
        self._add("rect", [corner, (x + w, y + h)], x=x, y=y, width=w, height=h, rx=round_,
                  fill=fill, stroke=colour, stroke_width=width)  # fmt: skip

    def circle(self, centre: Point, radius: float, fill: str = "#ffffff", colour: str = INK,
               width: float = 1.6) -> None:  # fmt: skip
        x, y = centre
        corners = [(x - radius, y - radius), (x + radius, y + radius)]
        self._add("circle", corners, cx=x, cy=y, r=radius, fill=fill, stroke=colour,
                  stroke_width=width)  # fmt: skip

    def polygon(self, corners: Sequence[Point], fill: str, colour: str = INK,
                width: float = 1.6) -> None:  # fmt: skip
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        self._add("polygon", corners, points=points, fill=fill, stroke=colour, stroke_width=width,
                  stroke_linejoin="round")  # fmt: skip

    def words(self, at: Point, words: str, size: float = 15, anchor: Anchor = "start",
              colour: str = INK, bold: bool = False) -> None:  # fmt: skip
        wide = text_width(words, size) * (1.06 if bold else 1.0)
        left = at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        self._add("text", [at, (left + wide, at[1] + size / 3)], words, x=at[0], y=at[1],
                  font_family=FONT, font_size=size, text_anchor=anchor, fill=colour,
                  font_weight="bold" if bold else None)  # fmt: skip

    def paragraph(self, at: Point, words: str, width: float, size: float = 14,
                  colour: str = GREY) -> None:  # fmt: skip
        """Write words in lines of at most `width`."""
        for i, line in enumerate(textwrap.wrap(words, int(width / (CHARACTER * size)))):
            self.words((at[0], at[1] + 1.45 * size * i), line, size, colour=colour)

    def svg(self, margin: float = 24.0) -> str:
        """Return the picture, as large as what is drawn, on white."""
        width, height = self.right + margin, self.bottom + margin
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" role="img">',
            f"<title>{escape(self.title)}</title>",
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
            *self.parts,
            "</svg>\n",
        ])  # fmt: skip

    def _add(self, tag: str, reach: Iterable[Point], inside: str = "", **attributes: Any) -> None:
        for x, y in reach:
            self.right, self.bottom = max(self.right, x), max(self.bottom, y)
        pairs = (
            f'{name.replace("_", "-")}="{_shown(value)}"'
            for name, value in attributes.items()
            if value is not None
        )
        self.parts.append(f"<{tag} {' '.join(pairs)}>{escape(inside)}</{tag}>")


def _shown(value: Any) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else escape(str(value))
