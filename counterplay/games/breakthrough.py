"""Breakthrough: the first player to bring a piece to the far row wins (Dan Troyka, 2000).

Pieces step one square forwards, straight or diagonally, and capture only diagonally. A board is two
words: the pieces of the side to move, and those of the other side. The board is turned upside down
after each move, so the side to move always moves up from row 1, its home. Smaller boards use fewer
columns and rows:

     8  56 57 58 59 60 61 62 63        a move is 3 * (the square it goes to)
     …                                     + 0 from the right, up and to the left
     2   8  9 10 11 12 13 14 15            + 1 straight up
     1   0  1  2  3  4  5  6  7            + 2 from the left, up and to the right
         a  b  c  d  e  f  g  h

Each side has two rows of pieces if the board has at least six rows, otherwise one, as in OpenSpiel.
"""

import re
from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import bit, byteswap, highest, lowest, popcount, shift_right
from counterplay.core.bits.mixing import mixed
from counterplay.core.bits.symmetry import mirrored
from counterplay.core.game.facts import Facts, parameter
from counterplay.presentation.drawings import Grid

WIDTH = parameter("width", 8, 3, 8, "columns")
HEIGHT = parameter("height", 8, 3, 8, "rows")

DEEP = 2 if HEIGHT >= 6 else 1
PIECES = DEEP * WIDTH

facts = Facts(
    title="Breakthrough",
    names=("white", "black"),
    counted_in=("pieces", 178_449),  # the weight of a piece
    most_actions=3 * PIECES,
    # Every piece to the row before the last, and one step more.
    longest_game=2 * WIDTH * sum(HEIGHT - 2 - r for r in range(DEEP)) + 1,
)
DISTINCT_ACTIONS = 3 * 8 * HEIGHT
WIN = facts.win_score
EVALUATION_LIMIT = WIN - 2_000

LINE = (1 << WIDTH) - 1
BOARD = np.uint64(sum(LINE << 8 * r for r in range(HEIGHT)))
HOME = np.uint64(LINE)
START = np.uint64(sum(LINE << 8 * r for r in range(DEEP)))
NEXT_TO_LAST = np.uint64(LINE << 8 * (HEIGHT - 2))
LAST = np.uint64(LINE << 8 * (HEIGHT - 1))
FIRST_COLUMN = np.uint64(sum(1 << 8 * r for r in range(HEIGHT)))
LAST_COLUMN = np.uint64(int(FIRST_COLUMN) << (WIDTH - 1))
NOTHING = np.uint64(0)
ONE, SEVEN, EIGHT, NINE = np.uint64(1), np.uint64(7), np.uint64(8), np.uint64(9)


class State(NamedTuple):
    mine: np.uint64
    theirs: np.uint64
    turn: int


def initial():
    return State(START, upside_down(START), 0)


def upside_down(x):
    return shift_right(byteswap(x), 8 * (8 - HEIGHT))


def player(s):
    return s.turn


def actions(s, moves):
    if terminal(s):
        return 0
    return listed(steps(s), moves)


def steps(s):
    """The squares that pieces can go to: up and to the left, straight, up and to the right."""
    free = BOARD & ~s.mine
    return (
        ((s.mine & ~FIRST_COLUMN) << SEVEN) & free,
        (s.mine << EIGHT) & free & ~s.theirs,
        ((s.mine & ~LAST_COLUMN) << NINE) & free,
    )


def listed(targets, moves):
    n = 0
    for way in range(3):
        rest = targets[way]
        while rest != NOTHING:
            moves[n] = 3 * lowest(rest) + way
            rest &= rest - ONE
            n += 1
    return n


