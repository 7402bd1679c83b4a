"""A road of 600 steps: a move goes one step or two, and whoever takes the last step wins.

Longer than any search looks ahead, and with a record for a state. The player to move loses
exactly where the steps that are left are a multiple of three.
"""

import numpy as np

from counterplay.core.game.facts import Facts

STEPS = 600
State = np.dtype([("left", np.int16), ("mover", np.int8)])

facts = Facts(title="Long road", most_actions=2, longest_game=STEPS, exact_key=True)


def initial(out):
    out.left = STEPS
    out.mover = 0


def player(s):
    return s.mover


def actions(s, moves):
    n = min(np.int64(s.left), 2)
    for i in range(n):
        moves[i] = i + 1
    return n


def result(s, a, out):
    out.left = s.left - a
    out.mover = 1 - s.mover


def terminal(s):
    return s.left == 0


def utility(s, p):
    return -1 if p == s.mover else 1


def key(s):
    return 2 * np.int64(s.left) + np.int64(s.mover)


def parse_position(text):
    raise ValueError("a road has no notation")
