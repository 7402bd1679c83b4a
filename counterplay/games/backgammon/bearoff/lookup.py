"""Look up bearoff positions in play. Rules and evaluators can call every function here.

A position is two homes (`position_index.py`), and `data` has the fields of `Tables`. Equities are
those of the side to roll, in units of the cube; a gammon counts twice. Backgammons cannot happen.

    both sides in the two-sided table    exact: both sides play as well as possible
    otherwise                            from the distributions of both sides' rolls: each plays
                                         for the least expected rolls, whatever the other does
"""

import numpy as np

from counterplay.core.compile.native import apart
from counterplay.games.backgammon.bearoff.plays import NO_PLAY, after_die
from counterplay.games.backgammon.bearoff.position_index import (
    FIRST_FULL,
    POINTS,
    index_of,
    is_home,
)
from counterplay.games.backgammon.bearoff.tables import equity_of

HIGHEST = POINTS - 1
WORST = -3.0
"""Less than any equity."""


def is_covered(near, far, their_near, their_far, data):
    """Whether `equity` can be asked: all checkers are home, and the tables are built."""
    return len(data.bearoff_rolls) > 0 and is_home(near, far) and is_home(their_near, their_far)


def is_exact(mine, theirs, data):
    """Whether the two-sided table has the position."""
    return max(index_of(mine), index_of(theirs)) < len(data.bearoff_pairs)


def has_cube(mine, theirs, data):
    """Whether `cubeful_equity` can be asked."""
    return max(index_of(mine), index_of(theirs)) < data.bearoff_cube.shape[1]


def position_equity(near, their_near, dice, data):
    """The cubeless equity of the player whose turn it is, if `is_covered`.

    `dice` is 8 * higher + lower die, as in the rules, or 0 before the roll.
    """
    if dice == 0:
        return equity(near, their_near, data)
    return equity_of_roll(near, their_near, dice >> 3, dice & 7, data)


@apart
def equity(mine, theirs, data):
    """The cubeless equity of the side to roll, before the roll."""
    win, gammon, lost_gammon = chances(mine, theirs, data)
    return 2.0 * win - 1.0 + gammon - lost_gammon


def chances(mine, theirs, data):
    """The chances of the side to roll: to win, to win a gammon, and to lose a gammon."""
    i, j = index_of(mine), index_of(theirs)
    if max(i, j) < len(data.bearoff_pairs):
        return 0.5 + 0.5 * equity_of(data.bearoff_pairs[j, i]), 0.0, 0.0
    return race(i, j, data)


def cubeful_equity(mine, theirs, cube, data):
    """The equity of the side to roll in money play, before it may double.

    `cube` is OWNED, CENTRED or THEIRS of `two_sided.py`.
    """
    size = data.bearoff_cube.shape[1]
    return equity_of(data.bearoff_cube[(cube - 1) * size + index_of(theirs), index_of(mine)])


def race(i, j, data):
    """The chances of the side to roll, with position i, from the rolls that both sides need.

    It wins with its roll n if the other side needs n rolls or more. It loses with the other's roll
    n if it needs more than n.
    """
    mine, theirs = data.bearoff_rolls[i], data.bearoff_rolls[j]
    win, gammon, lost_gammon = 0.0, 0.0, 0.0
    still, they_have_all, i_have_all = 1.0, 1.0, 1.0
    for n in range(len(mine)):
        i_end, they_end = np.float64(mine[n]), np.float64(theirs[n])
        win += i_end * still
        still -= they_end
        if j >= FIRST_FULL:
            gammon += i_end * they_have_all
            they_have_all -= first_roll(j, n, data)
        if i >= FIRST_FULL:
            i_have_all -= first_roll(i, n, data)
            lost_gammon += they_end * i_have_all
    return win, gammon, lost_gammon


def first_roll(i, n, data):
    """The chance that roll n bears off the first of 15 checkers."""
    if n < data.bearoff_first_rolls.shape[1]:
        return np.float64(data.bearoff_first_rolls[i - FIRST_FULL, n])
    return 0.0


# After the roll ----------------------------------------------------------------------------------


@apart
def equity_of_roll(mine, theirs, large, small, data):
    """The cubeless equity of the side that plays a roll, after its best play."""
    home = np.int64(mine)
    if large == small:
        return best_of_four(home, theirs, large, data)
    best = WORST
    for point in range(POINTS):
        after = after_die(home, point, large)
        if after != NO_PLAY:
            best = max(best, best_of_one(after, theirs, small, HIGHEST, data))
        after = after_die(home, point, small)
        if after != NO_PLAY:
            best = max(best, best_of_one(after, theirs, large, HIGHEST, data))
    return best


def best_of_one(home, theirs, die, top, data):
    """The best equity after one more die, played from point `top` or below."""
    if home == 0:
        return -equity(theirs, home, data)
    best = WORST
    for point in range(top + 1):
        after = after_die(home, point, die)
        if after != NO_PLAY:
            best = max(best, -equity(theirs, after, data))
    return best


@apart
def best_of_two(home, theirs, die, top, data):
    """The same after two equal dice. They can be played from the higher point first."""
    best = -equity(theirs, home, data) if home == 0 else WORST
    for point in range(top + 1):
        after = after_die(home, point, die)
        if after != NO_PLAY:
            best = max(best, best_of_one(after, theirs, die, point, data))
    return best


def best_of_four(home, theirs, die, data):
    """The same after four equal dice."""
    best = WORST
    for first in range(POINTS):
        once = after_die(home, first, die)
        if once == 0:
            return -equity(theirs, once, data)
        if once != NO_PLAY:
            for second in range(first + 1):
                twice = after_die(once, second, die)
                if twice != NO_PLAY:
                    best = max(best, best_of_two(twice, theirs, die, second, data))
    return best
