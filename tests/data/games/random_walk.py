"""A token on a graph with cycles: at a node a player or chance decides where it goes next.

`kinds[n]` is the player who decides at node n, 2 where chance does, 3 at an end, which pays
`payoffs[n]` to player 0. `edges[n]` has as many successors as `counts[n]`, and `odds[n]` their
probabilities. The graph is run-time data: other graphs need no compilation.
"""

from typing import NamedTuple

import numpy as np

import counterplay as cp

NODES, WIDTH = 10, 3
BEST = 4
BY_CHANCE, END = 2, 3
PLAYERS = cp.parameter("players", 2, 1, 3)


class Data(NamedTuple):
    kinds: np.ndarray
    counts: np.ndarray
    edges: np.ndarray
    odds: np.ndarray
    payoffs: np.ndarray


data = Data(
    np.array(cp.setting("kinds", [0, 2] + [3] * (NODES - 2)), np.int64),
    np.array(cp.setting("counts", [2, 2] + [0] * (NODES - 2)), np.int64),
    np.array(cp.setting("edges", [[1, 2, 0], [0, 3, 0]] + [[0] * WIDTH] * (NODES - 2)), np.int64),
    np.array(cp.setting("odds", [[0.5] * WIDTH] * NODES), np.float64),
    np.array(cp.setting("payoffs", [0, 0, 1, 2] + [0] * (NODES - 4)), np.float64),
)

facts = cp.Facts(
    title="Random walk",
    players=PLAYERS,
    most_actions=WIDTH,
    longest_game=10_000,
    scored=True,
    best=BEST,
    chance=True,
    most_outcomes=WIDTH,
)


class State(NamedTuple):
    node: int


def initial():
    return State(0)


def player(s, data):
    kind = data.kinds[s.node]
    return cp.CHANCE if kind == BY_CHANCE else 0 if kind == END else kind


def actions(s, moves, data):
    for i in range(data.counts[s.node]):
        moves[i] = i
    return data.counts[s.node]


def chance(s, outcomes, probabilities, data):
    for i in range(data.counts[s.node]):
        outcomes[i] = i
        probabilities[i] = data.odds[s.node, i]
    return data.counts[s.node]


def result(s, a, data):
    return State(data.edges[s.node, a])


def terminal(s, data):
    return data.kinds[s.node] == END


def utility(s, p, data):
    return data.payoffs[s.node] if p == 0 else -data.payoffs[s.node]
