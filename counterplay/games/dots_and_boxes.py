"""Dots and Boxes for two to four players: draw a line; a player who closes a box moves again.

Lines are bits of `lines`: first the horizontal ones, row by row from the top, then the vertical
ones. For two columns and two rows of boxes:

    .  0 .  1 .
    6    7    8        box 0: lines 0, 2, 6, 7
    .  2 .  3 .
    9   10   11
    .  4 .  5 .

`boxes` has the number of boxes of each player, one byte each. A payoff is the number of boxes that
a player owns at the end.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import bit
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts, parameter
from counterplay.presentation.drawings import Grid

COLUMNS = parameter("columns", 3, 1, 7, "columns of boxes")
ROWS = parameter("rows", 3, 1, 7, "rows of boxes")
PLAYERS = parameter("players", 2, 2, 4, "players")

ACROSS = COLUMNS * (ROWS + 1)
LINES = ACROSS + (COLUMNS + 1) * ROWS
if LINES > 64:
    raise InputError(f"columns={COLUMNS} and rows={ROWS} need {LINES} lines, and 64 fit")

facts = Facts(
    title="Dots and Boxes",
    players=PLAYERS,
    names=("A", "B", "C", "D")[:PLAYERS],
    total=COLUMNS * ROWS,
    best=COLUMNS * ROWS,
    scored=True,
    most_actions=LINES,
    longest_game=LINES,
)
DISTINCT_ACTIONS = LINES
UNIT = facts.unit

SEARCH = {"null_move": False}
"""No null moves: to move is often a disadvantage here."""


def box_lines(c, r):
    """The four lines around a box: above, below, left and right."""
    left = ACROSS + r * (COLUMNS + 1) + c
    return (r * COLUMNS + c, (r + 1) * COLUMNS + c, left, left + 1)


BOXES = np.array(
    [sum(1 << line for line in box_lines(c, r)) for r in range(ROWS) for c in range(COLUMNS)],
    np.uint64,
)
ALL = np.uint64((1 << LINES) - 1)


class State(NamedTuple):
    lines: np.uint64
    boxes: int
    mover: int


def initial():
    return State(np.uint64(0), 0, 0)


def player(s):
    return s.mover


def actions(s, moves):
    n = 0
    for line in range(LINES):
        if not s.lines & bit(line):
            moves[n] = line
            n += 1
    return n


def result(s, a):
    lines = s.lines | bit(a)
    closed = 0
    for box in BOXES:
        if box & bit(a) and lines & box == box:
            closed += 1
    if closed:
        return State(lines, s.boxes + (closed << (8 * s.mover)), s.mover)
    return State(lines, s.boxes, (s.mover + 1) % PLAYERS)


def terminal(s):
    return s.lines == ALL


def owned(s, p):
    return (s.boxes >> (8 * p)) & 255


def utility(s, p):
    return owned(s, p)


def null(s):
    return State(s.lines, s.boxes, (s.mover + 1) % PLAYERS)


def evaluate(s, p):
    """The boxes of a player, minus an even share of all closed boxes."""
    closed = 0
    for q in range(PLAYERS):
        closed += owned(s, q)
    return UNIT * (PLAYERS * owned(s, p) - closed) // PLAYERS


def show_move(s, a):
    """The dot where a line begins, by column letter and row number, and its direction, h or v."""
    if a < ACROSS:
        return f"{chr(ord('a') + a % COLUMNS)}{a // COLUMNS + 1}h"
    across, down = (a - ACROSS) % (COLUMNS + 1), (a - ACROSS) // (COLUMNS + 1)
    return f"{chr(ord('a') + across)}{down + 1}v"


def board(s):
    def has(line):
        return int(s.lines) >> line & 1

    drawn = ["  " + "   ".join(chr(ord("a") + c) for c in range(COLUMNS + 1))]
    for r in range(ROWS + 1):
        across = (has(r * COLUMNS + c) for c in range(COLUMNS))
        drawn.append(f"{r + 1} ." + ".".join("---" if h else "   " for h in across) + ".")
        if r < ROWS:
            down = (has(ACROSS + r * (COLUMNS + 1) + c) for c in range(COLUMNS + 1))
            drawn.append("  " + "   ".join("|" if v else " " for v in down))
    score = "  ".join(f"{name} {owned(s, p)}" for p, name in enumerate(facts.names))
    notes = f"boxes: {score}"
    return Grid(
        [[piece_at(s, r, c) for c in range(2 * COLUMNS + 1)] for r in range(2 * ROWS + 1)],
        columns=[chr(ord("a") + c // 2) if c % 2 == 0 else "" for c in range(2 * COLUMNS + 1)],
        numbers=[str(r // 2 + 1) if r % 2 == 0 else "" for r in range(2 * ROWS + 1)],
        names=[line_name(r, c) for r in range(2 * ROWS + 1) for c in range(2 * COLUMNS + 1)],
        looks={"o": "dot black", "=": "edge blue", "#": "box blue"},
        ground="lines",
        above=True,
        notes=notes,
        text="\n".join([*drawn, "", notes]),
    )


def line_at(r, c):
    """The number of the line at a cell of the drawing; None for dots and boxes."""
    if r % 2 == c % 2:
        return None
    if r % 2 == 0:
        return r // 2 * COLUMNS + c // 2
    return ACROSS + r // 2 * (COLUMNS + 1) + c // 2


def line_name(r, c):
    line = line_at(r, c)
    return "" if line is None else show_move(None, line)


def piece_at(s, r, c):
    if r % 2 == 0 and c % 2 == 0:
        return "o"
    line = line_at(r, c)
    around = [line] if line is not None else [
        line_at(r - 1, c), line_at(r + 1, c), line_at(r, c - 1), line_at(r, c + 1)
    ]  # fmt: skip
    drawn = all(int(s.lines) >> one & 1 for one in around)
    return "." if not drawn else "#" if line is None else "="
