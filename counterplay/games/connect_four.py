"""Connect Four: drop discs into columns; four in a row, in any direction, win.

A board is two words: `mine`, the discs of the side to move, and `mask`, all discs. Each column
has one bit more than the board has rows, always empty, so that rows do not run into each other:

     .  .  .  .  .  .  .     the empty bits
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

Adding the bottom row to `mask` carries each column's discs up to its first empty square.
Rules: Hasbro; the notation (columns 1 to 7, one digit a move) is that of Pascal Pons' solver.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.bits import popcount
from counterplay.core.errors import InputError
from counterplay.core.facts import Facts, parameter

WIDTH = parameter("width", 7, 1, 16, "columns")
HEIGHT = parameter("height", 6, 1, 16, "rows")
LINE = parameter("in_a_row", 4, 2, 16, "discs in a row that win")

COLUMN = HEIGHT + 1
if WIDTH * COLUMN > 64:
    raise InputError(f"width={WIDTH} and height={HEIGHT} need {WIDTH * COLUMN} bits of 64")

facts = Facts(
    title="Connect Four",
    names=("X", "O"),
    most_actions=WIDTH,
    longest_game=WIDTH * HEIGHT,
    exact_key=True,
)

BOTTOM = np.uint64(sum(1 << (c * COLUMN) for c in range(WIDTH)))
BOARD = np.uint64(int(BOTTOM) * ((1 << HEIGHT) - 1))
COLUMNS = np.array([((1 << HEIGHT) - 1) << (c * COLUMN) for c in range(WIDTH)], np.uint64)
CENTRE_FIRST = np.array(sorted(range(WIDTH), key=lambda c: abs(2 * c - WIDTH + 1)), np.int64)
NOTHING = np.uint64(0)


class State(NamedTuple):
    mine: np.uint64
    mask: np.uint64


def initial():
    return State(NOTHING, NOTHING)


def player(s):
    return popcount(s.mask) & 1


def actions(s, moves):
    if terminal(s):
        return 0
    free = (s.mask + BOTTOM) & BOARD
    n = 0
    for c in CENTRE_FIRST:
        if free & COLUMNS[c]:
            moves[n] = c
            n += 1
    return n


def result(s, a):
    return State(s.mine ^ s.mask, s.mask | ((s.mask + BOTTOM) & COLUMNS[a]))


def terminal(s):
    return s.mask == BOARD or has_line(s.mine ^ s.mask)


def utility(s, p):
    if has_line(s.mine ^ s.mask):
        return -1 if p == player(s) else 1
    return 0


def key(s):
    return s.mask + s.mine


def has_line(discs):
    if has_run(discs, 1):
        return True
    if LINE > WIDTH:  # no room for it across; the shifts below would pass the word
        return False
    return has_run(discs, COLUMN - 1) or has_run(discs, COLUMN) or has_run(discs, COLUMN + 1)


def has_run(discs, step):
    """Whether LINE of the discs stand `step` bits apart: starts of runs, doubled while they can."""
    starts, run = discs, 1
    while 2 * run <= LINE:
        starts &= starts >> np.uint64(run * step)
        run *= 2
    if run < LINE:
        starts &= starts >> np.uint64((LINE - run) * step)
    return starts != NOTHING


def show_move(s, a):
    return str(a + 1)


def parse_position(text):
    """Columns in the order of play: 4453 for the default board."""
    return text.split() if " " in text or WIDTH > 9 else list(text)


def board(s):
    mover = player(s)
    rows = []
    for r in reversed(range(HEIGHT)):
        marks = []
        for c in range(WIDTH):
            square = 1 << (c * COLUMN + r)
            owner = mover if int(s.mine) & square else 1 - mover
            marks.append(facts.names[owner] if int(s.mask) & square else ".")
        rows.append(" ".join(f"{mark:>2}" for mark in marks))
    return "\n".join([*rows, " ".join(f"{c + 1:>2}" for c in range(WIDTH))])
