"""A counter in the state that the key leaves out: `drawn` ends the game after ten quiet plies."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Quiet plies", most_actions=2, longest_game=40, patience=10)


class State(NamedTuple):
    cell: int
    captured: int
    quiet: int
    turn: int


def initial():
    return State(0, 0, 0, 0)


def player(s):
    return s.turn


def actions(s, moves):
    if terminal(s):
        return 0
    moves[0], moves[1] = 0, 1
    return 2


def result(s, a):
    if a == 1 and s.cell % 5 == 4:
        return State(0, s.captured + 1, 0, 1 - s.turn)
    return State((s.cell + 1 + a) % 11, s.captured, s.quiet + 1, 1 - s.turn)


def terminal(s):
    return s.captured == 2


def drawn(s):
    return s.quiet >= 10


def utility(s, p):
    return -1 if p == s.turn else 1


def key(s):
    return (s.cell * 3 + s.captured) * 2 + s.turn
