"""Tic-tac-toe with a record for a state: nine squares of one byte, and whose turn it is.

Squares are 0 empty, 1 for X, 2 for O, counted as in the built-in game of that name.
"""

import numpy as np

from counterplay.core.game.facts import Facts

State = np.dtype([("squares", np.int8, (9,)), ("mover", np.int64)])

facts = Facts(title="Tic-tac-toe of records", names=("X", "O"), most_actions=9, longest_game=9)

LINES = np.array(
    [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
)


def initial(out):
    out.squares[:] = 0
    out.mover = 0


def player(s):
    return s.mover


def actions(s, moves):
    if terminal(s):
        return 0
    n = 0
    for square in range(9):
        if s.squares[square] == 0:
            moves[n] = square
            n += 1
    return n


def result(s, a, out):
    out.squares[:] = s.squares
    out.squares[a] = s.mover + 1
    out.mover = 1 - s.mover


def has_line(s, mark):
    for i in range(8):
        if (
            s.squares[LINES[i, 0]] == mark
            and s.squares[LINES[i, 1]] == mark
            and s.squares[LINES[i, 2]] == mark
        ):
            return True
    return False


def is_full(s):
    empty = 0
    for square in range(9):
        if s.squares[square] == 0:
            empty += 1
    return empty == 0


def terminal(s):
    return has_line(s, 1) or has_line(s, 2) or is_full(s)


def utility(s, p):
    if has_line(s, p + 1):
        return 1
    if has_line(s, 2 - p):
        return -1
    return 0


def key(s):
    k = 0
    for square in range(9):
        k = 3 * k + np.int64(s.squares[square])
    return 2 * k + s.mover
