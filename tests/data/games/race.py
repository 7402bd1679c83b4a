"""Throw a die, move one of two runners by it; the first to bring one to twelve wins."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(
    title="Race", most_actions=2, longest_game=200, chance=True, most_outcomes=3, names=("A", "B")
)


class State(NamedTuple):
    mine: int
    other: int
    die: int
    mover: int


def initial():
    return State(0, 0, 0, 0)


def player(s):
    return s.mover if s.die else cp.CHANCE


def chance(s, outcomes, probabilities):
    for i in range(3):
        outcomes[i], probabilities[i] = i + 1, 1 / 3
    return 3


def actions(s, moves):
    moves[0], moves[1] = 0, 1
    return 0 if terminal(s) else 2


def result(s, a):
    if s.die == 0:
        return State(s.mine, s.other, a, s.mover)
    return State(s.other, s.mine + (s.die << (4 * a)), 0, 1 - s.mover)


def terminal(s):
    return s.other & 15 >= 12 or s.other >> 4 >= 12


def utility(s, p):
    return -1 if p == s.mover else 1
