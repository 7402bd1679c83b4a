"""Scratch in the buffer: `actions` writes all squares first, and then packs the legal ones."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Packed", most_actions=8, longest_game=8)


class State(NamedTuple):
    taken: int
    turn: int


def initial():
    return State(0, 0)


def player(s):
    return s.turn


def actions(s, moves):
    for i in range(8):
        moves[i] = i
    n = 0
    for i in range(8):
        if s.taken >> moves[i] & 1 == 0:
            moves[n] = moves[i]
            n += 1
    return n


def result(s, a):
    return State(s.taken | 1 << a, 1 - s.turn)


def terminal(s):
    return s.taken == 255


def utility(s, p):
    return -1 if p == s.turn else 1


def width(s):
    n = 0
    for i in range(8):
        n += 1 - (s.taken >> i & 1)
    return n


def order(s, a):
    return -a


def remaining(s):
    return width(s)


def null(s):
    return State(s.taken, 1 - s.turn)
