"""Double turns: each player takes one or two counters, twice in a row; the last one wins."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Double turns", most_actions=2, longest_game=9)


class State(NamedTuple):
    counters: int
    ply: int


def initial():
    return State(9, 0)


def player(s):
    return s.ply // 2 % 2


def actions(s, moves):
    for a in range(2):
        moves[a] = a + 1
    return min(s.counters, 2)


def result(s, a):
    return State(s.counters - a, s.ply + 1)


def terminal(s):
    return s.counters == 0


def utility(s, p):
    last = (s.ply - 1) // 2 % 2
    return 1 if p == last else -1


def key(s):
    return s.counters * 4 + s.ply % 4  # who moves, and whether once more
