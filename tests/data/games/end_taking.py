"""A row of numbers: take the one at the left or at the right end; the larger sum wins by the rest.

The row is run-time data. `order` tries the larger number first. `evaluate` guesses the lead, and
a share of the larger end for the side to move, which is what its one weight is about.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.game.facts import Facts, setting

LONGEST, LARGEST = 24, 1000
ROW = setting("row", (3, 9, 1, 2))
WEIGHTS = np.array([500], np.int64)


class Data(NamedTuple):
    row: np.ndarray


data = Data(np.array(ROW, np.int64))
facts = Facts(
    title="End taking",
    scored=True,
    best=LONGEST * LARGEST,
    most_actions=2,
    longest_game=LONGEST,
)
UNIT = facts.unit


class State(NamedTuple):
    left: int
    right: int
    lead: int
    mover: int


def initial(data):
    return State(0, len(data.row), 0, 0)


def player(s):
    return s.mover


def actions(s, moves):
    if terminal(s):
        return 0
    moves[0], moves[1] = 0, 1
    return 2 if s.right - s.left > 1 else 1


def taken(s, a, data):
    return data.row[s.left] if a == 0 else data.row[s.right - 1]


def result(s, a, data):
    lead = s.lead + (taken(s, a, data) if s.mover == 0 else -taken(s, a, data))
    if a == 0:
        return State(s.left + 1, s.right, lead, 1 - s.mover)
    return State(s.left, s.right - 1, lead, 1 - s.mover)


def terminal(s):
    return s.left == s.right


def utility(s, p):
    return s.lead if p == 0 else -s.lead


def order(s, a, data):
    return taken(s, a, data)


def evaluate(s, weights, data):
    lead = s.lead if s.mover == 0 else -s.lead
    if terminal(s):
        return UNIT * lead
    return UNIT * lead + weights[0] * max(taken(s, 0, data), taken(s, 1, data))
