"""Othello: place a disc so that it encloses discs of the other colour, which turn.

A board is two words: the discs of the side to move, and those of the other side. A third word has
the squares that the side to move can play on, which nearly every function needs. Squares are named
by column and row from the top left, a1. Smaller boards use fewer columns and rows:

         a  b  c  d  e  f  g  h
     1   0  1  2  3  4  5  6  7
     2   8  9 10 11 12 13 14 15
     …
     8  56 57 58 59 60 61 62 63       and 64 is the pass of a side that has no square to play on

A payoff is the difference in discs, with the empty squares given to the winner. Rules: the World
Othello Federation; positions are written as in OBF files.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import bit, byteswap, lowest, popcount, shift_right
from counterplay.core.bits.mixing import mixed
from counterplay.core.bits.rays import beyond, enclosed
from counterplay.core.bits.symmetry import mirrored, transposed
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts, parameter
from counterplay.games.othello.endgame import last_squares, stable
from counterplay.games.othello.evaluation import around, static_evaluation
from counterplay.games.othello.patterns import patterns
from counterplay.games.othello.text import (
    PASS,
    read_board,
    read_game,
    read_square,
    show_rows,
    show_square,
)
from counterplay.presentation.drawings import Grid

SIZE = parameter("size", 8, 4, 8, "squares along each side, an even number")
if SIZE % 2:
    raise InputError(f"size={SIZE} is odd: the four discs in the middle need an even size")

SQUARES = SIZE * SIZE

facts = Facts(
    title="Othello",
    names=("Black", "White"),
    most_actions=SQUARES,
    longest_game=2 * (SQUARES - 4),  # at most one pass before each disc
    best=SQUARES,
    scored=True,
    unit=100,
)
DISTINCT_ACTIONS = PASS + 1
UNIT = facts.unit


def squares(chosen):
    """The squares for which chosen(column, row) is true, as a word."""
    every = [(c, r) for r in range(SIZE) for c in range(SIZE)]
    return np.uint64(sum(1 << (8 * r + c) for c, r in every if chosen(c, r)))


def border(c):
    """The distance of a column or row from the nearest edge."""
    return min(c, SIZE - 1 - c)


HALF = SIZE // 2
BOARD = squares(lambda c, r: True)
BLACK = squares(lambda c, r: (c, r) in ((HALF, HALF - 1), (HALF - 1, HALF)))
WHITE = squares(lambda c, r: (c, r) in ((HALF, HALF), (HALF - 1, HALF - 1)))
CORNERS = squares(lambda c, r: border(c) + border(r) == 0)
DIAGONAL_TO_CORNER = squares(lambda c, r: border(c) == border(r) == 1)
BESIDE_CORNER = squares(lambda c, r: border(c) + border(r) == 1)
EDGE = squares(lambda c, r: border(c) * border(r) == 0) & ~CORNERS
NOTHING = np.uint64(0)
ONE = np.uint64(1)


class State(NamedTuple):
    mine: np.uint64
    theirs: np.uint64
    moves: np.uint64
    turn: int


def initial():
    return made(BLACK, WHITE, 0)


def made(mine, theirs, turn):
    return State(mine, theirs, beyond(mine, theirs) & BOARD & ~(mine | theirs), turn)


def player(s):
    return s.turn


def actions(s, moves):
    if s.moves == NOTHING:
        moves[0] = PASS
        return 0 if terminal(s) else 1
    n = 0
    rest = s.moves
    while rest != NOTHING:
        moves[n] = lowest(rest)
        rest &= rest - ONE
        n += 1
    return n


def result(s, a):
    if a == PASS:
        return made(s.theirs, s.mine, 1 - s.turn)
    turned = enclosed(a, s.mine, s.theirs)
    return made(s.theirs ^ turned, s.mine ^ turned ^ bit(a), 1 - s.turn)


def terminal(s):
    if s.moves != NOTHING:
        return False
    return beyond(s.theirs, s.mine) & BOARD & ~(s.mine | s.theirs) == NOTHING


def utility(s, p):
    mine, theirs = popcount(s.mine), popcount(s.theirs)
    difference = mine - theirs
    if difference > 0:
        difference = SQUARES - 2 * theirs
    elif difference < 0:
        difference = 2 * mine - SQUARES
    return difference if p == s.turn else -difference


# Optional functions for searches.

SEARCH = {
    "transposition_remaining": 6,
    "enhanced_cutoff_remaining": 10,
    "symmetry_remaining": SQUARES
    - 16,  # later, few states are symmetric to others (`counterplay ablate`)
    "probcut": False,
    "endgame_branching": 2.0,
    "evaluation_order_remaining": 12,
    "order_points": 5,
    "order_depth": 3,
    "futility_margin": 0.25,
}
"""Alpha-beta: near the end the table costs more than it saves (`bench/othello_ffo.py`), and beside
late move reductions ProbCut loses games with this evaluator (docs/search/probcut.md). The rest was
measured by matches and problems (docs/games/othello.md)."""

PLAYED_OUT = 4
STABLE_FROM = np.array([min(2 * n - 2, 56) for n in range(65)], np.int64)
"""By empty squares: the smallest alpha, in discs, at which counting stable discs pays."""

RANKED_FROM, RANKED_FULLY_FROM = 7, 12
"""The empty squares from which on `order` counts replies, and from which on it does it fully."""


def square_points(a):
    """Corners are best, squares that give them away are worst, edges are better than the middle."""
    c, r = sorted((border(a % 8), border(a // 8)))
    return {(0, 0): 9, (0, 1): 1, (1, 1): 0, (0, 2): 7, (0, 3): 6}.get((c, r), 3)


SQUARE_POINTS = np.array([square_points(a) for a in range(64)], np.int64)
QUADRANT_OF = np.array(
    [
        squares(lambda c, r, a=a: (c >= HALF, r >= HALF) == (a % 8 >= HALF, a // 8 >= HALF))
        for a in range(64)
    ]
)


def key(s):
    return mixed(mixed(mixed(NOTHING, s.mine), s.theirs), np.uint64(s.turn))


def remaining(s):
    """The number of empty squares."""
    return SQUARES - popcount(s.mine | s.theirs)


def canonical(s):
    """The least of the eight boards that turning and mirroring make, by `mine`, then `theirs`."""
    mine, theirs = x, y = s.mine, s.theirs
    for step in range(7):  # each step gives another of the eight boards
        if step % 2 == 0:
            x, y = upside_down(x), upside_down(y)
        elif step == 3:
            x, y = transposed(x), transposed(y)
        else:
            x, y = left_to_right(x), left_to_right(y)
        if x < mine or (x == mine and y < theirs):
            mine, theirs = x, y
    return made(mine, theirs, s.turn)


def upside_down(x):
    return shift_right(byteswap(x), 8 * (8 - SIZE))


def left_to_right(x):
    return shift_right(mirrored(x), 8 - SIZE)


def order(s, a):
    """Fastest-first: moves that leave few replies, above all no corners.

    Near the end parity counts: quadrants with an odd number of empty squares come first, because
    the player who starts there also makes the last move there. Earlier, corners and exposed discs
    count. With few empty squares, only cheap features are used. The points are those that needed
    the fewest nodes (`bench/othello_ffo.py`).
    """
    if a == PASS:
        return 0
    empty = BOARD & ~(s.mine | s.theirs)
    left = popcount(empty)
    is_odd = popcount(empty & QUADRANT_OF[a]) & 1
    if left < RANKED_FROM:
        return SQUARE_POINTS[a] + 12 * is_odd
    after = result(s, a)
    replies, corners = popcount(after.moves), popcount(after.moves & CORNERS)
    if left < RANKED_FULLY_FROM:
        return SQUARE_POINTS[a] + 12 * is_odd - 40 * (replies + corners)
    empty ^= bit(a)
    points = SQUARE_POINTS[a] + 2 * is_odd - 32 * replies - 50 * corners
    points += 16 * popcount(after.theirs & CORNERS) - 2 * popcount(after.theirs)
    open_mine, open_theirs = around(after.theirs) & empty, around(after.mine) & empty
    return points + 6 * popcount(open_theirs) - 8 * popcount(open_mine)


def bounds(s, low, high):
    """Exact values with few empty squares; earlier, bounds from stable discs."""
    empty = BOARD & ~(s.mine | s.theirs)
    if empty == NOTHING:
        value = UNIT * (popcount(s.mine) - popcount(s.theirs))
        return value, value
    if popcount(empty) <= PLAYED_OUT:
        least, most = low // UNIT, -(-high // UNIT)
        value = last_squares(s.mine, s.theirs, empty, least, most, SQUARES)
        if value <= least:
            return UNIT * -SQUARES, UNIT * value
        return UNIT * value, UNIT * (SQUARES if value >= most else value)
    filled, outside, most = ~empty, ~BOARD, SQUARES
    if low >= UNIT * STABLE_FROM[popcount(empty)]:
        most -= 2 * popcount(stable(s.theirs | outside, filled) & BOARD)
    return UNIT * -SQUARES, UNIT * most


WEIGHTS = np.array(
    [
        *(-383, -108, 51, 2667, -1555, -257, 246, -169),
        *(85, 318, 5, 190, -77, -225, -9, 91),
    ],
    np.int64,
)
"""The weights of `evaluation.py`, fitted to games (`counterplay fit othello`)."""


def evaluate(s, weights):
    points = static_evaluation(
        s.mine, s.theirs, s.moves, BOARD, CORNERS, DIAGONAL_TO_CORNER, BESIDE_CORNER, EDGE, weights
    )
    return min(max(points, -UNIT * SQUARES), UNIT * SQUARES)


FEATURE_WORDS = 2


def features(s, p, words):
    """The discs of player `p`, and those of the other."""
    words[0], words[1] = (s.mine, s.theirs) if p == s.turn else (s.theirs, s.mine)


PATTERNS = patterns(SIZE)
NETWORK = "othello.patterns"
NAMED_WEIGHTS = {"linear": WEIGHTS}


# Notation and drawing.


def show_move(s, a):
    return show_square(a)


def parse_move(s, text):
    return read_square(text, SIZE)


def parse_position(text):
    """The squares row by row, -, X or O, and the side to move; or the moves of a game: f5d6c3."""
    moves = read_game(text, SIZE)
    if moves is not None:
        return with_passes(moves)
    black, white, turn = read_board(text, SIZE)
    mine, theirs = (black, white) if turn == 0 else (white, black)
    return made(np.uint64(mine), np.uint64(theirs), turn)


def with_passes(moves):
    """The moves of a game, with the passes that its text leaves out."""
    s, game = initial(), []
    for move in moves:
        a = read_square(move, SIZE)
        if a != PASS and s.moves == NOTHING and not terminal(s):
            game.append(show_square(PASS))
            s = result(s, PASS)
        game.append(move)
        if a == PASS or s.moves & bit(a):  # otherwise illegal: playing the moves reports it
            s = result(s, a)
    return game


def rows_of(s):
    black, white = (s.mine, s.theirs) if s.turn == 0 else (s.theirs, s.mine)
    return show_rows(black, white, SIZE)


def show_position(s):
    return f"{''.join(rows_of(s))} {'XO'[s.turn]}"


def board(s):
    rows = rows_of(s)
    marks = "".join(rows)
    return Grid(
        rows,
        numbers=[str(r + 1) for r in range(SIZE)],
        looks={"X": "disc black", "O": "disc white"},
        ground="felt",
        above=True,
        notes=f"discs: Black {marks.count('X')}  White {marks.count('O')}",
    )
