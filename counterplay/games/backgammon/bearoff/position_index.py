"""The position index of a bearoff position: 15 checkers or fewer on the points 1 to 6.

A position is a word of 24 bits, its home: four bits for the number of checkers on each point, point
1 in the lowest. This is the low part of a player's word in the rules of backgammon.

    point   6     5     4     3     2     1
    bits    20-23 16-19 12-15 8-11  4-7   0-3

Let t be the number of checkers on point p or higher. The index is the sum of C(t + 6 - p, 7 - p)
over the six points. Two facts follow, and everything here rests on them:

    Positions with n checkers or fewer are numbered 0 to C(n + 6, 6) - 1, whatever the table's size.
    Every play makes at least one t smaller and none larger, so it leads to a smaller index.
"""

from math import comb

import numpy as np

POINTS = 6
MOST_CHECKERS = 15
HOME_BITS = 4 * POINTS
FIRST_FULL = comb(MOST_CHECKERS - 1 + POINTS, POINTS)
"""The first index with all 15 checkers on the board: no checker is off yet."""

POSITIONS = comb(MOST_CHECKERS + POINTS, POINTS)

CHOICES = np.array(
    [[comb(t + k - 1, k) if k else 0 for t in range(MOST_CHECKERS + 2)] for k in range(POINTS + 1)],
    np.int64,
)
"""CHOICES[7 - p, t] is what point p adds to the index. The last column is never reached."""


def positions(checkers: int) -> int:
    """How many positions have this many checkers or fewer."""
    return comb(checkers + POINTS, POINTS)


def is_home(near, far):
    """Whether all checkers of a player are on the points 1 to 6, by the two words of the rules."""
    return far == np.uint64(0) and near >> np.uint64(HOME_BITS) == np.uint64(0)


def index_of(home):
    """The position index of a home: a word of any integer type."""
    word, tail, index = np.int64(home), 0, 0
    for k in range(1, POINTS + 1):
        tail += (word >> 4 * (POINTS - k)) & 15
        index += CHOICES[k, tail]
    return index


def home_of(index):
    """The home with this position index."""
    home, before = 0, 0
    for step in range(POINTS):
        k = POINTS - step  # of the points 1 to 6
        tail = 0
        while CHOICES[k, tail + 1] <= index and tail < MOST_CHECKERS:
            tail += 1
        index -= CHOICES[k, tail]
        if step > 0:
            home |= (before - tail) << 4 * (step - 1)
        before = tail
    return home | before << 4 * (POINTS - 1)


def checkers_of(home):
    """The number of checkers of a home."""
    word, count = np.int64(home), 0
    for point in range(POINTS):
        count += (word >> 4 * point) & 15
    return count
