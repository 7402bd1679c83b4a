"""Negative moves: moves are any 64-bit numbers, here -2 to 2 without 0, and a large one."""

from typing import NamedTuple

import counterplay as cp

FAR = 1 << 62

facts = cp.Facts(title="Any number", most_actions=5, longest_game=6)


class State(NamedTuple):
    total: int
    plies: int


def initial():
    return State(0, 0)


def player(s):
    return s.plies % 2


def actions(s, moves):
    if terminal(s):
        return 0
    for i in range(4):
        moves[i] = (-2, -1, 1, 2)[i]
    moves[4] = FAR
    return 5


def result(s, a):
    return State(0 if a == FAR else s.total + a, s.plies + 1)


def terminal(s):
    return s.plies == 6


def utility(s, p):
    if s.total == 0:
        return 0
    return 1 if (s.total > 0) == (p == 0) else -1
