"""The legal moves of checkers: steps and captures. `rules.py` shows the layout of the board."""

from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import bit, lowest, shift_left, shift_right

BOARD = np.uint64(sum(1 << (k + k // 8) for k in range(32)))
FIRST_ROW = np.uint64(0b1111)
LAST_ROW = np.uint64(0b1111 << 31)
NOTHING, ONE = np.uint64(0), np.uint64(1)
STEPS = np.array([4, 5, -4, -5], np.int64)
"""The four directions: two down the board, two up."""


class State(NamedTuple):
    black: np.uint64
    white: np.uint64
    kings: np.uint64
    turn: int


def moved(squares, direction):
    """Squares a step on in a direction, those that are on the board."""
    by = STEPS[direction]
    if by > 0:
        return shift_left(squares, by) & BOARD
    return shift_right(squares, -by) & BOARD


def walkers(s, direction):
    """The mover's pieces that can go in a direction."""
    own = s.white if s.turn else s.black
    return own if (direction < 2) == (s.turn == 0) else own & s.kings


def steppers(s, direction):
    """The mover's pieces that can make a step in a direction: one back from every empty square."""
    return walkers(s, direction) & moved(BOARD & ~(s.black | s.white), direction ^ 2)


def jumpers(s, direction):
    """The mover's pieces that can capture in a direction."""
    others, free = (s.black if s.turn else s.white), BOARD & ~(s.black | s.white)
    back = direction ^ 2
    return walkers(s, direction) & moved(others & moved(free, back), back)


def can_capture(s):
    return (jumpers(s, 0) | jumpers(s, 1) | jumpers(s, 2) | jumpers(s, 3)) != NOTHING


def actions(s, moves):
    if not can_capture(s):
        n = 0
        for direction in range(4):
            rest = steppers(s, direction)
            while rest != NOTHING:
                moves[n] = lowest(rest) | direction << 10
                rest &= rest - ONE
                n += 1
        return n
    # Captures grow in the list itself: a capture that can go on is replaced by its continuations.
    last = 0
    for direction in range(4):
        rest = jumpers(s, direction)
        while rest != NOTHING:
            moves[last] = lowest(rest) | 1 << 6 | direction << 10
            rest &= rest - ONE
            last += 1
    n, i = 0, 0
    while i < last:
        grown = lengthened(s, moves[i], moves, last)
        if grown == last:
            moves[n] = moves[i]
            n += 1
        last = grown
        i += 1
    return n


def lengthened(s, a, moves, last):
    """Append a capture with one piece more to the list, by each way; where the list ends then."""
    square, captured = landed(s, a)
    count, is_king = a >> 6 & 15, bit(a & 63) & s.kings != NOTHING
    forward = 0 if s.turn == 0 else 2
    if not is_king and bit(square) & (LAST_ROW if s.turn == 0 else FIRST_ROW):
        return last  # a man that is crowned stops
    others = (s.black if s.turn else s.white) & ~captured
    free = BOARD & ~((s.black | s.white) & ~bit(a & 63))
    for way in range(4 if is_king else 2):
        direction = way ^ forward
        over = moved(bit(square), direction)
        if over & others and moved(over, direction) & free:
            moves[last] = (a & ~(15 << 6)) | (count + 1) << 6 | direction << (10 + 2 * count)
            last += 1
    return last


def landed(s, a):
    """Where a move ends, and the pieces that it captures."""
    at, captured = bit(a & 63), NOTHING
    count = a >> 6 & 15
    for i in range(count):
        direction = a >> (10 + 2 * i) & 3
        over = moved(at, direction)
        captured |= over
        at = moved(over, direction)
    if count == 0:
        at = moved(at, a >> 10 & 3)
    return lowest(at), captured
