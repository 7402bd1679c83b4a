"""The inputs of a network that evaluates backgammon: sets of points, one bit for each point.

For each player, as the player counts points (`board.py`), in words of the network:

    0   single checkers, two or more; bits 48 to 50: one, two, three checkers on the bar
    1   three or more, four or more; from bit 48: one, two, … fifteen checkers borne off
    2   five or more, six or more; from bit 48: 10, 20, … 150 pips or more
    3   two made points in a row, three in a row: where they begin;
        from bit 48: one, two, … fifteen checkers that are not past all of the other's
    4   four in a row, five in a row; from bit 48: six in a row
    5   single checkers that one roll of a die hits directly, and those hit by two numbers of a die
    6   rolls of the other, out of 36: that hit (2, 4, … 36), that hit two checkers (2, 4, … 18),
        that free the other's last checker, and one on the bar (2, 4, … 36 each)

The first three are in words of their own if a player has crashed, and again in a race, so that a
network has other weights for them; in a race there are no others.
"""

import numpy as np

from counterplay.core.bits.bits import highest, lowest, shift_right
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
    total,
)
from counterplay.games.backgammon.rolls import escaping_rolls, hitting_rolls

SIDE, CHECKER_WORDS = 7, 3
CRASHED = 2 * SIDE
RACE = CRASHED + 2 * CHECKER_WORDS
FEATURE_WORDS = RACE + 2 * CHECKER_WORDS
FEATURE_SWAPS = (
    *((i, SIDE + i) for i in range(SIDE)),
    *((CRASHED + i, CRASHED + CHECKER_WORDS + i) for i in range(CHECKER_WORDS)),
    *((RACE + i, RACE + CHECKER_WORDS + i) for i in range(CHECKER_WORDS)),
)
"""The words that change places if the other player looks at the board."""
FEATURE_NAME = "backgammon: checkers, primes, shots and rolls"

USEFUL = 6
"""A player has crashed who has no more checkers than this, those on the points 1 and 2 aside."""

LOW_BITS = np.uint64(0x7777777777777777)
HIGH_BIT = np.uint64(0x8888888888888888)
ONES = np.uint64(0x1111111111111111)
LOW_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
ODD_POINTS, EVEN_POINTS = np.uint64(0x01030507090B0D0F), np.uint64(0x020406080A0C0E10)
"""The numbers 1, 3, … 15 and 2, 4, … 16, as bytes: a product has the weighted sum at its top."""
LAST = (1 << 24) - 1


def at_least(near, far, n):
    """The points with `n` checkers or more, for n from 3 to 8."""
    lift = ONES * np.uint64(8 - n)
    low = (((near & LOW_BITS) + lift) | near) & HIGH_BIT
    high = (((far & LOW_BITS) + lift) | far) & HIGH_BIT
    return filled(low) << 1 | filled(high) << 17


def pair(first, second, rest):
    """A word of two sets of points, and 15 more bits."""
    return np.uint64((first >> 1 & LAST) | (second >> 1 & LAST) << 24 | rest << 48)


def counted(n, most):
    """As many bits as `n` says, or `most`."""
    return (1 << min(n, most)) - 1


def steps(word):
    """The steps of 16 points to the end: the number of each nibble, from 1, times its checkers."""
    odd, even = word & LOW_NIBBLES, word >> np.uint64(4) & LOW_NIBBLES
    top = np.uint64(56)
    return np.int64(odd * ODD_POINTS >> top) + np.int64(even * EVEN_POINTS >> top)


def pip_count(near, far):
    """The number of steps to bear off all checkers, as `board.pips`."""
    return steps(near) + steps(far) + 16 * total(far)


def write_checkers(near, far, words, start):
    """Write how many checkers a player has on each point, on the bar and off, and the pips."""
    several = made(near, far)
    bar, off = count(near, far, BAR), CHECKERS - on_board(near, far)
    words[start] = pair(occupied(near, far) & ~several, several, counted(bar, 3))
    words[start + 1] = pair(at_least(near, far, 3), at_least(near, far, 4), counted(off, 15))
    tens = counted(pip_count(near, far) // 10, 15)
    words[start + 2] = pair(at_least(near, far, 5), at_least(near, far, 6), tens)


def write_contact(near, far, movers, on_bar, words, start):
    """Write the primes of a player, and what the other can do: `movers` are the other's checkers.

    `rolls.py` says how they are counted.
    """
    several = made(near, far) & POINTS
    two = several & several >> 1
    three = two & several >> 2
    four = three & several >> 3
    five = four & several >> 4
    last = lowest(movers)
    words[start] = pair(two, three, counted(beyond(near, far, last), 15))
    words[start + 1] = pair(four, five, (five & several >> 5) >> 1 & 0xFFFF)
    hit, twice = 0, 0
    for d in range(1, 7):
        twice |= hit & movers << d
        hit |= movers << d
    single = occupied(near, far) & ~several & POINTS
    words[start + 2] = pair(single & hit, single & twice, 0)
    hits, double_hits = hitting_rolls(movers, on_bar, several, single & -(1 << last))
    words[start + 3] = np.uint64(
        counted(hits // 2 + hits % 2, 18)
        | counted(double_hits // 2 + double_hits % 2, 9) << 18
        | counted(escaping_rolls(last, several) // 2, 18) << 27
        | counted(escaping_rolls(0, several) // 2, 18) << 45
    )


def beyond(near, far, point):
    """The number of checkers on higher points, for a point up to 24."""
    if point < 16:
        return total(shift_right(near, 4 * point)) + total(far)
    return total(shift_right(far, 4 * (point - 16)))


def has_crashed(near, far):
    """Whether a player has few checkers left that can hold points."""
    return on_board(near, far) - count(near, far, 1) - count(near, far, 2) <= USEFUL


def write_features(near, far, their_near, their_far, words):
    """Write the inputs of one side."""
    mine, theirs = occupied(near, far), occupied(their_near, their_far)
    if mine == 0 or theirs == 0 or highest(mine) + highest(theirs) <= BAR:
        write_checkers(near, far, words, RACE)
        write_checkers(their_near, their_far, words, RACE + CHECKER_WORDS)
        return
    is_crash = has_crashed(near, far) or has_crashed(their_near, their_far)
    first, second = (CRASHED, CRASHED + CHECKER_WORDS) if is_crash else (0, SIDE)
    write_checkers(near, far, words, first)
    write_checkers(their_near, their_far, words, second)
    their_movers = as_other(theirs & POINTS) | theirs >> BAR
    my_movers = as_other(mine & POINTS) | mine >> BAR
    their_bar, my_bar = count(their_near, their_far, BAR), count(near, far, BAR)
    write_contact(near, far, their_movers, their_bar, words, CHECKER_WORDS)
    write_contact(their_near, their_far, my_movers, my_bar, words, SIDE + CHECKER_WORDS)
