"""The static evaluation of Othello: mobility, corners and discs, weighted by the phase.

It estimates the final difference in discs. Boards are words of 8x8 bits, as in `rules.py`. Mobility
counts most, as Rosenbloom found ("A World-Championship-Level Othello Program", 1982).
"""

import numpy as np

from counterplay.core.bits.bits import popcount
from counterplay.core.bits.rays import beyond

COUNTS = 8
"""The number of features: the side to move; then, for the mover minus the opponent: legal moves,
empty squares beside the opponent's discs, corners, squares diagonally and directly beside an empty
corner, discs on the edge, discs."""

NOT_FIRST = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_LAST = np.uint64(0x7F7F7F7F7F7F7F7F)
ONE, EIGHT = np.uint64(1), np.uint64(8)


def around(x):
    """The squares of x and their eight neighbours."""
    x |= ((x << ONE) & NOT_FIRST) | ((x >> ONE) & NOT_LAST)
    return x | (x << EIGHT) | (x >> EIGHT)


def static_evaluation(mine, theirs, moves, board, corners, diagonal, beside, edge, weights):
    """The static evaluation for the side to move, in score points.

    Each feature has two weights: for an empty board and for a full one.
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
