"""Polyglot keys of the positions of a line of moves, and the Polyglot codes of these moves.

A key is the xor of random numbers: one for each piece on its square, each castling right, the file
of a pawn that has just made a double step next to an enemy pawn, and White to move
(http://hgm.nubati.net/book_format.html).
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.bits import bit, lowest
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.formats.chess.kernel.pieces import code_on, kings_of, own_pawns_beside, promotion
from counterplay.games.chess.board import (
    BISHOP,
    FIRST,
    KING,
    KNIGHT,
    LAST,
    NOTHING,
    ONE,
    PAWN,
    QUEEN,
    ROOK,
)
from counterplay.games.chess.moves import DOUBLE_STEP

CONTEXT = [
    ("count", np.int64),
    ("actions", np.int64),
    ("random", np.int64),
    ("passed", np.int64),  # the file of a pawn that made a double step before the root, or -1
    ("keys", np.int64),  # of the position before each move, and of the last
    ("codes", np.int64),
]

NUMBERS = 781
RIGHTS, PASSING, WHITE_MOVES = 768, 772, 780

KINDS = np.zeros(8, np.int64)
for kind, piece in enumerate((PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)):
    KINDS[piece] = 2 * kind

PROMOTIONS_OF_BOOKS = np.zeros(8, np.int64)
for kind, piece in enumerate((KNIGHT, BISHOP, ROOK, QUEEN), 1):
    PROMOTIONS_OF_BOOKS[piece] = kind


@native
def code_of(action, turn):
    """The Polyglot code of a move: target, origin, promotion."""
    start, goal = (action & 63) ^ turn, (action >> 6 & 63) ^ turn
    return goal | start << 6 | PROMOTIONS_OF_BOOKS[promotion(action >> 12)] << 12


@native
def key_of(s, is_white, passed, random):
    key = random[WHITE_MOVES] if is_white else NOTHING
    turn = 0 if is_white else 56
    rest = s.low | s.mid | s.high
    while rest != NOTHING:
        square = lowest(rest)
        is_mine = s.mine & bit(square) != NOTHING
        kind = KINDS[code_on(s, square)] + (is_mine == is_white)
        key ^= random[64 * kind + (square ^ turn)]
        rest &= rest - ONE
    rest = s.rights & (FIRST | LAST)
    while rest != NOTHING:
        rook = lowest(rest)
        row = FIRST if rook < 8 else LAST
        is_short = rook > lowest(kings_of(s) & row)
        is_of_white = (rook < 8) == is_white
        key ^= random[RIGHTS + (0 if is_of_white else 2) + (0 if is_short else 1)]
        rest &= rest - ONE
    if passed >= 0 and own_pawns_beside(s, bit(40 + passed)) != NOTHING:
        key ^= random[PASSING + passed]
    return key


@entry
def keys(contexts):
    ctx = contexts[0]
    actions = array_at(ctx.actions, (ctx.count + 1,), np.int64)
    out = array_at(ctx.keys, (ctx.count + 1,), np.uint64)
    codes = array_at(ctx.codes, (ctx.count + 1,), np.int64)
    random = array_at(ctx.random, (NUMBERS,), np.uint64)
    s = rules.load(ctx, 0, ctx.root)
    passed = ctx.passed
    for i in range(ctx.count):
        is_white = rules.player(ctx, s) == 0
        out[i] = key_of(s, is_white, passed, random)
        codes[i] = code_of(actions[i], 0 if is_white else 56)
        passed = actions[i] & 7 if actions[i] >> 12 == DOUBLE_STEP else np.int64(-1)
        s = rules.result(ctx, 0, s, actions[i])
    out[ctx.count] = key_of(s, rules.player(ctx, s) == 0, passed, random)
    return np.int64(ctx.count)


@entry
def choices(contexts):
    """Write the legal moves of the root and their codes; returns their number."""
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    actions = array_at(ctx.actions, (rules.MOST_ACTIONS,), np.int64)
    codes = array_at(ctx.codes, (rules.MOST_ACTIONS,), np.int64)
    n = rules.actions(ctx, s, actions)
    for i in range(n):
        codes[i] = code_of(actions[i], 0 if rules.player(ctx, s) == 0 else 56)
    return np.int64(n)
