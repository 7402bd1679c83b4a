"""Static exchange evaluation: the material that a capture wins after all recaptures.

Both sides capture in turn on the same square, with their least valuable piece, or stop. No move is
played: pieces leave the board in turn, and pieces behind them join in.
"""

import numpy as np

from counterplay.core.bits.bits import bit
from counterplay.core.compile.native import apart
from counterplay.games.chess.board import (
    BISHOP,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    NOTHING,
    PAWN,
    QUEEN,
    ROOK,
    attacks_of_their_pawns,
    diagonal_attacks,
    diagonals,
    kings,
    knights,
    pawn_attacks,
    pawns,
    straight_attacks,
    straights,
    taken,
)

WORTH = np.array([0, 100, 320, 0, 0, 330, 500, 950], np.int64)
"""The value of a piece by its code. A king has none: it captures last, and only if it is safe."""

LEAST_FIRST = np.array([PAWN, KNIGHT, BISHOP, ROOK, QUEEN], np.int64)


def code_at(s, square):
    """The code of the piece on a square (a word with one bit); 0 if it is empty."""
    code = 1 if s.low & square else 0
    code += 2 if s.mid & square else 0
    return code + (4 if s.high & square else 0)


def with_code(s, code):
    """The squares of all pieces of one kind."""
    low = s.low if code & 1 else ~s.low
    mid = s.mid if code & 2 else ~s.mid
    return low & mid & (s.high if code & 4 else ~s.high)


@apart
def gains(s, a, least):
    """Whether a move wins at least `least` by the exchange on its target square."""
    start, square = bit(a & 63), a >> 6 & 63
    goal = bit(square)
    balance = WORTH[code_at(s, goal)] - least
    if balance < 0:
        return False
    balance = WORTH[code_at(s, start)] - balance
    if balance <= 0:
        return True
    there = (taken(s) ^ start) | goal
    mine, theirs = s.mine, taken(s) ^ s.mine
    bishops, rooks = diagonals(s), straights(s)
    takers = (
        (attacks_of_their_pawns(goal) & pawns(s) & mine)
        | (pawn_attacks(goal) & pawns(s) & theirs)
        | (KNIGHT_ATTACKS[square] & knights(s))
        | (KING_ATTACKS[square] & kings(s))
        | (diagonal_attacks(square, there) & bishops)
        | (straight_attacks(square, there) & rooks)
    )
    good, is_mine = True, True  # the verdict so far; who captured last
    while True:
        is_mine = not is_mine
        takers &= there
        able = takers & (mine if is_mine else theirs)
        if able == NOTHING:
            return good
        good = not good
        code = KING
        for i in range(5):
            if able & with_code(s, LEAST_FIRST[i]):
                code = LEAST_FIRST[i]
                break
        if code == KING:  # a king cannot capture a guarded piece
            return not good if takers & ~able else good
        balance = WORTH[code] - balance
        if balance < (1 if good else 0):
            return good
        some = able & with_code(s, code)
        there ^= some & -some
        takers |= (diagonal_attacks(square, there) & bishops) | (
            straight_attacks(square, there) & rooks
        )
