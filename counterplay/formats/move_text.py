"""Moves as text: chess at native speed, other games by their own `show_move`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.formats.chess.text import ChessText
from counterplay.games import source_of

_thread = threading.local()


@lru_cache(64)
def is_chess(game: Game) -> bool:
    """Whether a game is the built-in chess, with any parameters."""
    return source_of(game).game == "chess"


def texts_of(game: Game, s: Any, moves: Sequence[int]) -> dict[int, str]:
    """The texts of some moves of a state, by move; moves that are not legal there are left out."""
    if not moves:
        return {}
    if is_chess(game):
        return {move: text for text, move in _chess_text().choices(s).items()}
    if game.player(s) == CHANCE:
        return {move: game.show_move(s, move) for move in moves}
    legal = set(game.actions(s))
    return {move: game.show_move(s, move) for move in moves if move in legal}


def line_of(game: Game, s: Any, moves: Sequence[int]) -> list[str]:
    """The texts of moves that are played one after the other from a state."""
    if is_chess(game):
        return _chess_text().moves(s, moves)
    shown = []
    for move in moves:
        shown.append(game.show_move(s, move))
        s = game.result(s, move)
    return shown


def _chess_text() -> ChessText:
    """The writer of chess moves of this thread."""
    if not hasattr(_thread, "chess_text"):
        _thread.chess_text = ChessText()
    writer: ChessText = _thread.chess_text
    return writer
