"""Dark Hex: Hex in which nobody sees the stones of the other player (Kriegspiel Hex).

The first player, x, connects the top and the bottom row, the second, o, the left and the right
column. A player names a cell. If it is free, a stone is put there. If the other player has a stone
there, the player is told so, in secret, and tries another cell. The other player hears nothing of
this, only that it is its turn.

Rules: OpenSpiel's `dark_hex`, classical version. With some openings the first player wins for sure
on small boards.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts, parameter
from counterplay.core.game.hashing import hash
from counterplay.presentation.drawings import Points

ROWS = parameter("rows", 3, 1, 8, "rows, which x connects from the first to the last")
COLUMNS = parameter("columns", 3, 1, 8, "columns, which o connects from the first to the last")

CELLS = ROWS * COLUMNS
if CELLS > 16:
    raise InputError(f"{ROWS} rows of {COLUMNS} columns are {CELLS} cells: at most 16 are allowed")

facts = Facts(
    title="Dark Hex",
    names=("x", "o"),
    most_actions=CELLS,
    longest_game=2 * CELLS,
    hidden=True,
)
DISTINCT_ACTIONS = CELLS

SHIFT = 16
MASK = (1 << SHIFT) - 1


def beside(cell):
    """The bits of the cells next to a cell: two in its row, two above it, two below it."""
    row, column = divmod(cell, COLUMNS)
    found = 0
    for down, right in ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1)):
        if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS:
            found |= 1 << (row + down) * COLUMNS + column + right
    return found


NEIGHBOURS = np.array([beside(cell) for cell in range(CELLS)], np.int64)
TOP = sum(1 << cell for cell in range(COLUMNS))
LEFT = sum(1 << cell for cell in range(0, CELLS, COLUMNS))
BOTTOM, RIGHT = TOP << CELLS - COLUMNS, LEFT << COLUMNS - 1


class State(NamedTuple):
    """`stones` and `found` have 16 bits for each player: its stones, and the stones of the other
    that it has met. `first_tries` and `second_tries` are the cells that each has named, four bits
    each, the last one lowest: so nobody forgets in which order it learned something."""

    stones: int
    found: int
    turn: int
    first_tries: np.uint64
    second_tries: np.uint64


def initial():
    return State(0, 0, 0, 0, 0)


def player(s):
    return s.turn


def bits_of(both, p):
    """The 16 bits of a player."""
    return both >> SHIFT * p & MASK


def named(s, p):
    """The cells that a player has named: its own stones, and those that it has met."""
    return bits_of(s.stones, p) | bits_of(s.found, p)


def actions(s, moves):
    if terminal(s):
        return 0
    n, known = 0, named(s, s.turn)
    for cell in range(CELLS):
        if not known >> cell & 1:
            moves[n] = cell
            n += 1
    return n


def result(s, a):
    p = s.turn
    bit = 1 << a
    first, second = s.first_tries, s.second_tries
    if p == 0:
        first = first << np.uint64(4) | np.uint64(a)
    else:
        second = second << np.uint64(4) | np.uint64(a)
    if bits_of(s.stones, 1 - p) & bit:
        return State(s.stones, s.found | bit << SHIFT * p, p, first, second)
    return State(s.stones | bit << SHIFT * p, s.found, 1 - p, first, second)


def connects(stones, start, end):
    """Whether stones make a chain from one side to the other."""
    chain, before = stones & start, 0
    while chain != before:
        before = chain
        for cell in range(CELLS):
            if chain >> cell & 1:
                chain |= NEIGHBOURS[cell] & stones
    return chain & end != 0


def has_won(s, p):
    if p == 0:
        return connects(bits_of(s.stones, 0), TOP, BOTTOM)
    return connects(bits_of(s.stones, 1), LEFT, RIGHT)


def terminal(s):
    """Only the player who has just moved can have connected."""
    return has_won(s, 1 - s.turn)


def utility(s, p):
    return 1 if has_won(s, p) else -1


def key(s):
    """Who named which cell first does not change what can follow."""
    return hash(s.stones, s.found, s.turn)


def information(s, p):
    """The cells that a player has named, in order, and what it learned there."""
    tries = s.first_tries if p == 0 else s.second_tries
    return hash(tries, bits_of(s.stones, p), bits_of(s.found, p))


# Notation and drawing.


def show_move(s, a):
    """The column as a letter, and the row from the top: b2."""
    return f"{chr(97 + a % COLUMNS)}{a // COLUMNS + 1}"


NAMES = tuple(show_move(None, cell) for cell in range(CELLS))
PLACES = tuple((c + r / 2, r * 0.9) for r in range(ROWS) for c in range(COLUMNS))
LINES = tuple((a, b) for a in range(CELLS) for b in range(a) if beside(a) >> b & 1)


def board(s, p):
    """What player p sees: its own stones, and those that it has met; all for None."""
    seen = [bits_of(s.stones, 0), bits_of(s.stones, 1)]
    if p is not None:
        seen[1 - p] = bits_of(s.found, p)
    signs = ["x" if seen[0] >> c & 1 else "o" if seen[1] >> c & 1 else "." for c in range(CELLS)]
    rows = [" " * r + " ".join(signs[r * COLUMNS : (r + 1) * COLUMNS]) for r in range(ROWS)]
    return Points(
        PLACES,
        ["" if sign == "." else sign for sign in signs],
        NAMES,
        LINES,
        looks={"x": "disc blue", "o": "disc red"},
        notes="goals: x top to bottom, o left to right",
        text="\n".join(rows),
    )
