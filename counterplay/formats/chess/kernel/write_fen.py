"""Write the fields of a FEN, byte by byte, as the game's `show_position` does.

Each function takes the index of the first byte to write, and returns the index after the last.
"""

import numpy as np

from counterplay.core.bits.bits import shift_right
from counterplay.core.compile.kernel import native
from counterplay.formats.chess.kernel.pieces import LETTERS, code_on, put_square
from counterplay.games.chess.board import KING, ROOK


@native
def put_number(out, n, number):
    size = 1
    rest = number
    while rest >= 10:
        rest //= 10
        size += 1
    for k in range(size):
        out[n + size - 1 - k] = ord("0") + number % 10
        number //= 10
    return n + size


@native
def letter_on(s, square, turn):
    """The letter of the piece on a square, numbered from White's side, or 0."""
    here = square ^ 56 if turn else square
    code = code_on(s, here)
    if code == 0:
        return np.int64(0)
    is_white = (shift_right(s.mine, here) & np.uint64(1) != 0) == (turn == 0)
    return np.int64(LETTERS[code]) + (0 if is_white else 32)


@native
def put_board(s, out, n, turn):
    for row in range(7, -1, -1):
        gap = 0
        for file in range(8):
            letter = letter_on(s, 8 * row + file, turn)
            if letter == 0:
                gap += 1
                continue
            if gap:
                out[n] = ord("0") + gap
                n += 1
                gap = 0
            out[n] = letter
            n += 1
        if gap:
            out[n] = ord("0") + gap
            n += 1
        out[n] = ord("/") if row else ord(" ")
        n += 1
    return n


@native
def outermost(s, home, side, turn):
    """The file of the outermost rook on one side of a home row."""
    rook = LETTERS[ROOK] + (32 if home else 0)
    found = -1
    for k in range(8):
        file = 7 - k if side > 0 else k
        if found < 0 and letter_on(s, home + file, turn) == rook:
            found = file
    return found


@native
def put_castling(s, out, n, turn):
    """The castling rights, as X-FEN writes them."""
    first = n
    for home in (0, 56):
        small = 32 if home else 0
        king = -1
        for file in range(8):
            if letter_on(s, home + file, turn) == LETTERS[KING] + small:
                king = file
        for k in range(8):
            file = 7 - k
            here = home + file
            if shift_right(s.rights, here ^ 56 if turn else here) & np.uint64(1) == 0:
                continue
            mark = ord("K") if file > king else ord("Q")
            if file != outermost(s, home, file - king, turn):
                mark = ord("A") + file
            out[n] = mark + small
            n += 1
    if n == first:
        out[n] = ord("-")
        n += 1
    return n


@native
def put_passing(s, out, n, turn):
    for file in range(8):
        if shift_right(s.rights, 40 + file) & np.uint64(1) != 0:
            return put_square(out, n, 40 + file, turn)
    out[n] = ord("-")
    return n + 1
