"""Write a move in SAN, byte by byte, as the game's `show_move` does.

Each function takes the index of the first byte to write, and returns the index after the last.
"""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.formats.chess.kernel.pieces import LETTERS, code_on, mover, promotion, put_square
from counterplay.games.chess.board import KING, PAWN
from counterplay.games.chess.moves import CASTLING, IN_PASSING

CASTLES = np.frombuffer(b"O-O-O", np.uint8)


@native
def put_origin(moves, count, out, n, action, turn):
    """The file, row or both of a piece, if others of its kind can go to the same square."""
    start, goal, kind = action & 63, action >> 6 & 63, action >> 12
    rivals, on_file, on_row = 0, 0, 0
    for k in range(count):
        other = moves[k]
        here = other & 63
        if other >> 12 == kind and other >> 6 & 63 == goal and here != start:
            rivals += 1
            on_file += here & 7 == start & 7
            on_row += here >> 3 == start >> 3
    if rivals and (on_file == 0 or on_row > 0):
        out[n] = ord("a") + (start & 7)
        n += 1
    if rivals and on_file > 0:
        out[n] = ord("1") + (start >> 3 ^ turn)
        n += 1
    return n


@native
def is_among(moves, count, action):
    for k in range(count):
        if moves[k] == action:
            return True
    return False


@native
def put_move(ctx, s, moves, count, out, n, action):
    """A legal move without + or #."""
    start, goal, kind = action & 63, action >> 6 & 63, action >> 12
    turn = 7 if rules.player(ctx, s) == 1 else 0
    if kind == CASTLING:
        for k in range(3 if goal > start else 5):
            out[n] = CASTLES[k]
            n += 1
        return n
    piece = mover(kind)
    takes = kind == IN_PASSING or code_on(s, goal) != 0
    if piece == PAWN:
        if takes:
            out[n] = ord("a") + (start & 7)
            n += 1
    else:
        out[n] = LETTERS[piece]
        n += 1
        if piece != KING:
            n = put_origin(moves, count, out, n, action, turn)
    if takes:
        out[n] = ord("x")
        n += 1
    n = put_square(out, n, goal, turn)
    if promotion(kind):
        out[n] = ord("=")
        out[n + 1] = LETTERS[promotion(kind)]
        n += 2
    return n


@native
def put_mark(ctx, after, out, n):
    """+ for check, # for mate."""
    if rules.in_check(ctx, after):
        out[n] = ord("#") if rules.width(ctx, after) == 0 else ord("+")
        n += 1
    return n
