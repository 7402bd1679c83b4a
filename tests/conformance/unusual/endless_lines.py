"""Endless lines: two tokens walk around a circle. Only a repetition ends a walk for sure."""

from typing import NamedTuple

import counterplay as cp

CELLS = 6

facts = cp.Facts(title="Circle", most_actions=2, longest_game=10_000, repetition=3)
WIN = facts.win_score


class State(NamedTuple):
    first: int
    second: int
    turn: int


def initial():
    return State(0, 2, 0)


def player(s):
    return s.turn


def actions(s, moves):
    if terminal(s):
        return 0
    moves[0], moves[1] = 1, CELLS - 1
    return 2


def result(s, a):
    if s.turn == 0:
        return State((s.first + a) % CELLS, s.second, 1)
    return State(s.first, (s.second + a) % CELLS, 0)


def terminal(s):
    return s.first == s.second


def utility(s, p):
    return -1 if p == s.turn else 1


def bounds(s, low, high):
    return -WIN, WIN


def sufficient_moves(s, moves):
    return actions(s, moves)
