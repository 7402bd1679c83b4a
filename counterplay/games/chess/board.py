"""The chess board: the state, its squares and lines, and the attacks of each piece.

Squares are bits, from a1, the lowest, to h8, the highest, as the side to move sees the board: its
pieces start on the first two rows, and its pawns move up. Three words contain the bits of a code
for the piece on each square; a fourth word, `mine`, has the pieces of the side to move:

    pawn 001   knight 010   king 011   bishop 101   rook 110   queen 111     (high, mid, low)

So `high` has the pieces that move along lines: with `low` diagonally, with `mid` straight.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import byteswap, shift_left, shift_right

PAWN, KNIGHT, KING, BISHOP, ROOK, QUEEN = 1, 2, 3, 5, 6, 7

NOTHING, ONE = np.uint64(0), np.uint64(1)
SEVEN, EIGHT, NINE = np.uint64(7), np.uint64(8), np.uint64(9)
FILE_A, FILE_H = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
ROWS = np.array([0xFF << (8 * r) for r in range(8)], np.uint64)
FIRST, THIRD, SIXTH, LAST = ROWS[0], ROWS[2], ROWS[5], ROWS[7]
LIGHT = np.uint64(0x55AA55AA55AA55AA)

STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = ((1, 1), (-1, -1), (1, -1), (-1, 1))
LEAPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


def walk(square, step, most=7):
    """The squares from a square on, step by step to the edge, `most` at most."""
    c, r = square % 8, square // 8
    squares = []
    for _ in range(most):
        c, r = c + step[0], r + step[1]
        if not (0 <= c < 8 and 0 <= r < 8):
            break
        squares.append(8 * r + c)
    return squares


def table(steps, most=7):
    """For each square, the squares that these steps reach on an empty board, as a word."""
    reached = [[to for step in steps for to in walk(a, step, most)] for a in range(64)]
    return np.array([sum(1 << to for to in squares) for squares in reached], np.uint64)


def pairs(bits_of):
    """A table by two squares on a line: the squares that `bits_of` returns for it, as a word."""
    made = np.zeros((64, 64), np.uint64)
    for a in range(64):
        for step in STRAIGHT + DIAGONAL:
            ahead = walk(a, step)
            for i, b in enumerate(ahead):
                made[a, b] = sum(1 << square for square in bits_of(a, step, ahead, i))
    return made


def rank_attacks():
    """The attacks of a rook along its row, by its file and the six inner squares of the row."""
    made = np.zeros((8, 64), np.uint64)
    for file in range(8):
        for inner in range(64):
            row = inner << 1
            for step in (1, -1):
                c = file + step
                while 0 <= c < 8:
                    made[file, inner] |= np.uint64(1 << c)
                    if row >> c & 1:
                        break
                    c += step
    return made


KNIGHT_ATTACKS = table(LEAPS, 1)
KING_ATTACKS = table(STRAIGHT + DIAGONAL, 1)
STRAIGHT_LINES, DIAGONAL_LINES = table(STRAIGHT), table(DIAGONAL)
FILES, UPWARD, DOWNWARD = table(STRAIGHT[:2]), table(DIAGONAL[:2]), table(DIAGONAL[2:])
RANKS = rank_attacks()
BETWEEN = pairs(lambda a, step, ahead, i: ahead[:i])
LINE = pairs(lambda a, step, ahead, i: [*ahead, a, *walk(a, (-step[0], -step[1]))])


def along(line, square, taken):
    """What a piece on `square` attacks along a file or diagonal (o^(o-2r), both ways at once)."""
    on_it, here = taken & line, shift_left(ONE, square)
    up = on_it - here - here
    down = byteswap(byteswap(on_it) - byteswap(here) - byteswap(here))
    return (up ^ down) & line


def diagonal_attacks(square, taken):
    return along(UPWARD[square], square, taken) | along(DOWNWARD[square], square, taken)


def straight_attacks(square, taken):
    row = square & 56
    inner = np.int64(shift_right(taken, row + 1) & np.uint64(63))
    return along(FILES[square], square, taken) | shift_left(RANKS[square & 7, inner], row)


def pawn_attacks(pawns):
    """What pawns of the side to move attack."""
    return ((pawns & ~FILE_A) << SEVEN) | ((pawns & ~FILE_H) << NINE)


def attacks_of_their_pawns(pawns):
    return ((pawns & ~FILE_A) >> NINE) | ((pawns & ~FILE_H) >> SEVEN)


def is_several(squares):
    return squares & (squares - ONE) != NOTHING


class State(NamedTuple):
    """A position. `rights` has the rooks that may castle and, on the sixth row, the square behind a
    pawn that can be taken en passant."""

    low: np.uint64
    mid: np.uint64
    high: np.uint64
    mine: np.uint64
    rights: np.uint64
    clock: int
    ply: int


def pawns(s):
    return s.low & ~(s.mid | s.high)


def knights(s):
    return s.mid & ~(s.low | s.high)


def kings(s):
    return s.low & s.mid & ~s.high


def diagonals(s):
    """Bishops and queens."""
    return s.high & s.low


def straights(s):
    """Rooks and queens."""
    return s.high & s.mid


def taken(s):
    return s.low | s.mid | s.high
