"""The fork: take the safe road for 0.6, or go on and guess where the treasure is, for 1 or -1.

A coin decides where the treasure is, and nobody sees it. The first player takes the road, or goes
on and guesses; the second has nothing to do. To guess is worth 0, so the road is better. A search
that sees the coin in each world guesses right in all of them: it goes on.
"""

from typing import NamedTuple

import counterplay as cp

ROAD, ON, LEFT, RIGHT = range(4)

facts = cp.Facts(
    title="The fork",
    most_actions=2,
    longest_game=3,
    scored=True,
    chance=True,
    most_outcomes=2,
    hidden=True,
)


class State(NamedTuple):
    """Where the treasure is, 0 before the coin falls; and the last move, plus 1."""

    treasure: int
    last: int


def initial():
    return State(0, 0)


def player(s):
    return cp.CHANCE if s.treasure == 0 else 0


def actions(s, moves):
    if s.treasure == 0 or terminal(s):
        return 0
    moves[0], moves[1] = (LEFT, RIGHT) if s.last == ON + 1 else (ROAD, ON)
    return 2


def chance(s, outcomes, probabilities):
    outcomes[0], outcomes[1] = LEFT, RIGHT
    probabilities[0] = probabilities[1] = 0.5
    return 2


def result(s, a):
    return State(a, 0) if s.treasure == 0 else State(s.treasure, a + 1)


def terminal(s):
    return s.last != 0 and s.last != ON + 1


def utility(s, p):
    gain = 0.6 if s.last == ROAD + 1 else 1.0 if s.last == s.treasure + 1 else -1.0
    return gain if p == 0 else -gain


def observe(s, p):
    return s.last


def board(s, p):
    where = "?" if p is not None and not terminal(s) else ("-", "", "left", "right")[s.treasure]
    return f"treasure {where}"
