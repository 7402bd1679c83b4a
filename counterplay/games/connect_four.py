"""Connect Four: drop discs into columns; four in a row, in any direction, win.

A board is two words: `mine`, the discs of the side to move, and `mask`, all discs. Each column has
one bit more than the board has rows. It is always empty, so columns do not run into each other:

     .  .  .  .  .  .  .     the empty bits
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

Adding the bottom row to `mask` carries each column's discs up to its first empty square.
Rules: Hasbro. The notation (columns 1 to 7, one digit per move) is that of Pascal Pons' solver.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import popcount
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts, parameter
from counterplay.presentation.drawings import Grid
from counterplay.presentation.in_a_row import in_a_row

WIDTH = parameter("width", 7, 1, 16, "columns")
HEIGHT = parameter("height", 6, 1, 16, "rows")
LINE = parameter("in_a_row", 4, 2, 16, "discs in a row that win")

COLUMN = HEIGHT + 1
if WIDTH * COLUMN > 64:
    raise InputError(f"width={WIDTH} and height={HEIGHT} need {WIDTH * COLUMN} bits, and 64 fit")

facts = Facts(
    title="Connect Four",
    names=("X", "O"),
    most_actions=WIDTH,
    longest_game=WIDTH * HEIGHT,
    exact_key=True,
)
DISTINCT_ACTIONS = WIDTH

BOTTOM = np.uint64(sum(1 << (c * COLUMN) for c in range(WIDTH)))
BOARD = np.uint64(int(BOTTOM) * ((1 << HEIGHT) - 1))
COLUMNS = np.array([((1 << HEIGHT) - 1) << (c * COLUMN) for c in range(WIDTH)], np.uint64)
CENTRE_FIRST = np.array(sorted(range(WIDTH), key=lambda c: abs(2 * c - WIDTH + 1)), np.int64)
NOTHING = np.uint64(0)
WIN = facts.win_score

SEARCH = {
    "killers": False,  # `order` is better (`counterplay ablate`)
    "history": False,
    "countermoves": False,
    "transposition_remaining": 8,
    "enhanced_cutoff_remaining": 12,
    "symmetry_remaining": WIDTH * HEIGHT - 12,  # later, few states meet their mirror image
}


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
    if runs(discs, 1, LINE):
        return True
    if LINE > WIDTH:  # there is no room for a row; the shifts would leave the word
        return False
    return (
        runs(discs, COLUMN - 1, LINE) | runs(discs, COLUMN, LINE) | runs(discs, COLUMN + 1, LINE)
    ) != NOTHING


def runs(discs, step, length):
    """Where `length` discs begin that stand `step` bits apart: runs, doubled while they can be."""
    starts, run = discs, 1
    while 2 * run <= length:
        starts &= starts >> np.uint64(run * step)
        run *= 2
    if run < length:
        starts &= starts >> np.uint64((length - run) * step)
    return starts


# Optional functions for searches.


def remaining(s):
    return WIDTH * HEIGHT - popcount(s.mask)


def bounds(s, low, high):
    """Exact if the mover wins at once; otherwise bounds, because no side wins in the next plies."""
    if wins_of(s.mine) & ready(s):
        return WIN - 1, WIN - 1
    if safe(s) == NOTHING:
        return 2 - WIN, 2 - WIN
    empty = remaining(s)
    return (4 - WIN if empty >= 4 else 0), (WIN - 3 if empty >= 3 else 0)


def sufficient_moves(s, moves):
    """A winning move, or the moves that do not lose at once; if all lose, any move."""
    free = wins_of(s.mine) & ready(s)
    if free == NOTHING:
        free = safe(s)
    if free == NOTHING:
        free = ready(s)
    n = 0
    for c in CENTRE_FIRST:
        if free & COLUMNS[c]:
            moves[n] = c
            n += 1
    return n


def order(s, a):
    """The number of squares that complete a line for the mover after the move."""
    discs = s.mine | ((s.mask + BOTTOM) & COLUMNS[a])
    return popcount(wins_of(discs) & (BOARD ^ s.mask))


def canonical(s):
    """The state or its mirror image, whichever is the smaller pair of numbers."""
    mine, mask = mirrored(s.mine), mirrored(s.mask)
    if mask < s.mask or (mask == s.mask and mine < s.mine):
        return State(mine, mask)
    return s


def ready(s):
    """The squares on which a disc can land."""
    return (s.mask + BOTTOM) & BOARD


def safe(s):
    """The landing squares after which the opponent does not win at once."""
    threats = wins_of(s.mine ^ s.mask) & (BOARD ^ s.mask)
    squares = ready(s)
    forced = squares & threats
    if forced:
        if forced & (forced - np.uint64(1)):  # two threats cannot both be blocked
            return NOTHING
        squares = forced
    return squares & ~(threats >> np.uint64(1))


def wins_of(discs):
    """The squares, empty or not, that complete a line of these discs."""
    squares = runs(discs, 1, LINE - 1) << np.uint64(LINE - 1)
    if LINE > WIDTH:
        return squares & BOARD
    for step in (COLUMN - 1, COLUMN, COLUMN + 1):
        squares |= runs(discs, step, LINE - 1) << np.uint64((LINE - 1) * step)
        squares |= runs(discs, step, LINE - 1) >> np.uint64(step)
        for gap in range(1, LINE - 1):
            before = runs(discs, step, gap)
            after = runs(discs, step, LINE - 1 - gap) >> np.uint64((gap + 1) * step)
            squares |= (before & after) << np.uint64(gap * step)
    return squares & BOARD


def mirrored(discs):
    """The discs with the columns in reverse order."""
    image = NOTHING
    for c in range(WIDTH):
        column = (discs >> np.uint64(c * COLUMN)) & COLUMNS[0]
        image |= column << np.uint64((WIDTH - 1 - c) * COLUMN)
    return image


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
        rows.append(marks)
    columns = [str(c + 1) for c in range(WIDTH)]
    drawn = [" ".join(f"{mark:>2}" for mark in row) for row in (*rows, columns)]
    return Grid(
        rows,
        columns,
        numbers=[""] * HEIGHT,
        names=columns * HEIGHT,
        looks={"X": "disc red", "O": "disc yellow"},
        ground="wells",
        text="\n".join(drawn),
        marks=in_a_row(rows, LINE),
    )
