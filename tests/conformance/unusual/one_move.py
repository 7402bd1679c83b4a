"""One move: the only player to move names a number, and that is the game."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="One move", most_actions=2, longest_game=1)


class State(NamedTuple):
    named: int


def initial():
    return State(0)


def player(s):
    return 0


def actions(s, moves):
    moves[0], moves[1] = 1, 2
    return 0 if s.named else 2


def result(s, a):
    return State(a)


def terminal(s):
    return s.named > 0


def utility(s, p):
    return 1 if (s.named == 1) == (p == 0) else -1
