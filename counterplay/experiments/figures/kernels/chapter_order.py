"""The textbook's move order for chess: captures, threats, forward moves, backward moves.

`order(s, a)` is written like the rules of a game.
"""

from counterplay.core.bits.bits import bit
from counterplay.games.chess.board import (
    BISHOP,
    KING,
    KNIGHT,
    KNIGHT_ATTACKS,
    NOTHING,
    PAWN,
    ROOK,
    diagonal_attacks,
    kings,
    pawn_attacks,
    pawns,
    straight_attacks,
    straights,
    taken,
)
from counterplay.games.chess.exchange import code_at
from counterplay.games.chess.moves import CASTLING, DOUBLE_STEP, IN_PASSING, SPECIAL


def order(s, a):
    """Return 3 for a capture, 2 for a threat, 1 for a forward move, 0 for any other."""
    start, goal, kind = a & 63, a >> 6 & 63, a >> 12
    if kind == CASTLING:
        return 0
    if kind == IN_PASSING or bit(goal) & taken(s):
        return 3
    if is_threat(s, start, goal, kind):
        return 2
    return 1 if goal >> 3 > start >> 3 else 0


def is_threat(s, start, goal, kind):
    """Return whether the piece attacks the king or a more valuable piece from its new square."""
    code = code_at(s, bit(start))
    if kind & SPECIAL and kind != DOUBLE_STEP:
        code = kind & 7
    theirs = taken(s) ^ s.mine
    around = taken(s) ^ bit(start)
    prey = kings(s)
    if code == PAWN:
        attacks, prey = pawn_attacks(bit(goal)), prey | ~pawns(s)
    elif code == KNIGHT:
        attacks, prey = KNIGHT_ATTACKS[goal], prey | straights(s)
    elif code == BISHOP:
        attacks, prey = diagonal_attacks(goal, around), prey | straights(s)
    elif code == ROOK:
        attacks, prey = straight_attacks(goal, around), prey | queens(s)
    elif code == KING:
        return False
    else:
        attacks = diagonal_attacks(goal, around) | straight_attacks(goal, around)
    return attacks & prey & theirs != NOTHING


def queens(s):
    return s.low & s.mid & s.high
