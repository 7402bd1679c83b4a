"""A token on a graph with cycles, moved in turn: what a node is worth depends on the way to it.

`edges[n]` is a mask of the nodes that follow n; a node without any is an end, paid by `payoff` to
the player whose turn it would be. Edges lead up to higher floors, irreversibly, or stay on one.
"""

from typing import NamedTuple

import numpy as np

import counterplay as cp

NODES = 9
FLOOR = 3
REPETITION = cp.parameter("repetition", 2, 0, 5)
SUPERKO = cp.parameter("superko", False)
NO_PROGRESS = cp.parameter("no_progress", 0, 0, 100)


class Data(NamedTuple):
    edges: np.ndarray
    payoff: np.ndarray


data = Data(
    np.array(cp.setting("edges", [0b110, 0b101, 0b1000, 0, 0, 0, 0, 0, 0]), np.int64),
    np.array(cp.setting("payoff", [0] * NODES), np.int64),
)

facts = cp.Facts(
    title="Roundabout",
    most_actions=NODES,
    longest_game=60,
    exact_key=True,
    repetition=REPETITION,
    superko=SUPERKO,
    no_progress=NO_PROGRESS,
)


class State(NamedTuple):
    node: int
    turn: int


def initial():
    return State(0, 0)


def player(s):
    return s.turn


def actions(s, moves, data):
    n = 0
    for node in range(NODES):
        if data.edges[s.node] >> node & 1:
            moves[n] = node
            n += 1
    return n


def result(s, a):
    return State(a, 1 - s.turn)


def terminal(s, data):
    return data.edges[s.node] == 0


def utility(s, p, data):
    return data.payoff[s.node] if p == s.turn else -data.payoff[s.node]


def key(s):
    return 2 * s.node + s.turn


def irreversible(s, a):
    return a // FLOOR > s.node // FLOOR
