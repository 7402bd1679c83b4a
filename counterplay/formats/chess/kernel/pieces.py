"""Pieces and squares: codes, letters, and the pieces that a move involves."""

import numpy as np

from counterplay.core.bits.bits import shift_right
from counterplay.core.compile.kernel import hot, native
from counterplay.games.chess.board import FILE_A, FILE_H, KING, NINE, PAWN, SEVEN
from counterplay.games.chess.moves import CASTLING, DOUBLE_STEP, IN_PASSING, SPECIAL

LETTERS = np.frombuffer(b".PNK.BRQ", np.uint8)
"""The letter of each code of a piece."""


@hot
def mover(kind):
    """The code of the piece that makes a move of this kind."""
    if kind == CASTLING:
        return KING
    return PAWN if kind >= SPECIAL or kind == IN_PASSING else kind


@hot
def promotion(kind):
    """The code of the piece that a pawn is promoted to, or 0."""
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


@native
def put_square(out, n, square, turn):
    """Write the name of a square at out[n]; `turn` is 7 if the board is flipped, else 0."""
    out[n] = ord("a") + (square & 7)
    out[n + 1] = ord("1") + (square >> 3 ^ turn)
    return n + 2
