"""Wide words: a board of 64 squares in np.uint64, hashed with numbers that overflow on purpose."""

from typing import NamedTuple

import numpy as np

import counterplay as cp

ONE = np.uint64(1)
MIX = np.uint64(0x9E3779B97F4A7C15)

facts = cp.Facts(title="Wide", most_actions=64, longest_game=64)


class State(NamedTuple):
    taken: np.uint64
    turn: int


def initial():
    return State(np.uint64(0), 0)


def player(s):
    return s.turn


def actions(s, moves):
    n = 0
    if not terminal(s):
        for i in range(64):
            if s.taken >> np.uint64(i) & ONE == np.uint64(0):
                moves[n] = i
                n += 1
    return n


def result(s, a):
    near = (np.uint64(3) << np.uint64(a)) | (np.uint64(0x101) << np.uint64(a))
    return State(s.taken | near, 1 - s.turn)


def terminal(s):
    return s.taken == ~np.uint64(0)


def utility(s, p):
    return -1 if p == s.turn else 1


def key(s):
    return (s.taken * MIX) ^ (s.taken >> np.uint64(32)) ^ np.uint64(s.turn)