def result(s, a):
    to = bit(a // 3)
    mine = (s.mine ^ bit(a // 3 - 7 - a % 3)) | to
    return State(upside_down(s.theirs & ~to), upside_down(mine), 1 - s.turn)


def terminal(s):
    """The other side has come through, or has taken the last piece."""
    return s.theirs & HOME != NOTHING or s.mine == NOTHING


def utility(s, p):
    return -1 if p == s.turn else 1


# Optional functions for searches.


def key(s):
    return mixed(mixed(mixed(NOTHING, s.mine), s.theirs), np.uint64(s.turn))


def canonical(s):
    """The lesser of the board and its mirror image."""
    mine, theirs = left_to_right(s.mine), left_to_right(s.theirs)
    if mine < s.mine or (mine == s.mine and theirs < s.theirs):
        return State(mine, theirs, s.turn)
    return s


def left_to_right(x):
    return shift_right(mirrored(x), 8 - WIDTH)


def is_capture(s, a):
    return s.theirs & bit(a // 3) != NOTHING


def noisy(s, a):
    """Captures, and steps to the row before the last."""
    return is_capture(s, a) or bit(a // 3) & (NEXT_TO_LAST | LAST) != NOTHING


def order(s, a):
    """Wins first, then captures, of advanced pieces before others, then steps near the goal."""
    row = a // 24
    if row == HEIGHT - 1:
        return 4 * HEIGHT
    return 3 * HEIGHT - row if is_capture(s, a) else row


def sufficient_moves(s, moves):
    """A step to the last row, if there is one. Otherwise the captures of a piece that is one step
    from winning, if there is one."""
    left, straight, right = steps(s)
    wins = (left | straight | right) & LAST
    danger = s.theirs & (HOME << EIGHT)
    if wins != NOTHING:
        left, straight, right = left & LAST, straight & LAST, right & LAST
    elif danger != NOTHING and (left | right) & danger != NOTHING:
        left, straight, right = left & danger, NOTHING, right & danger
    return listed((left, straight, right), moves)


def bounds(s, low, high):
    """Bounds from decided races: a piece that runs straight up and cannot be stopped in time.

    Only pieces above a runner can stop it, and only if they are at most as many columns away as
    rows, or fewer if the runner moves first. No side wins before its foremost piece arrives, or
    before it has taken the last piece.
    """
    mine, theirs = s.mine, upside_down(s.theirs)
    my_best, their_best = distance(mine), distance(theirs)
    least = -(WIN - 2 * min(their_best, popcount(mine)))
    most = WIN - (2 * min(my_best, popcount(theirs)) - 1)
    runners = runners_first(mine, s.theirs)
    if runners != NOTHING and distance(runners) <= their_best:
        least = WIN - (2 * distance(runners) - 1)
    runners = runners_second(theirs, upside_down(mine))
    if runners != NOTHING and distance(runners) < my_best:
        most = -(WIN - 2 * distance(runners))
    return least, most


def runners_first(pieces, others):
    """The pieces that cannot be stopped if they move first."""
    return pieces & ~below(others >> EIGHT)


def runners_second(pieces, others):
    """The pieces that cannot be stopped even if the other side moves first."""
    return pieces & ~below(widened(others) >> EIGHT)


def distance(pieces):
    """The number of steps from the foremost piece to the last row."""
    return HEIGHT - 1 - highest(pieces) // 8


def widened(x):
    """The squares of x and their neighbours to the left and to the right."""
    return x | ((x & ~FIRST_COLUMN) >> ONE) | ((x & ~LAST_COLUMN) << ONE)


def below(x):
    """All squares that are reachable from x by steps down, straight or diagonal."""
    for _ in range(HEIGHT - 2):
        x |= widened(x) >> EIGHT
    return x


# Static evaluation: pieces, protected pieces, their advance, and the race.

COUNTS = 5
WEIGHTS = np.array(
    [
        *(57_355, 178_449, -1_194, 574_487, -6_147),
        *(0, 532_841, 184_533, -43_995, -59_383, -51_145, -84_141),
    ]
)
"""The weights of: the side to move, a piece, a protected piece, a won race, a step ahead in the
race; then a piece that is 0, 1, … 6 steps from the last row."""


def evaluate(s, weights):
    mine, theirs = s.mine, upside_down(s.theirs)
    my_runner = distance(runners_first(mine, s.theirs))
    their_runner = distance(runners_second(theirs, upside_down(mine)))
    won = my_runner <= distance(theirs) and my_runner < HEIGHT
    lost = their_runner < distance(mine) and their_runner < HEIGHT
    points = weights[0] + weights[1] * (popcount(mine) - popcount(theirs))
    points += weights[2] * (popcount(mine & backed(mine)) - popcount(theirs & backed(theirs)))
    points += weights[3] * (int(won) - int(lost)) + weights[4] * (their_runner - my_runner)
    for away in range(1, HEIGHT - 1):
        row = LAST >> np.uint64(8 * away)
        points += weights[COUNTS + away] * (popcount(mine & row) - popcount(theirs & row))
    return min(max(points, -EVALUATION_LIMIT), EVALUATION_LIMIT)


def backed(pieces):
    """The squares on which a piece is protected: a capture there can be answered."""
    return ((pieces & ~FIRST_COLUMN) << SEVEN) | ((pieces & ~LAST_COLUMN) << NINE)


# Notation and drawing.


def square_name(s, square):
    row = square // 8 if s.turn == 0 else HEIGHT - 1 - square // 8
    return f"{chr(ord('a') + square % 8)}{row + 1}"


def show_move(s, a):
    start, end = square_name(s, a // 3 - 7 - a % 3), square_name(s, a // 3)
    return f"{start}{'x' if is_capture(s, a) else '-'}{end}"


def parse_move(s, text):
    """a2-b3, a2xb3 or a2b3."""
    squares = re.fullmatch(r"([a-h])([1-8])[-x]?([a-h])([1-8])\*?", text.lower())
    if squares is None:
        raise ValueError("a move is two squares, as in a2-b3 or a2xb3")
    column, row, to_column, to_row = squares.groups()
    up = 1 if s.turn == 0 else -1
    way = 1 + ord(to_column) - ord(column)
    if int(to_row) - int(row) != up or not 0 <= way <= 2:
        raise ValueError("a piece steps one row forwards, straight or to one side")
    goal = int(to_row) - 1 if s.turn == 0 else HEIGHT - int(to_row)
    return 3 * (8 * goal + ord(to_column) - ord("a")) + way


def parse_position(text):
    """Rows from the top, w, b or a dot for each square, and the side to move: www/.../bbb w."""
    rows, _, side = text.lower().strip().rpartition(" ")
    if side not in ("w", "b"):
        raise ValueError("after the rows comes the side to move, w or b")
    lines = rows.replace("-", ".").split("/")
    if len(lines) != HEIGHT or any(len(line) != WIDTH for line in lines):
        raise ValueError(f"{HEIGHT} rows of {WIDTH} squares are needed, with / between them")
    marks = {
        8 * r + c: mark for r, line in enumerate(reversed(lines)) for c, mark in enumerate(line)
    }
    wrong = next((mark for mark in marks.values() if mark not in "wb."), None)
    if wrong is not None:
        raise ValueError(f"{wrong!r} is not a square: write w, b or a dot for each")
    white, black = (sum(1 << i for i, mark in marks.items() if mark == who) for who in "wb")
    if max(white.bit_count(), black.bit_count()) > PIECES:
        raise ValueError(f"a side has at most {PIECES} pieces")
    mine, theirs = np.uint64(white), np.uint64(black)
    if side == "b":
        mine, theirs = upside_down(theirs), upside_down(mine)
    if mine & LAST:
        raise ValueError("the side to move has a piece on its last row: the game is over already")
    return State(mine, theirs, "wb".index(side))


def show_position(s):
    return f"{'/'.join(''.join(row) for row in rows_of(s))} {'wb'[s.turn]}"


def rows_of(s):
    """The rows as lists of marks, the top row first."""
    white, black = s.mine, s.theirs
    if s.turn == 1:
        white, black = upside_down(s.theirs), upside_down(s.mine)
    rows = [[8 * r + c for c in range(WIDTH)] for r in reversed(range(HEIGHT))]
    return [
        ["w" if white & bit(i) else "b" if black & bit(i) else "." for i in row] for row in rows
    ]


def board(s):
    looks = {"w": "pawn white", "b": "pawn black"}
    return Grid(rows_of(s), looks=looks, ground="chequered")
