"""Data: a tree of moves in arrays that the rules take as their last argument."""

from typing import NamedTuple

import numpy as np

import counterplay as cp

facts = cp.Facts(title="Data", most_actions=2, longest_game=4)


class Data(NamedTuple):
    worth: np.ndarray
    depth: int


data = Data(np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]), 4)


class State(NamedTuple):
    node: int


def initial():
    return State(1)


def depth(s):
    n = 0
    while s.node >> n + 1:
        n += 1
    return n


def player(s):
    return depth(s) % 2


def actions(s, moves, data):
    moves[0], moves[1] = 0, 1
    return 0 if depth(s) == data.depth else 2


def result(s, a):
    return State(2 * s.node + a)


def terminal(s, data):
    return depth(s) == data.depth


def utility(s, p, data):
    worth = data.worth[s.node - (1 << data.depth)]
    if worth == 5:
        return 0
    return 1 if (worth > 5) == (p == 0) else -1
