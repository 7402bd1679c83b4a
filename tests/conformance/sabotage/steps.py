"""Steps: a token walks a circle of seven cells; a player may pass. Two passes end the game.

Each step costs a player one of three tickets. Who has fewer tickets left wins.
"""

from typing import NamedTuple

import numpy as np

import counterplay as cp

CELLS = 7
PASS = 0
TICKETS = np.array([3, 3])

facts = cp.Facts(title="Steps", most_actions=3, longest_game=14)


class State(NamedTuple):
    cell: int
    first: int
    second: int
    passes: int
    turn: int


def initial():
    return State(0, TICKETS[0], TICKETS[1], 0, 0)


def player(s):
    return s.turn


def tickets(s, p):
    return s.first if p == 0 else s.second


def wrapped(cell):
    return cell % CELLS


def actions(s, moves):
    n = 0
    if terminal(s):
        return n
    moves[n] = PASS
    n += 1
    for step in range(1, 3):
        if step <= tickets(s, s.turn):
            moves[n] = step
            n += 1
    return n


def result(s, a):
    passes = s.passes + 1 if a == PASS else 0
    first = s.first - (a if s.turn == 0 else 0)
    second = s.second - (a if s.turn == 1 else 0)
    return State(wrapped(s.cell + a), first, second, passes, 1 - s.turn)


def terminal(s):
    return s.passes == 2 or s.first + s.second == 0


def utility(s, p):
    lead = tickets(s, 1 - p) - tickets(s, p)
    return 1 if lead > 0 else -1 if lead < 0 else 0


def key(s):
    return (((s.cell * 4 + s.first) * 4 + s.second) * 4 + s.passes) * 2 + s.turn


def evaluate(s):
    return 100 * (tickets(s, 1 - s.turn) - tickets(s, s.turn))


def show_move(s, a):
    return ("pass", "one", "two")[a]


def board(s):
    return "".join("o" if cell == s.cell else "." for cell in range(CELLS))
