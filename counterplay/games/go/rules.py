"""Go: surround empty points and capture what has no liberty. Area scoring, no position twice.

The rules are those of Tromp and Taylor, without suicide: a move puts a stone on an empty point and
takes away the other colour's chains that have no liberty left. It must not leave a chain of its own
without a liberty, and must not recreate any earlier board (positional superko). A player can always
pass. Two passes end the game, and so do `LONGEST` plies. The score is the area: stones, and empty
regions that only one colour touches. Komi is added to White's score.

A state has the board with its chains (`chains.py`) and the game so far: its moves, and a hash of
the board after each of them. So a state is written as the moves that lead to it.
"""

from math import gcd
from typing import NamedTuple

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts, parameter, setting
from counterplay.core.game.hashing import hash
from counterplay.games.go.chains import (
    EMPTY,
    WALL,
    has_other_liberty,
    is_eye,
    is_new,
    join,
    last_liberty,
    lead_of_black,
)
from counterplay.games.go.text import (
    COLUMNS,
    read_moves,
    read_point,
    show_point,
    show_rows,
    star_points,
)
from counterplay.presentation.drawings import Grid

SIZE = parameter("size", 9, 2, 19, "points along each side")
SUPERKO = parameter(
    "superko", True, about="no board may occur twice; otherwise a ko is not retaken at once"
)
SCORED = parameter("scored", False, about="the margin counts, not only the win")
KOMI = setting("komi", "7.5", "points for White, a multiple of 0.5")

POINTS = SIZE * SIZE
PASS = POINTS
MOST_KOMI = 361
LONGEST = 3 * POINTS + 20
WIDE = SIZE + 1
CELLS = WIDE * (SIZE + 2)


class Data(NamedTuple):
    """White's komi in half points."""

    komi: int


def read_komi(given):
    """The komi in half points."""
    try:
        halves = 2 * float(given)
    except (TypeError, ValueError):
        halves = 0.1
    if not halves.is_integer() or abs(halves) > 2 * MOST_KOMI:
        raise InputError(f"komi={given} must be a multiple of 0.5 from -{MOST_KOMI} to {MOST_KOMI}")
    return int(halves)


data = Data(read_komi(KOMI))

facts = Facts(
    title="Go",
    names=("Black", "White"),
    most_actions=POINTS + 1,
    longest_game=LONGEST,
    scored=SCORED,
    best=POINTS + MOST_KOMI if SCORED else 1,
)
DISTINCT_ACTIONS = POINTS + 1

State = np.dtype(
    [
        ("board", np.int8, (CELLS,)),
        ("chain", np.int16, (CELLS,)),
        ("link", np.int16, (CELLS,)),
        ("turn", np.int8),
        ("passes", np.int8),  # in a row
        ("taken", np.int32),  # stones that were captured so far
        ("plies", np.int32),
        ("moves", np.int16, (LONGEST,)),
        ("boards", np.uint64, (LONGEST + 1,)),  # the hash of the board after each ply
        ("seen", np.uint64),  # a hash of all of them, in any order
    ]
)

