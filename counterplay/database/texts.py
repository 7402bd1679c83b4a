"""Moves in the game's notation: those of chess at native speed, others as the game writes them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.database.identity import identity
from counterplay.formats.chess.text import ChessText

_own = threading.local()


def is_chess(game: Game) -> bool:
    """Whether a game is the chess that comes with the program."""
    return identity(game).source == "chess"


def texts_of(game: Game, s: Any, moves: Sequence[int]) -> dict[int, str]:
    """What moves are called, of those that are moves of a state at all."""
    if not moves:
        return {}
    if is_chess(game):
        return {move: text for text, move in _writer().choices(s).items()}
    if game.player(s) == CHANCE:
        return {move: game.show_move(s, move) for move in moves}
    legal = set(game.actions(s))
    return {move: game.show_move(s, move) for move in moves if move in legal}


def line_of(game: Game, s: Any, moves: Sequence[int]) -> list[str]:
    """What moves are called that are made one after the other."""
    if is_chess(game):
        return _writer().moves(s, moves)
    shown = []
    for move in moves:
        shown.append(game.show_move(s, move))
        s = game.result(s, move)
    return shown


def _writer() -> ChessText:
    """The texts of chess, in this thread."""
    if not hasattr(_own, "writer"):
        _own.writer = ChessText()
    writer: ChessText = _own.writer
    return writer
