"""The inputs of backgammon for networks: those of TD-Gammon, and those of pubeval.

TD-Gammon has 198 inputs (Tesauro 1992). Each player has four for each point, one for the bar and
one for the checkers borne off; two say whose turn it is. A state is seen by player `p`, whose
points and checkers come first:

    0 … 95    own points 1 to 24, four units each      98 … 193   the other's points 1 to 24
    96, 97    own bar / 2, borne off / 15               194, 195  the other's bar and borne off
    196, 197  1, 0 if `p` is on roll; 0, 1 if the other is

Both players count points from their own side. The functions are plain; kernels compile them.
"""

from counterplay.core.bits.bits import highest, lowest
from counterplay.games.backgammon.board import (
    BAR,
    CHECKERS,
    POINTS,
    as_other,
    count,
    occupied,
    on_board,
)

INPUTS = 198
SIDE, UNITS = 98, 4
"""The inputs of one player, and those of one point."""
BAR_INPUT, OFF_INPUT = 96, 97

PUBEVAL_INPUTS, PUBEVAL_UNITS = 122, 5
PUBEVAL_BAR, PUBEVAL_OFF = 120, 121


def unit_of(n, k):
    """Unit `k` of a point with `n` checkers: a blot, a made point, one spare checker, more."""
    if k == 0:
        return 1.0 if n == 1 else 0.0
    if k == 1:
        return 1.0 if n >= 2 else 0.0
    if k == 2:
        return 1.0 if n == 3 else 0.0
    return (n - 3) / 2 if n > 3 else 0.0


def checkers_of(s, p):
    """The words of a player's checkers."""
    if p == 0:
        return s.near0, s.far0
    return s.near1, s.far1


def input_of(s, p, i):
    """Input `i` of TD-Gammon in state `s`, as player `p` sees it."""
    if i >= 2 * SIDE:
        return 1.0 if (s.turn == p) == (i == 2 * SIDE) else 0.0
    near, far = checkers_of(s, p if i < SIDE else 1 - p)
    j = i % SIDE
    if j == BAR_INPUT:
        return count(near, far, BAR) / 2
    if j == OFF_INPUT:
        return (CHECKERS - on_board(near, far)) / 15
    return unit_of(count(near, far, j // UNITS + 1), j % UNITS)


def is_race(s):
    """Whether all checkers have passed those of the other player, so that no one can be hit."""
    mine, theirs = occupied(s.near0, s.far0), occupied(s.near1, s.far1)
    if mine == 0 or theirs == 0:
        return True
    if (mine | theirs) >> BAR & 1:
        return False
    return highest(mine) < lowest(as_other(theirs & POINTS))


def pubeval_input(s, p, i):
    """Input `i` of pubeval in the state `s` after a play of player `p`.

    Each point, from `p`'s point 24 down, has five units: a blot of the other, then a blot, a made
    point, one spare checker and more of `p`.
    """
    near, far = checkers_of(s, p)
    if i == PUBEVAL_BAR:
        their_near, their_far = checkers_of(s, 1 - p)
        return count(their_near, their_far, BAR) / 2
    if i == PUBEVAL_OFF:
        return (CHECKERS - on_board(near, far)) / 15
    point, k = 24 - i // PUBEVAL_UNITS, i % PUBEVAL_UNITS
    if k == 0:
        their_near, their_far = checkers_of(s, 1 - p)
        return 1.0 if count(their_near, their_far, BAR - point) == 1 else 0.0
    return unit_of(count(near, far, point), k - 1)
