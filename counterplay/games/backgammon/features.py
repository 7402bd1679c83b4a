"""The inputs of a network that evaluates backgammon: sets of points, one bit for each point.

For each player, as the player counts points (`board.py`), in words of the network:

    0   single checkers, two or more; bits 48 to 50: one, two, three checkers on the bar
    1   three or more, four or more; from bit 48: one, two, … fifteen checkers borne off
    2   five or more, six or more
    3   two made points in a row, three in a row: where they begin
    4   four in a row, five in a row; from bit 48: six in a row
    5   single checkers that one roll of a die hits directly, and those hit by two numbers of a die

In a race the last three say nothing, and the first three mean something else. They are then in
words of their own, so that a network has other weights for them.
"""

import numpy as np

from counterplay.core.bits.bits import highest
from counterplay.games.backgammon.board import (
    BAR,
    CHECKERS,
    POINTS,
    as_other,
    count,
    filled,
    made,
    occupied,
    on_board,
)

SIDE, RACE_SIDE = 6, 3
RACE = 2 * SIDE
FEATURE_WORDS = RACE + 2 * RACE_SIDE
FEATURE_NAME = "backgammon: checkers, primes and shots"

LOW_BITS = np.uint64(0x7777777777777777)
HIGH_BIT = np.uint64(0x8888888888888888)
ONES = np.uint64(0x1111111111111111)
LAST = (1 << 24) - 1


def at_least(near, far, n):
    """The points with `n` checkers or more, for n from 3 to 8."""
    lift = ONES * np.uint64(8 - n)
    low = (((near & LOW_BITS) + lift) | near) & HIGH_BIT
    high = (((far & LOW_BITS) + lift) | far) & HIGH_BIT
    return filled(low) << 1 | filled(high) << 17


def pair(first, second, rest):
    """A word of two sets of points, and 16 more bits."""
    return np.uint64((first >> 1 & LAST) | (second >> 1 & LAST) << 24 | rest << 48)


def write_checkers(near, far, words, start):
    """Write how many checkers a player has on each point, on the bar and off."""
    several = made(near, far)
    bar, off = count(near, far, BAR), CHECKERS - on_board(near, far)
    words[start] = pair(occupied(near, far) & ~several, several, (1 << min(bar, 3)) - 1)
    words[start + 1] = pair(at_least(near, far, 3), at_least(near, far, 4), (1 << off) - 1)
    words[start + 2] = pair(at_least(near, far, 5), at_least(near, far, 6), 0)


def write_contact(near, far, attackers, words, start):
    """Write the primes of a player, and the single checkers that the other one can hit."""
    several = made(near, far) & POINTS
    two = several & several >> 1
    three = two & several >> 2
    four = three & several >> 3
    five = four & several >> 4
    words[start] = pair(two, three, 0)
    words[start + 1] = pair(four, five, (five & several >> 5) >> 1 & 0xFFFF)
    hit, twice = 0, 0
    for d in range(1, 7):
        twice |= hit & attackers << d
        hit |= attackers << d
    single = occupied(near, far) & ~several & POINTS
    words[start + 2] = pair(single & hit, single & twice, 0)


def write_features(near, far, their_near, their_far, words):
    """Write the inputs of one side."""
    mine, theirs = occupied(near, far), occupied(their_near, their_far)
    if mine == 0 or theirs == 0 or highest(mine) + highest(theirs) <= BAR:
        write_checkers(near, far, words, RACE)
        write_checkers(their_near, their_far, words, RACE + RACE_SIDE)
        return
    write_checkers(near, far, words, 0)
    write_checkers(their_near, their_far, words, SIDE)
    write_contact(near, far, as_other(theirs & POINTS) | theirs >> BAR, words, RACE_SIDE)
    attackers = as_other(mine & POINTS) | mine >> BAR
    write_contact(their_near, their_far, attackers, words, SIDE + RACE_SIDE)
