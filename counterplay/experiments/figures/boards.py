"""Chess positions side by side, each with a line of text and an arrow for a move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from counterplay.experiments.figures.chess_play import chess
from counterplay.experiments.figures.sheet import words
from counterplay.presentation.notebook import position_svg

SIZE, GAP, TITLE, LINE, TEXT = 385, 28, 60, 34, 17
"""A board in pixels, the space around it, and the heights of the title and of the lines."""

Shown = tuple[str, str, Sequence[str]]
"""The line above a board, its FEN, and the moves of which the first gets an arrow."""


def boards(title: str, shown: Sequence[Shown]) -> str:
    """Return one SVG with all boards in a row."""
    width, height = len(shown) * (SIZE + GAP) + GAP, TITLE + LINE + SIZE + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        words(GAP, 38, 22, title),
    ]
    for i, (line, fen, moves) in enumerate(shown):
        x = GAP + i * (SIZE + GAP)
        parts.append(words(x, TITLE + 20, TEXT, line))
        parts.append(_placed(_board(fen, moves), x, TITLE + LINE))
    return "\n".join([*parts, "</svg>\n"])


def _board(fen: str, moves: Sequence[str]) -> str:
    position = chess().position(fen)
    return position_svg(position, position.parse_move(moves[0]) if moves else None)


def _placed(picture: str, x: int, y: int) -> str:
    sized = re.sub(r'width="\d+" height="\d+"', f'width="{SIZE}" height="{SIZE}"', picture, count=1)
    return sized.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)
