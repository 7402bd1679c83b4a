"""What a game's file says about the game: its docstring, and examples of its notation."""

from __future__ import annotations

import ast
from pathlib import Path

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.parsing import parsed

EXAMPLE_PLIES = 3


def docstring_of(game: Game) -> str:
    """The docstring of the game's file; empty if it has none."""
    try:
        source = Path(game.path).read_text(encoding="utf-8-sig")
        return ast.get_docstring(parsed(source)) or ""
    except (OSError, ValueError, SyntaxError):
        return ""


def move_texts(position: Position) -> list[str]:
    """The legal moves, or the outcomes of chance, in the game's notation."""
    if not position.is_over and position.turn == CHANCE:
        return [position.show_move(outcome) for outcome, _ in position.game.chance(position.state)]
    return [position.show_move(move) for move in position.legal_moves]


def example_of(game: Game) -> Position:
    """A position after a few plies, always by the first legal move."""
    position = game.position()
    for _ in range(EXAMPLE_PLIES):
        moves = move_texts(position)
        if not moves:
            break
        position = position.play(moves[0])
    return position