CELL = np.array([(p // SIZE + 1) * WIDE + p % SIZE for p in range(POINTS)])
POINT = np.zeros(CELLS, np.int64)
POINT[CELL] = np.arange(POINTS)
NO_STONES = np.where(np.isin(np.arange(CELLS), CELL), EMPTY, WALL).astype(np.int8)
WORDS = np.random.Generator(np.random.PCG64(1)).integers(2**64, size=(3, CELLS), dtype=np.uint64)
"""A random word for each stone on each cell. The hash of a board is the XOR of its stones."""


def initial(out):
    out.board[:] = NO_STONES
    out.chain[:] = 0
    out.link[:] = 0
    out.turn = 0
    out.passes = 0
    out.taken = 0
    out.plies = 0
    out.moves[:] = 0
    out.boards[:] = 0
    out.seen = 0


def player(s):
    return s.turn


def actions(s, moves):
    if terminal(s):
        return 0
    n = 0
    for point in range(POINTS):
        if is_legal(s, point):
            moves[n] = point
            n += 1
    moves[n] = PASS
    return n + 1


def is_legal(s, point):
    """Whether the side to move may put a stone on a point."""
    board, link, cell, own, other = s.board, s.link, CELL[point], s.turn + 1, 2 - s.turn
    if board[cell] != EMPTY:
        return False
    lives, captures = False, False
    for step in (1, -1, WIDE, -WIDE):
        beside = cell + step
        if board[beside] == EMPTY:
            lives = True
        elif board[beside] == own:
            lives = lives or has_other_liberty(board, link, beside, cell, WIDE)
        elif board[beside] == other:
            captures = captures or not has_other_liberty(board, link, beside, cell, WIDE)
    if not (lives or captures):
        return False
    if not captures and s.taken == 0:
        return True  # the stones have only become more
    return not has_been(s, hash_after(s, cell))


def hash_after(s, cell):
    """The hash of the board after a stone is put on a cell."""
    own, other = s.turn + 1, 2 - s.turn
    board = s.boards[s.plies] ^ WORDS[own, cell]
    steps = (1, -1, WIDE, -WIDE)
    for i in range(4):
        beside = cell + steps[i]
        if s.board[beside] == other and is_new(s.board, s.chain, cell, i, WIDE):
            if not has_other_liberty(s.board, s.link, beside, cell, WIDE):
                at = np.int64(beside)
                while True:
                    board ^= WORDS[other, at]
                    at = np.int64(s.link[at])
                    if at == beside:
                        break
    return board


def has_been(s, board):
    """Whether the ko rule forbids a board: it was there at any time, or before the last ply."""
    if not SUPERKO:
        return s.plies > 0 and s.boards[s.plies - 1] == board
    times = 0
    for i in range(s.plies + 1):
        times += s.boards[i] == board
    return times > 0


def result(s, a, out):
    out.board[:] = s.board
    out.chain[:] = s.chain
    out.link[:] = s.link
    out.moves[:] = s.moves
    out.boards[:] = s.boards
    out.taken = s.taken
    out.turn = 1 - s.turn
    out.passes = s.passes + 1 if a == PASS else 0
    board = s.boards[s.plies]
    if a != PASS:
        board ^= put(out, CELL[a], s.turn + 1)
    out.plies = s.plies + 1
    out.moves[s.plies] = a
    out.boards[s.plies + 1] = board
    out.seen = s.seen + board


def put(s, cell, own):
    """Put a stone on a cell and take captured stones off; return the change of the hash."""
    other, change = 3 - own, WORDS[own, cell]
    s.board[cell] = own
    s.chain[cell] = cell
    s.link[cell] = cell
    for step in (1, -1, WIDE, -WIDE):
        beside = cell + step
        if s.board[beside] == own and s.chain[beside] != s.chain[cell]:
            join(s.chain, s.link, cell, beside)
        elif s.board[beside] == other:
            if not has_other_liberty(s.board, s.link, beside, cell, WIDE):
                at = np.int64(beside)
                while s.board[at] != EMPTY:
                    s.board[at] = EMPTY
                    s.taken += 1
                    change ^= WORDS[other, at]
                    at = np.int64(s.link[at])
    return change


def terminal(s):
    return s.passes == 2 or s.plies == LONGEST


def utility(s, p, data):
    lead = 2 * lead_of_black(s.board, WIDE) - data.komi
    if p == 1:
        lead = -lead
    if SCORED:
        return lead / 2
    return min(max(lead, -1), 1)


# Optional functions for searches.

SEARCH = {"method": "uct", "rave": True}
"""There are too many moves for alpha-beta, and no evaluator."""

STRIDES = np.array([n for n in range(1, POINTS) if gcd(n, POINTS) == 1])


def key(s):
    """The ko rule looks at all earlier boards, so they count."""
    return hash(s.boards[s.plies], s.turn, s.passes, s.seen)


def sample(s, seed):
    """The move of a random game: an urgent answer to the last move, else any legal move that does
    not fill an eye; a pass if there is none."""
    point = urgent(s)
    if point != PASS:
        return point
    point = seed % POINTS
    stride = STRIDES[(seed // POINTS) % len(STRIDES)]
    for _ in range(POINTS):
        cell = CELL[point]
        if s.board[cell] == EMPTY and not is_eye(s.board, cell, s.turn + 1, WIDE):
            if is_legal(s, point):
                return point
        point += stride
        if point >= POINTS:
            point -= POINTS
    return PASS


def urgent(s):
    """A point that captures the last stone, or saves a chain that it threatens; else `PASS`.

    A chain is worth saving if its last liberty has two empty points beside it.
    """
    board, link = s.board, s.link
    if s.plies == 0 or s.moves[s.plies - 1] == PASS:
        return PASS
    last = CELL[s.moves[s.plies - 1]]
    liberty = last_liberty(board, link, last, WIDE)
    if liberty > 0 and is_legal(s, POINT[liberty]):
        return POINT[liberty]
    for step in (1, -1, WIDE, -WIDE):
        if board[last + step] == s.turn + 1:
            liberty = last_liberty(board, link, last + step, WIDE)
            if liberty > 0:
                free = 0
                for way in (1, -1, WIDE, -WIDE):
                    free += board[liberty + way] == EMPTY
                if free >= 2 and is_legal(s, POINT[liberty]):
                    return POINT[liberty]
    return PASS


# Notation and drawing.

STARS = star_points(SIZE)


def show_move(s, a):
    return show_point(int(a), SIZE)


def parse_move(s, text):
    return read_point(text, SIZE)


def show_position(s):
    return " ".join(show_point(int(move), SIZE) for move in s.moves[: s.plies]) or "startpos"


def parse_position(text):
    """The moves of a game, D4 E5 pass; or a board row by row from the top and the side to move."""
    return read_moves(text, SIZE)


def board(s, data):
    lead = lead_of_black(s.board, WIDE) - data.komi / 2
    who = "even" if lead == 0 else f"{facts.names[int(lead < 0)]} +{abs(lead):g}"
    return Grid(
        show_rows([int(s.board[cell]) for cell in CELL], SIZE, STARS),
        columns=COLUMNS[:SIZE],
        looks={"X": "disc black", "O": "disc white"},
        ground="crossings",
        notes=f"area with komi {data.komi / 2:g}: {who}",
    )
