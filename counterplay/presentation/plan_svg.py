"""A plan as a picture: an outline in which each row is a belief state and the move to make."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

ROW, INDENT, LEFT, TOP, LETTER = 26, 30, 24, 64, 8.2
STYLE = (
    "text { font: 14px Helvetica, Arial, sans-serif; fill: #1a1a1a } .sees { font-family: "
    "monospace; fill: #444 } .move { font-weight: bold; fill: #0b6b3a } .title { font-size: 19px; "
    "font-weight: bold } path { stroke: #999; fill: none }"
)


def plan_svg(title: str, rows: Sequence[tuple[int, str, str]]) -> str:
    """The picture of a plan: for each row its depth, what the player sees, and the move."""
    widths = [LEFT + INDENT * d + LETTER * (len(sees) + len(move) + 6) for d, sees, move in rows]
    width = max([*widths, LEFT + 11 * len(title)]) + LEFT
    height = TOP + ROW * len(rows) + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" role="img">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f'<rect width="{width:.0f}" height="{height}" fill="#fff"/>',
        f'<text class="title" x="{LEFT}" y="38">{escape(title)}</text>',
    ]
    above: list[int] = []
    for i, (depth, sees, move) in enumerate(rows):
        x, y = LEFT + INDENT * depth, TOP + ROW * i + 14
        del above[depth:]
        if above:
            parts.append(f'<path d="M{x - INDENT + 8} {above[-1] + 6}V{y - 5}H{x - 4}"/>')
        above.append(y)
        far = x + LETTER * (len(sees) + 2)
        parts.append(f'<text class="sees" x="{x}" y="{y}">{escape(sees)}</text>')
        parts.append(f'<text class="move" x="{far:.0f}" y="{y}">{escape(move)}</text>')
    return "\n".join([*parts, "</svg>\n"])
