"""Recursion and lists that can be compiled: a count of the regions of a row of six squares."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Regions", most_actions=6, longest_game=6)


class State(NamedTuple):
    taken: int
    turn: int


def initial():
    return State(0, 0)


def player(s):
    return s.turn


def regions(taken, i):
    if i == 6:
        return 0
    begins = taken >> i & 1 == 1 and (i == 0 or taken >> i - 1 & 1 == 0)
    return regions(taken, i + 1) + (1 if begins else 0)


def actions(s, moves):
    free = [i for i in range(6) if s.taken >> i & 1 == 0]
    if terminal(s):
        return 0
    for n in range(len(free)):
        moves[n] = free[n]
    return len(free)


def result(s, a):
    return State(s.taken | 1 << a, 1 - s.turn)


def terminal(s):
    return s.taken == 63 or regions(s.taken, 0) == 3


def utility(s, p):
    return 0 if s.taken == 63 else -1 if p == s.turn else 1
