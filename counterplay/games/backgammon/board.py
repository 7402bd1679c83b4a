"""The board of backgammon: the state, the words of checkers, and sets of points.

Each player counts points from the own side: 1 to 6 is the home board, checkers move down, and the
bar is point 25. Point p of one player is point 25 - p of the other. Four bits hold the checkers on
a point, two words those of a player; those that are missing from fifteen are borne off:

    near   point   1  2  3 … 16          far   point  17 18 … 24 bar
           nibble  0  1  2 … 15                nibble  0  1 …  7   8

A set of points is an integer: bit p is point p.
"""

# As the loader compiles a game file: the types of State are part of the hash of the rules.
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import byteswap, shift_left, shift_right
from counterplay.core.bits.symmetry import mirrored

CHECKERS, BAR = 15, 25
NOTHING, ONE, NIBBLE = np.uint64(0), np.uint64(1), np.uint64(15)
ONES = np.uint64(0x1111111111111111)
SEVERAL = np.uint64(0xEEEEEEEEEEEEEEEE)
"""The bits that are set in a nibble of two or more."""
POINTS = (1 << 25) - 2
"""The points 1 to 24."""

START = {24: 2, 13: 5, 8: 3, 6: 5}
"""The checkers of a player at the start of a game, by point."""

OPENING, CHOICE, ANSWER, ROLL, MOVE, OVER = range(6)
"""The stages of a game. OPENING: both players roll one die, and the higher one begins. CHOICE: the
player may double before the roll. ANSWER: the other takes or drops. ROLL: dice decide. MOVE: the
player plays the roll. OVER: the game or match has ended."""


class State(NamedTuple):
    near0: np.uint64
    far0: np.uint64
    near1: np.uint64
    far1: np.uint64
    dice: int  # 8 * higher + lower die; 0 before the roll
    turn: int  # the player who rolls and moves
    stage: int
    cube: int  # the doublings, and the owner times 8: 0, 1, or 2 for nobody
    score: int  # the points of both players, eight bits each; bit 16: the Crawford game


def packed(counts):
    """The words of a player, from the number of checkers on each point."""
    word = sum(n << 4 * (point - 1) for point, n in counts.items())
    return np.uint64(word & (1 << 64) - 1), np.uint64(word >> 64)


START_NEAR, START_FAR = packed(START)


def count(near, far, point):
    """The number of checkers on a point."""
    if point <= 16:
        return np.int64(shift_right(near, 4 * (point - 1)) & NIBBLE)
    return np.int64(shift_right(far, 4 * (point - 17)) & NIBBLE)


def lifted(near, far, point):
    """The words without one checker of a point."""
    if point <= 16:
        return near - shift_left(ONE, 4 * (point - 1)), far
    return near, far - shift_left(ONE, 4 * (point - 17))


def placed(near, far, point):
    """The words with one checker more on a point; below point 1 it is borne off."""
    if point < 1:
        return near, far
    if point <= 16:
        return near + shift_left(ONE, 4 * (point - 1)), far
    return near, far + shift_left(ONE, 4 * (point - 17))


def filled(word):
    """Bit i for each nibble i that is not zero."""
    x = word | word >> np.uint64(1)
    x = (x | x >> np.uint64(2)) & ONES
    x = (x | x >> np.uint64(3)) & np.uint64(0x0303030303030303)
    x = (x | x >> np.uint64(6)) & np.uint64(0x000F000F000F000F)
    x = (x | x >> np.uint64(12)) & np.uint64(0x000000FF000000FF)
    return np.int64((x | x >> np.uint64(24)) & np.uint64(0xFFFF))


def occupied(near, far):
    """The points with a checker, the bar included."""
    return filled(near) << 1 | filled(far) << 17


def made(near, far):
    """The points with two checkers or more."""
    return filled(near & SEVERAL) << 1 | filled(far & SEVERAL) << 17


def as_other(points):
    """Points 1 to 24, as the other player counts them."""
    return np.int64(byteswap(mirrored(np.uint64(points))) >> np.uint64(38)) & POINTS


def total(word):
    """The sum of the nibbles of a word."""
    pairs = (word & np.uint64(0x0F0F0F0F0F0F0F0F)) + (
        word >> np.uint64(4) & np.uint64(0x0F0F0F0F0F0F0F0F)
    )
    return np.int64(pairs * np.uint64(0x0101010101010101) >> np.uint64(56))


def on_board(near, far):
    """The number of checkers that are not borne off."""
    return total(near) + total(far)


def pips(near, far):
    """The pip count: the number of steps to bear off all checkers."""
    steps, points = 0, occupied(near, far)
    for point in range(1, 26):
        if points >> point & 1:
            steps += point * count(near, far, point)
    return steps
