"""Pieces of a state of chess and kinds of its moves, by their codes."""

import numpy as np

from counterplay.core.bits.bits import shift_right
from counterplay.core.compile.kernel import hot
from counterplay.games.chess.board import FILE_A, FILE_H, KING, NINE, PAWN, SEVEN
from counterplay.games.chess.moves import CASTLING, DOUBLE_STEP, IN_PASSING, SPECIAL


@hot
def mover(kind):
    """The code of the piece that makes a move of that kind."""
    if kind == CASTLING:
        return KING
    return PAWN if kind >= SPECIAL or kind == IN_PASSING else kind


@hot
def promotion(kind):
    """The code of the piece that a pawn becomes, or 0."""
    return kind - SPECIAL if kind > DOUBLE_STEP else 0


@hot
def code_on(s, square):
    """The code of the piece on a square, or 0."""
    low = shift_right(s.low, square) & np.uint64(1)
    mid = shift_right(s.mid, square) & np.uint64(1)
    high = shift_right(s.high, square) & np.uint64(1)
    return np.int64(low | mid << np.uint64(1) | high << np.uint64(2))


@hot
def kings_of(s):
    return s.low & s.mid & ~s.high


@hot
def own_pawns_beside(s, goal):
    """Pawns of the side to move that attack a square."""
    below = ((goal & ~FILE_A) >> NINE) | ((goal & ~FILE_H) >> SEVEN)
    return below & s.low & ~(s.mid | s.high) & s.mine
