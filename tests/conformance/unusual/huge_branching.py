"""Huge branching: name one of 5,000 numbers each; the larger remainder by 7 wins."""

from typing import NamedTuple

import counterplay as cp

NUMBERS = 5_000

facts = cp.Facts(title="Numbers", most_actions=NUMBERS, longest_game=2)


class State(NamedTuple):
    first: int
    second: int


def initial():
    return State(-1, -1)


def player(s):
    return 0 if s.first < 0 else 1


def actions(s, moves):
    if terminal(s):
        return 0
    for i in range(NUMBERS):
        moves[i] = i
    return NUMBERS


def result(s, a):
    return State(a, -1) if s.first < 0 else State(s.first, a)


def terminal(s):
    return s.second >= 0


def utility(s, p):
    lead = s.first % 7 - s.second % 7
    if lead == 0:
        return 0
    return 1 if (lead > 0) == (p == 0) else -1
