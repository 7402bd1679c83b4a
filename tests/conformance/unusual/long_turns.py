"""Long turns: the mover goes on until the sum is a multiple of five, and only then the other."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Long turns", most_actions=3, longest_game=40, total=1, best=1)


class State(NamedTuple):
    total: int
    turn: int


def initial():
    return State(1, 0)


def player(s):
    return s.turn


def actions(s, moves):
    n = 0
    while n < 3 and s.total + n < 40:
        moves[n] = n + 1
        n += 1
    return n


def result(s, a):
    total = s.total + a
    return State(total, 1 - s.turn if total % 5 == 0 else s.turn)


def terminal(s):
    return s.total >= 40


def utility(s, p):
    return 1 if p == s.turn else 0
