"""A guess at the final difference in discs: mobility, corners and discs, weighted by the phase.

Boards are words of 8x8 bits, as in `othello.py`. Mobility first, as Rosenbloom found ("A
World-Championship-Level Othello Program", 1982); what is counted here is the least of it.
"""

import numpy as np

from counterplay.core.bits.bits import popcount
from counterplay.core.bits.rays import beyond

COUNTS = 8
"""To move; then mine less theirs: squares to play on, empty squares beside the other's discs,
corners, squares diagonally and squarely beside an empty corner, discs at the edge, discs."""

NOT_FIRST = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_LAST = np.uint64(0x7F7F7F7F7F7F7F7F)
ONE, EIGHT = np.uint64(1), np.uint64(8)


def around(x):
    """The squares of x and their eight neighbours."""
    x |= ((x << ONE) & NOT_FIRST) | ((x >> ONE) & NOT_LAST)
    return x | (x << EIGHT) | (x >> EIGHT)


def guess(mine, theirs, moves, board, corners, diagonal, beside, edge, weights):
    """Score points for the side to move.

    There are two weights for each count: of a board that is empty, and of one that is full.
    """
    empty = board & ~(mine | theirs)
    danger = around(corners & empty)
    mobility = popcount(moves) - popcount(beyond(theirs, mine) & empty)
    frontier = popcount(around(theirs) & empty) - popcount(around(mine) & empty)
    left, squares = popcount(empty), popcount(board)
    points = weighted(weights, 0, 1, left, squares)
    points += weighted(weights, 1, mobility, left, squares)
    points += weighted(weights, 2, frontier, left, squares)
    points += weighted(weights, 3, difference(mine, theirs, corners), left, squares)
    points += weighted(weights, 4, difference(mine, theirs, danger & diagonal), left, squares)
    points += weighted(weights, 5, difference(mine, theirs, danger & beside), left, squares)
    points += weighted(weights, 6, difference(mine, theirs, edge), left, squares)
    points += weighted(weights, 7, difference(mine, theirs, board), left, squares)
    return points // squares


def difference(mine, theirs, where):
    return popcount(mine & where) - popcount(theirs & where)


def weighted(weights, i, count, left, squares):
    return count * (weights[i] * left + weights[i + COUNTS] * (squares - left))
