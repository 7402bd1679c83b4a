"""Three players: each adds 1 to 3; who reaches ten gets two points of one each."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(
    title="Three", players=3, most_actions=3, longest_game=10, total=None, best=2, scored=True
)


class State(NamedTuple):
    total: int
    turn: int


def initial():
    return State(0, 0)


def player(s):
    return s.turn


def actions(s, moves):
    n = min(3, 10 - s.total)
    for i in range(n):
        moves[i] = i + 1
    return n


def result(s, a):
    return State(s.total + a, (s.turn + 1) % 3)


def terminal(s):
    return s.total == 10


def utility(s, p):
    return 2 if p == (s.turn + 2) % 3 else 1
