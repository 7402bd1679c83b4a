"""The static evaluation of nine men's morris: what stones can do, not where they stand."""

import numpy as np

from counterplay.core.bits.bits import popcount
from counterplay.games.nine_mens_morris.points import (
    BOARD,
    CROSSINGS,
    MIDDLES,
    ahead,
    beside,
    completing,
)

WEIGHTS = np.array([100, 12, 22, 3, -9, 4], np.int64)
FEATURES = {
    "stone": (0, 1), "mill": (1, 1), "point that closes a mill": (2, 1), "free neighbour": (3, 1),
    "blocked stone": (4, 1), "stone on a crossing": (5, 1),
}  # fmt: skip


def evaluate(s, weights):
    """The static evaluation for the side to move, in hundredths of a stone."""
    empty, mine, theirs = BOARD & ~(s.mine | s.theirs), (s.hand + 1) // 2, s.hand // 2
    return side(s.mine, empty, mine, weights) - side(s.theirs, empty, theirs, weights)


def side(x, empty, hand, weights):
    points = (popcount(x) + hand) * weights[0] + mills(x) * weights[1]
    points += popcount(completing(x) & empty) * weights[2]
    points += popcount(beside(x) & empty) * weights[3]
    points += popcount(x & ~beside(empty)) * weights[4]
    return points + popcount(x & CROSSINGS) * weights[5]


def mills(x):
    """The number of mills in a set: sides of rings, and lines across."""
    sides = x & ahead(x, 1) & ahead(x, 7) & MIDDLES
    return popcount(sides) + popcount(x & x >> 8 & x >> 16 & MIDDLES)
