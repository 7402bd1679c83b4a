"""The equity of both sides' bearoff positions, with and without the doubling cube.

Both sides play as well as possible against each other. Equities are those of money play in units
of the cube, seen by the side to roll, before it may double. There are four:

    0 CUBELESS      no one may double: twice the chance to win, minus 1
    1 OWNED         the side to roll owns the cube
    2 CENTRED       both may double
    3 THEIRS        the other side owns the cube

`values[cube, theirs, mine]` is the equity of the side to roll. It follows from smaller indices:
the equity of (i, j) needs (j, a) for the successors a < i. So stage i finds, in this order,

    (i, j) for all j < i    from rows a < i of the table, many j at once
    (j, i) for all j <= i   from the row that was just found

and no position is computed twice. A side that has borne off has won. No side loses a gammon, since
both have borne off a checker: the table has at most 14 checkers a side.
"""

import numpy as np

from counterplay.games.backgammon.bearoff.plays import CHANCES

CUBELESS, OWNED, CENTRED, THEIRS = range(4)
SEEN_BY_OTHER = np.array([CUBELESS, THEIRS, CENTRED, OWNED], np.int64)
"""The cube as the other side sees it."""

TILE = 1024
"""Columns that are computed together, so that they stay in the cache."""

WEIGHTS = CHANCES.astype(np.float32)
LOST, WON = np.float32(-1), np.float32(1)


def solve_pairs(starts, links, values, first, last):
    """Do the stages `first` to `last` - 1; those before must be done.

    `values` has one cube (CUBELESS) or all four.
    """
    cubes, size = values.shape[0], values.shape[1]
    row = np.empty((cubes, size), np.float32)
    rolled = np.empty((cubes, size), np.float32)
    best = np.empty(TILE, np.float32)
    for i in range(first, last):
        if i == 0:
            values[:, 0, :] = LOST
            values[:, :, 0] = WON
            continue
        for cube in range(cubes):
            row[cube, 0] = WON
            for start in range(0, i, TILE):
                roll_many(starts, links, values, cube, i, start, min(start + TILE, i), best, row)
        double(row, i)
        for j in range(1, i):
            for cube in range(cubes):
                values[cube, j, i] = row[cube, j]
        for cube in range(cubes):
            for j in range(1, i + 1):
                rolled[cube, j] = roll_one(starts, links, row[SEEN_BY_OTHER[cube]], j)
        double(rolled, i + 1)
        for cube in range(cubes):
            values[cube, i, 1 : i + 1] = rolled[cube, 1 : i + 1]


def roll_many(starts, links, values, cube, i, first, last, best, row):
    """Write the equities of position i against `first` to `last` - 1, without a double."""
    other = values[SEEN_BY_OTHER[cube]]
    total = row[cube, first:last]
    total[:] = np.float32(0)
    count = last - first
    for r in range(len(WEIGHTS)):
        list_ = i * len(WEIGHTS) + r
        least = best[:count]
        least[:] = other[links[starts[list_]], first:last]
        for k in range(starts[list_] + 1, starts[list_ + 1]):
            after = other[links[k], first:last]
            for n in range(count):
                least[n] = min(least[n], after[n])
        for n in range(count):
            total[n] -= WEIGHTS[r] * least[n]


def roll_one(starts, links, after, j):
    """The equity of position j without a double; `after` has the equities of the other side."""
    total = np.float32(0)
    for r in range(len(WEIGHTS)):
        list_ = j * len(WEIGHTS) + r
        least = WON
        for k in range(starts[list_], starts[list_ + 1]):
            least = min(least, after[links[k]])
        total -= WEIGHTS[r] * least
    return total


def double(equities, count):
    """Let the side to roll double where it may and should. Without the cubes, nothing happens.

    After a double the other side passes and loses 1, or takes: the cube is theirs, and worth 2.
    """
    if len(equities) <= THEIRS:
        return
    for j in range(1, count):
        doubled = min(WON, np.float32(2) * equities[THEIRS, j])
        equities[OWNED, j] = max(equities[OWNED, j], doubled)
        equities[CENTRED, j] = max(equities[CENTRED, j], doubled)
