"""Domineering: one player lays dominoes upright, the other lays them flat; who cannot, loses."""

from typing import NamedTuple

import numpy as np

import counterplay as cp

SIZE = cp.parameter("size", 3, 2, 7, "squares along a side")
SQUARES = SIZE * SIZE

facts = cp.Facts(
    title="Domineering",
    names=("upright", "flat"),
    most_actions=SIZE * (SIZE - 1),
    longest_game=SQUARES,
    exact_key=True,
)

WEIGHTS = np.array([100, 10])
WIN = 1_000_000


class State(NamedTuple):
    taken: int
    turn: int


def initial():
    return State(0, 0)


def player(s):
    return s.turn


def domino(a, turn):
    return 1 << a | 1 << (a + 1 if turn else a + SIZE)


def fits(s, a, turn):
    inside = a % SIZE < SIZE - 1 if turn else a < SQUARES - SIZE
    return inside and s.taken & domino(a, turn) == 0


def count(s, turn):
    n = 0
    for a in range(SQUARES):
        if fits(s, a, turn):
            n += 1
    return n


def actions(s, moves):
    n = 0
    for a in range(SQUARES):
        if fits(s, a, s.turn):
            moves[n] = a
            n += 1
    return n


def result(s, a):
    return State(s.taken | domino(a, s.turn), 1 - s.turn)


def terminal(s):
    return count(s, s.turn) == 0


def utility(s, p):
    return -1 if p == s.turn else 1


def key(s):
    return s.taken * 2 + s.turn


def flipped(taken):
    out = 0
    for a in range(SQUARES):
        if taken >> a & 1:
            out |= 1 << (SQUARES - 1 - a)
    return out


def canonical(s):
    return State(min(s.taken, flipped(s.taken)), s.turn)


def index(s):
    return s.taken * 2 + s.turn


def state(i):
    return State(i >> 1, i & 1)


def size(t):
    return 2 << SQUARES


def sufficient_moves(s, moves):
    return actions(s, moves)


def bounds(s, low, high):
    if count(s, s.turn) > 0 and count(s, 1 - s.turn) == 0:
        return WIN - 1, WIN - 1
    return -WIN, WIN


def evaluate(s, weights):
    return weights[0] * count(s, s.turn) - weights[0] * count(s, 1 - s.turn) - weights[1]


def show_move(s, a):
    return f"{chr(ord('a') + a % SIZE)}{a // SIZE + 1}"
