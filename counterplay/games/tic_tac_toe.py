"""Tic-tac-toe, and every m,n,k-game: put a mark on an empty square; k in a row win.

`x` and `o` have one bit per square, counted along the rows from the bottom left corner:

    3 | 6 7 8
    2 | 3 4 5      written a1, b1, c1 (bottom row), a2, …
    1 | 0 1 2
        a b c

A position is written row by row from the top, as in `x.o/.x./..o`. x moves first, so the number of
marks decides who is to move.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import bit, popcount
from counterplay.core.game.facts import Facts, parameter
from counterplay.presentation.drawings import Grid
from counterplay.presentation.in_a_row import in_a_row

WIDTH = parameter("width", 3, 1, 8, "columns")
HEIGHT = parameter("height", 3, 1, 8, "rows")
LINE = parameter("in_a_row", 3, 1, 8, "marks in a row that win")

SQUARES = WIDTH * HEIGHT
FULL = np.uint64((1 << SQUARES) - 1)

facts = Facts(
    title="Tic-tac-toe",
    names=("X", "O"),
    most_actions=SQUARES,
    longest_game=SQUARES,
)
DISTINCT_ACTIONS = SQUARES


def lines():
    """Every winning line, as a mask."""
    found = set()
    for c in range(WIDTH):
        for r in range(HEIGHT):
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                squares = [(c + i * dc, r + i * dr) for i in range(LINE)]
                if all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in squares):
                    found.add(sum(1 << (y * WIDTH + x) for x, y in squares))
    return np.array(sorted(found), np.uint64)


LINES = lines()


class State(NamedTuple):
    x: np.uint64
    o: np.uint64


def initial():
    return State(np.uint64(0), np.uint64(0))


def player(s):
    return popcount(s.x | s.o) & 1


def actions(s, moves):
    if terminal(s):
        return 0
    n = 0
    for square in range(SQUARES):
        if not (s.x | s.o) & bit(square):
            moves[n] = square
            n += 1
    return n


def result(s, a):
    if player(s) == 0:
        return State(s.x | bit(a), s.o)
    return State(s.x, s.o | bit(a))


def terminal(s):
    return (s.x | s.o) == FULL or has_line(s.x) or has_line(s.o)


def utility(s, p):
    if has_line(s.x):
        return 1 if p == 0 else -1
    if has_line(s.o):
        return 1 if p == 1 else -1
    return 0


def has_line(marks):
    for line in LINES:
        if marks & line == line:
            return True
    return False


def show_move(s, a):
    return f"{chr(ord('a') + a % WIDTH)}{a // WIDTH + 1}"


def rows(s):
    """The marks, row by row from the top."""
    for r in reversed(range(HEIGHT)):
        squares = [1 << (r * WIDTH + c) for c in range(WIDTH)]
        yield ["x" if int(s.x) & q else "o" if int(s.o) & q else "." for q in squares]


def show_position(s):
    return "/".join("".join(row) for row in rows(s))


def parse_position(text):
    lines = text.lower().split("/")
    if len(lines) != HEIGHT or any(len(line) != WIDTH for line in lines):
        raise ValueError(f"expected {HEIGHT} rows of {WIDTH}, as in {show_position(initial())}")
    if set("".join(lines)) - set("xo."):
        raise ValueError("expected only x, o and . for the squares")
    squares = "".join(reversed(lines))
    x, o = (sum(1 << i for i, mark in enumerate(squares) if mark == m) for m in "xo")
    if x.bit_count() - o.bit_count() not in (0, 1):
        raise ValueError("x moves first, so there must be as many x as o, or one more")
    return State(np.uint64(x), np.uint64(o))


def board(s):
    marks = [[m.upper() for m in row] for row in rows(s)]
    return Grid(marks, looks={"X": "cross blue", "O": "ring red"}, marks=in_a_row(marks, LINE))
