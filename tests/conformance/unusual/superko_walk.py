"""Superko walk: two tokens on a circle; no position twice; who cannot move may rest, twice ends."""

from typing import NamedTuple

import counterplay as cp

CELLS = 5
REST = 2

facts = cp.Facts(title="Walk", most_actions=3, longest_game=60, superko=True)


class State(NamedTuple):
    cell: int
    rests: int
    turn: int


def initial():
    return State(0, 0, 0)


def player(s):
    return s.turn


def actions(s, moves):
    if terminal(s):
        return 0
    moves[0], moves[1], moves[2] = 0, 1, REST
    return 3


def result(s, a):
    if a == REST:
        return State(s.cell, s.rests + 1, 1 - s.turn)
    return State((s.cell + (1 if a else CELLS - 1)) % CELLS, 0, 1 - s.turn)


def terminal(s):
    return s.rests == 2


def utility(s, p):
    return 1 if (s.cell % 2 == 0) == (p == 0) else -1
