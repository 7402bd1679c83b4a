"""The material of chess endings: the number of a table, its size and its slices.

The number of a table has ten bits for the material of the first side and ten for the second: two
bits that count each kind of piece.

    first side  Q Q R R B B N N P P | second side  Q Q R R B B N N P P
"""

import numpy as np

from counterplay.core.bits.bits import popcount
from counterplay.games.chess.board import diagonals, knights, pawns, straights
from counterplay.games.chess.endgame_symmetry import FREE_PAIRS, KING_PAIRS, ROW_STARTS

MOST_PIECES = 5
KINDS = "QRBNP"
"""The kinds of pieces, from the highest bits of a side to the lowest, two bits each."""

SIDE = 2 * len(KINDS)
ONE_SIDE = (1 << SIDE) - 1

CHOICES = np.array(
    [[1, n, n * (n - 1) // 2, n * (n - 1) * (n - 2) // 6] for n in range(65)], np.int64
)
"""CHOICES[n, k]: the number of ways to choose k of n squares."""


def material(s, side):
    """What a side has beside its king, as ten bits."""
    q = popcount(diagonals(s) & straights(s) & side)
    r = popcount(straights(s) & ~diagonals(s) & side)
    b = popcount(diagonals(s) & ~straights(s) & side)
    return q << 8 | r << 6 | b << 4 | popcount(knights(s) & side) << 2 | popcount(pawns(s) & side)


def pieces_in(material_of_side):
    m = material_of_side
    return (m >> 8 & 3) + (m >> 6 & 3) + (m >> 4 & 3) + (m >> 2 & 3) + (m & 3)


def is_before(own, others):
    """Whether a side's material makes it the first side."""
    mine, theirs = pieces_in(own), pieces_in(others)
    return mine > theirs or (mine == theirs and own >= others)


# The factor that the pieces of a side contribute to the size of a table.
def pieces_space(material_of_side):
    """In how many ways the pieces of a side can be placed, pawns apart."""
    m = material_of_side
    space = CHOICES[64, m >> 8 & 3] * CHOICES[64, m >> 6 & 3]
    return space * CHOICES[64, m >> 4 & 3] * CHOICES[64, m >> 2 & 3]


# The row of PAWN_SETS for this material. Of three pawns, two of the first side are numbered.
def pawn_set(own, others, same):
    """Which of the numberings pawns have; of three, two of the first side."""
    if own + others == 1:
        return 0 if own else 1
    if own >= 2:
        return 2
    return 4 if same else 3


def has_pawns(t):
    return (t >> SIDE & 3) + (t & 3) > 0


def has_three_pawns(t):
    return (t >> SIDE & 3) + (t & 3) == 3


def pawn_rows(t):
    """The placements of two pawns at most: where they begin, and how many there are."""
    first, second = t >> SIDE, t & ONE_SIDE
    which = pawn_set(first & 3, second & 3, first == second)
    return ROW_STARTS[which], ROW_STARTS[which + 1] - ROW_STARTS[which]


def slices(t):
    """One for each placement of the pawns."""
    if not has_pawns(t):
        return 1
    rows = pawn_rows(t)[1]
    return rows * 48 if has_three_pawns(t) else rows


# 1 if both sides have the same pieces and no pawns: then the side to move is always the first.
def movers(t):
    """For how many sides to move there are places."""
    return 1 if t >> SIDE == t & ONE_SIDE and not has_pawns(t) else 2


def size(t):
    pairs = len(FREE_PAIRS) if has_pawns(t) else len(KING_PAIRS)
    space = pieces_space(t >> SIDE) * pieces_space(t & ONE_SIDE)
    return slices(t) * movers(t) * pairs * space
