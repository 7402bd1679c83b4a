"""Helpers whose names are close to hooks, but that the rules use; and some that nothing uses."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Helpers", most_actions=3, longest_game=12)
SIZES = (3, 4)
WEIGHT = 7


class State(NamedTuple):
    heaps: int
    turn: int


def initial():
    return State(3 | 4 << 4, 0)


def heap(s, i):
    return s.heaps >> 4 * i & 15


def players():
    return 2


def moved(s, a):
    return State(s.heaps - (1 << 4 * (a >> 1)), 1 - s.turn)


def orders(s):
    return heap(s, 0) + heap(s, 1)


def keys(s):
    return s.heaps


def player(s):
    return s.turn % players()


def actions(s, moves):
    n = 0
    for i in range(len(SIZES)):
        if heap(s, i) > 0:
            moves[n] = 2 * i
            n += 1
    return n


def result(s, a):
    return moved(s, a)


def terminal(s):
    return orders(s) == 0 and keys(s) == 0


def utility(s, p):
    return -1 if p == s.turn else 1


def is_even(n):
    return n % 2 == 0


def main():
    print(initial(), WEIGHT)
