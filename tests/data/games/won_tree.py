"""An explicit tree of games that are won, drawn or lost, so that the length of a win counts.

A tree is a number, the first player's result (1, 0 or -1), or [player, [child, child, …]]. Who
moves is free, so wins can be of odd and of even length. With `halves`, a win pays 1, a draw ½
and a loss 0.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.game.facts import Facts, parameter, setting

HALVES = parameter("halves", False, about="payoffs of 1, ½ and 0")
TREE = setting("tree", [0, [1, [1, [1, -1]]]])


class Data(NamedTuple):
    mover: np.ndarray
    first: np.ndarray
    children: np.ndarray
    result: np.ndarray


def pack(tree):
    nodes, rows = [tree], []
    for node in nodes:
        mover, children, won = (0, [], node) if isinstance(node, int) else (*node, 0)
        rows.append((mover, len(nodes), len(children), won))
        nodes.extend(children)
    return Data(*(np.array(column, np.int64) for column in zip(*rows, strict=True)))


data = pack(TREE)
facts = Facts(
    title="Won tree", most_actions=64, longest_game=40, exact_key=True, total=1 if HALVES else 0
)


class State(NamedTuple):
    node: int


def initial():
    return State(0)


def player(s, data):
    return data.mover[s.node]


def actions(s, moves, data):
    for i in range(data.children[s.node]):
        moves[i] = i
    return data.children[s.node]


def result(s, a, data):
    return State(data.first[s.node] + a)


def terminal(s, data):
    return data.children[s.node] == 0


def utility(s, p, data):
    won = data.result[s.node] if p == 0 else -data.result[s.node]
    return (won + 1) / 2 if HALVES else won
