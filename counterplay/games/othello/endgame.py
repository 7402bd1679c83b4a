"""Othello endgames: exact values with few empty squares, and stable discs.

Boards are words of 8x8 bits, as in `rules.py`. Values are disc differences for the side to move,
which owns `mine`. The winner gets the empty squares of a board with `squares` squares.
"""

import numpy as np

from counterplay.core.bits.bits import bit, lowest, popcount
from counterplay.core.bits.rays import beyond, enclosed

NOTHING = np.uint64(0)
ONE = np.uint64(1)
EDGE_ROWS = np.uint64(0xFF000000000000FF)
EDGE_COLUMNS = np.uint64(0x8181818181818181)
EDGE = EDGE_ROWS | EDGE_COLUMNS
COLUMN_A = np.uint64(0x0101010101010101)
ROW = np.uint64(0xFF)
NO_MOVE = -100
QUADRANTS = np.array([0x0F0F0F0F << (32 * r + 4 * c) for r in (0, 1) for c in (0, 1)], np.uint64)
NEIGHBOURS = np.array(
    [
        sum(
            1 << 8 * r + c
            for r in range(max(0, a // 8 - 1), min(8, a // 8 + 2))
            for c in range(max(0, a % 8 - 1), min(8, a % 8 + 2))
            if 8 * r + c != a
        )
        for a in range(64)
    ],
    np.uint64,
)


def near(low, left):
    """The squares 1, 2 and 4 rows or columns from two edges: row 1 or 8, column a or h."""
    words = []
    for far in (1, 2, 4):
        rows = [r if low else 7 - r for r in range(far)]
        columns = [c if left else 7 - c for c in range(far)]
        every = ((r, c) for r in range(8) for c in range(8))
        words.append(np.uint64(sum(1 << 8 * r + c for r, c in every if r in rows or c in columns)))
    return tuple(words)


HIGH_RIGHT, LOW_LEFT, HIGH_LEFT, LOW_RIGHT = (
    near(low, left) for low, left in ((False, False), (True, True), (False, True), (True, False))
)


def finished(mine, theirs, squares):
    """The value of a finished game."""
    if mine > theirs:
        return squares - 2 * theirs
    if mine < theirs:
        return 2 * mine - squares
    return 0


def last_square(mine, theirs, square, squares):
    """The value with one empty square."""
    count = popcount(mine)
    turned = enclosed(square, mine, theirs)
    if turned != NOTHING:
        return 2 * (count + popcount(turned) + 1) - squares
    turned = enclosed(square, theirs, mine)
    if turned != NOTHING:
        return 2 * (count - popcount(turned)) - squares
    return finished(count, squares - 1 - count, squares)


def last_squares(mine, theirs, empty, low, high, squares):
    """The value with a few empty squares, by a plain search to the end.

    Fail-soft: a value up to `low` is an upper bound, a value from `high` on is a lower bound, and a
    value in between is exact. Quadrants with an odd number of empty squares come first: the player
    who starts there also makes the last move there.
    """
    if empty & (empty - ONE) == NOTHING:
        return last_square(mine, theirs, lowest(empty), squares)
    best = NO_MOVE
    first = odd_quadrants(empty)
    for rest in (first, empty ^ first):
        while rest != NOTHING:
            square = lowest(rest)
            rest &= rest - ONE
            if theirs & NEIGHBOURS[square] == NOTHING:
                continue
            turned = enclosed(square, mine, theirs)
            if turned == NOTHING:
                continue
            here = bit(square)
            value = -last_squares(
                theirs ^ turned, mine ^ turned ^ here, empty ^ here, -high, -low, squares
            )
            if value > best:
                best = value
                if value >= high:
                    return value
                low = max(low, value)
    if best != NO_MOVE:
        return best
    if can_move(theirs, mine, empty):
        return -last_squares(theirs, mine, empty, -high, -low, squares)
    return finished(popcount(mine), popcount(theirs), squares)


def can_move(mine, theirs, empty):
    return beyond(mine, theirs) & empty != NOTHING


def odd_quadrants(empty):
    """The empty squares of quadrants that have an odd number of them."""
    odd = NOTHING
    for quadrant in QUADRANTS:
        inside = empty & quadrant
        if popcount(inside) & 1:
            odd |= inside
    return odd


def stable(discs, filled):
    """The stable discs, which can never be turned. `filled` has all squares that are not empty.

    A disc is safe along a line if the line is full, if the disc is at the end of the line, or if it
    is beside a safe disc of its own colour. It is stable if it is safe along all four lines.
    Squares off a smaller board count as filled, and as discs of any colour.
    """
    rows = filled & (filled >> np.uint64(1))
    rows &= rows >> np.uint64(2)
    rows = ((rows & (rows >> np.uint64(4)) & COLUMN_A) * ROW) | EDGE_COLUMNS
    columns = filled & (filled >> np.uint64(8) | filled << np.uint64(56))
    columns &= columns >> np.uint64(16) | columns << np.uint64(48)
    columns = (columns & (columns >> np.uint64(32) | columns << np.uint64(32))) | EDGE_ROWS
    falling = full_falling(filled) | EDGE
    rising = full_rising(filled) | EDGE
    safe = discs & rows & columns & falling & rising
    before = NOTHING
    while safe != before:
        before = safe
        along_row = rows | (safe << np.uint64(1)) | (safe >> np.uint64(1))
        along_column = columns | (safe << np.uint64(8)) | (safe >> np.uint64(8))
        along_falling = falling | (safe << np.uint64(9)) | (safe >> np.uint64(9))
        along_rising = rising | (safe << np.uint64(7)) | (safe >> np.uint64(7))
        safe |= discs & along_row & along_column & along_falling & along_rising
    return safe


def full_falling(filled):
    """The squares of the full diagonals that are parallel to a1-h8."""
    up = filled & (HIGH_RIGHT[0] | filled >> np.uint64(9))
    up &= HIGH_RIGHT[1] | up >> np.uint64(18)
    up &= HIGH_RIGHT[2] | up >> np.uint64(36)
    down = filled & (LOW_LEFT[0] | filled << np.uint64(9))
    down &= LOW_LEFT[1] | down << np.uint64(18)
    down &= LOW_LEFT[2] | down << np.uint64(36)
    return up & down


def full_rising(filled):
    """The squares of the full diagonals that are parallel to a8-h1."""
    up = filled & (HIGH_LEFT[0] | filled >> np.uint64(7))
    up &= HIGH_LEFT[1] | up >> np.uint64(14)
    up &= HIGH_LEFT[2] | up >> np.uint64(28)
    down = filled & (LOW_RIGHT[0] | filled << np.uint64(7))
    down &= LOW_RIGHT[1] | down << np.uint64(14)
    down &= LOW_RIGHT[2] | down << np.uint64(28)
    return up & down
