"""Repetition: a token goes left or right for ever; a position that occurs three times is a draw."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="To and fro", most_actions=2, longest_game=200, repetition=3)


class State(NamedTuple):
    cell: int
    turn: int


def initial():
    return State(4, 0)


def player(s):
    return s.turn


def actions(s, moves):
    moves[0], moves[1] = 0, 1
    return 0 if terminal(s) else 2


def result(s, a):
    return State(s.cell + 2 * a - 1, 1 - s.turn)


def terminal(s):
    return s.cell == 0 or s.cell == 8


def utility(s, p):
    return 1 if (s.cell == 8) == (p == 0) else -1


def irreversible(s, a):
    return False
