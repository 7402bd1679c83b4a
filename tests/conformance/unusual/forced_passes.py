"""Forced passes: take a coin of your own colour, or pass if there is none; most coins win."""

from typing import NamedTuple

import counterplay as cp

PASS = 99

facts = cp.Facts(title="Passes", most_actions=6, longest_game=12)


class State(NamedTuple):
    left: int  # bits 0 to 1 belong to player 0, bits 2 to 5 to player 1
    turn: int


def initial():
    return State(63, 0)


def player(s):
    return s.turn


def actions(s, moves):
    if terminal(s):
        return 0
    n = 0
    for i in range(6):
        if s.left >> i & 1 and (i < 2) == (s.turn == 0):
            moves[n] = i
            n += 1
    if n == 0:
        moves[0] = PASS
        n = 1
    return n


def result(s, a):
    return State(s.left if a == PASS else s.left & ~(1 << a), 1 - s.turn)


def terminal(s):
    return s.left == 0


def utility(s, p):
    return 1 if p == 1 else -1
