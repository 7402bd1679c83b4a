"""Moves and positions in the form of UCI, for chess and Chess960."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games.chess import text

GAMES = ("chess",)
"""The built-in games whose moves UCI can express."""

SQUARE = re.compile("[a-h][1-8]")
TURNED = 56
"""Exclusive-or with this gives the square from the other side's point of view."""


def speaks_uci(game: Game) -> bool:
    return game.name in GAMES


def show_move(state: Any, move: int, is_960: bool = False) -> str:
    """A move in the form of UCI. Castling is written as e1g1, in Chess960 as king takes rook."""
    return show_line(state, (move,), is_960)[0]


def show_line(state: Any, moves: Sequence[int], is_960: bool = False) -> list[str]:
    """Consecutive moves from a state, in the form of UCI."""
    shown = []
    for ply, move in enumerate(moves, state.ply):
        turned = TURNED if ply & 1 else 0
        squares = (move & 63) ^ turned, (move >> 6 & 63) ^ turned, move >> 12
        shown.append(str(text.show_uci(squares, is_960)))
    return shown


def legal_moves(game: Game, state: Any, is_960: bool = False) -> dict[str, int]:
    """The legal moves by their names, also in drawn positions that can be played on.

    Castling has both of its names, unless one of them is an ordinary king move.
    """
    listed = game.buffered("actions", state)
    named = {show_move(state, move, not is_960): move for move in listed}
    return named | {show_move(state, move, is_960): move for move in listed}


def find_move(game: Game, state: Any, word: str, is_960: bool = False) -> int | None:
    """The legal move with that name, as in `legal_moves`; None if there is none."""
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
    """The position after a move. A draw that could be claimed does not end the game here."""
    game, state = position.game, position.state
    move = find_move(game, state, word, is_960)
    if move is None:
        return None
    if not position.is_over:
        return position.play(move)
    after = game.result(state, move)
    return Position(game, after, (*position.moves, move), (*position.past, state))


def searchable(position: Position) -> Position | None:
    """The position to search: without its history if a draw could be claimed.

    None if the game is over, or drawn in any case.
    """
    if not position.is_over:
        return position
    fresh = Position(position.game, position.state._replace(clock=0))
    return None if fresh.is_over else fresh


def is_chess960(fen: str) -> bool:
    """Whether a position has castling rights that exist in Chess960 only."""
    board, _, rooks, *_ = text.read_fen(fen)
    kings = {piece: square for square, piece in board.items() if piece in "Kk"}
    homes = {rook: kings["K" if rook < 8 else "k"] for rook in rooks}
    return any(rook % 8 not in (0, 7) or king % 8 != 4 for rook, king in homes.items())


def is_chess960_start(start: str) -> bool:
    """Whether a start written by `show_start` is of Chess960."""
    return start.startswith("fen ") and is_chess960(start.removeprefix("fen "))


def show_start(position: Position) -> str:
    """The first state of a position's path: `startpos` or `fen …`."""
    game = position.game
    start = position.past[0] if position.past else position.state
    fen = game.show_position(start)
    return "startpos" if fen == STANDARD else f"fen {fen}"


STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
