"""The cube, the score and the dice of backgammon: small numbers in one integer each."""

import numpy as np

from counterplay.games.backgammon.board import CHECKERS, NOTHING, on_board

NOBODY = 2
CENTRED = NOBODY << 3
"""The cube at the start of a game: it shows 1, and both may double."""
MOST_DOUBLINGS = 6
"""In money games the cube stops at 64."""
CRAWFORD_GAME = 1 << 16
BEHIND = ~np.uint64(0xFF)
"""The nibbles of `far` from point 19 on: the other's home board, and the bar."""

ROLL_DICE, DOUBLE, TAKE, DROP = (1 << 20 | number for number in range(4))
"""The decisions about the cube. They are larger than all plays of a roll."""


def doublings(cube: int) -> int:
    """The number of doublings: the cube shows two to this power."""
    return cube & 7


def owner(cube: int) -> int:
    """The player who owns the cube, or NOBODY."""
    return cube >> 3


def taken(cube, player):
    """The cube after a double that `player` takes."""
    return doublings(cube) + 1 | player << 3


def may_double(cube, score, player, most):
    """Whether a player may double: not in the Crawford game, and not with the other's cube."""
    if score & CRAWFORD_GAME or doublings(cube) >= most:
        return False
    return owner(cube) != 1 - player


def points_of(score: int, player: int) -> int:
    return score >> 8 * player & 255


def kind_of_win(near: np.uint64, far: np.uint64) -> int:
    """1 for a single game, 2 for a gammon, 3 for a backgammon, from the loser's checkers."""
    if on_board(near, far) < CHECKERS:
        return 1
    return 2 if far & BEHIND == NOTHING else 3


def score_after(score, winner, points, length, crawford):
    """The score of a match after a game. The first game at one point to go is the Crawford game."""
    mine = min(points_of(score, winner) + points, length)
    theirs = points_of(score, 1 - winner)
    was_close = max(points_of(score, 0), points_of(score, 1)) == length - 1
    after = mine << 8 * winner | theirs << 8 * (1 - winner)
    if crawford and not was_close and max(mine, theirs) == length - 1:
        after |= CRAWFORD_GAME
    return after


def listed_rolls(outcomes, probabilities):
    """List the 21 rolls of two dice."""
    n = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            outcomes[n] = high << 3 | low
            probabilities[n] = 1 / 36 if high == low else 2 / 36
            n += 1
    return n


def listed_openings(outcomes, probabilities):
    """List the 30 opening rolls: the dice, and the player who begins in bit 6."""
    n = 0
    for high in range(2, 7):
        for low in range(1, high):
            for first in range(2):
                outcomes[n] = high << 3 | low | first << 6
                probabilities[n] = 1 / 30
                n += 1
    return n
