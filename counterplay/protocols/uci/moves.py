"""Moves and positions as UCI writes them, for the games it is spoken in: chess and Chess960."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games.chess import text

GAMES = ("chess",)
"""The built-in games whose moves have a form in UCI."""

SQUARE = re.compile("[a-h][1-8]")
TURNED = 56
"""A square as the other side sees it, by exclusive or."""


def speaks_uci(game: Game) -> bool:
    return game.name in GAMES


def show_move(state: Any, move: int, is_960: bool = False) -> str:
    """A move of chess in UCI's form; castling is by the king's two squares, or onto the rook."""
    return show_line(state, (move,), is_960)[0]


def show_line(state: Any, moves: Sequence[int], is_960: bool = False) -> list[str]:
    """Moves that follow one another from a state on."""
    shown = []
    for ply, move in enumerate(moves, state.ply):
        turned = TURNED if ply & 1 else 0
        squares = (move & 63) ^ turned, (move >> 6 & 63) ^ turned, move >> 12
        shown.append(str(text.show_uci(squares, is_960)))
    return shown


def legal_moves(game: Game, state: Any, is_960: bool = False) -> dict[str, int]:
    """The legal moves by their names, also where the game is drawn but can be played on.

    Castling has both of its names, but where the king's own step has the same.
    """
    listed = game.buffered("actions", state)
    named = {show_move(state, move, not is_960): move for move in listed}
    return named | {show_move(state, move, is_960): move for move in listed}


def find_move(game: Game, state: Any, word: str, is_960: bool = False) -> int | None:
    """The legal move of a name, as `legal_moves` has it; None where there is none."""
    if SQUARE.match(word) is None:
        return None
    start = text.read_square(word[:2]) ^ (TURNED if state.ply & 1 else 0)
    near = [move for move in game.buffered("actions", state) if move & 63 == start]
    for written in (is_960, not is_960):
        for move in near:
            if show_move(state, move, written) == word:
                return move
    return None


def play_move(position: Position, word: str, is_960: bool = False) -> Position | None:
    """The position after a move, also where a draw that nobody has claimed could be claimed."""
    game, state = position.game, position.state
    move = find_move(game, state, word, is_960)
    if move is None:
        return None
    if not position.is_over:
        return position.play(move)
    after = game.result(state, move)
    return Position(game, after, (*position.moves, move), (*position.past, state))


def searchable(position: Position) -> Position | None:
    """The position, or one without its past where a draw could be claimed but the game goes on.

    None where it is drawn whatever happens, or over.
    """
    if not position.is_over:
        return position
    fresh = Position(position.game, position.state._replace(clock=0))
    return None if fresh.is_over else fresh


def is_chess960(fen: str) -> bool:
    """Whether a position has rights to castle that ordinary chess has not."""
    board, _, rooks, *_ = text.read_fen(fen)
    kings = {piece: square for square, piece in board.items() if piece in "Kk"}
    homes = {rook: kings["K" if rook < 8 else "k"] for rook in rooks}
    return any(rook % 8 not in (0, 7) or king % 8 != 4 for rook, king in homes.items())


def is_chess960_start(start: str) -> bool:
    """The same of what `show_start` wrote."""
    return start.startswith("fen ") and is_chess960(start.removeprefix("fen "))


def show_start(position: Position) -> str:
    """The state that a position's path began at: `startpos` or `fen …`."""
    game = position.game
    start = position.past[0] if position.past else position.state
    fen = game.show_position(start)
    return "startpos" if fen == STANDARD else f"fen {fen}"


STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
