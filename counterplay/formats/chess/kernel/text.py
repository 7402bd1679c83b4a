"""Moves and positions of chess as text: the standard notation, and FEN, written byte by byte.

The same that the game's own `show_move` and `show_position` write. Each function that writes takes
the place of its first byte and returns the one after its last.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.bits import shift_right
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.formats.chess.kernel.pieces import code_on, mover, promotion
from counterplay.games.chess.board import KING, PAWN, ROOK
from counterplay.games.chess.moves import CASTLING, IN_PASSING

CONTEXT = [
    ("count", np.int64),
    ("actions", np.int64),  # the moves that are to be written
    ("out", np.int64),  # the bytes that are written, which have room
    ("room", np.int64),
    ("stops", np.int64),  # where each text ends
    ("places", np.int64),  # the state before each move, and the last
    ("moves", np.int64, (rules.MOST_ACTIONS,)),
]

LETTERS = np.frombuffer(b".PNK.BRQ", np.uint8)
CASTLES = np.frombuffer(b"O-O-O", np.uint8)
WORDS = 7
"""The words of a state."""


@native
def put_square(out, n, square, turn):
    out[n] = ord("a") + (square & 7)
    out[n + 1] = ord("1") + (square >> 3 ^ turn)
    return n + 2


@native
def put_origin(moves, count, out, n, action, turn):
    """As much of where a piece comes from as tells it from others that could go there."""
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
    """One of the legal moves, without the mark of a check."""
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
    """+ for a check, # for mate."""
    if rules.in_check(ctx, after):
        out[n] = ord("#") if rules.width(ctx, after) == 0 else ord("+")
        n += 1
    return n


@native
def put_place(places, i, s):
    row = places[i]
    row[0], row[1], row[2], row[3], row[4] = s.low, s.mid, s.high, s.mine, s.rights
    row[5], row[6] = np.uint64(s.clock), np.uint64(s.ply)


@entry
def show_line(contexts):
    """Moves one after the other from the root, and the states between them.

    How many were written: all, or those before one that is not legal.
    """
    ctx = contexts[0]
    out = array_at(ctx.out, (ctx.room,), np.uint8)
    stops = array_at(ctx.stops, (ctx.count,), np.int64)
    actions = array_at(ctx.actions, (ctx.count,), np.int64)
    places = array_at(ctx.places, (ctx.count + 1, WORDS), np.uint64)
    s = rules.load(ctx, 0, ctx.root)
    n = 0
    for i in range(ctx.count):
        put_place(places, i, s)
        count = rules.actions(ctx, s, ctx.moves)
        if not is_among(ctx.moves, count, actions[i]):
            return np.int64(i)
        n = put_move(ctx, s, ctx.moves, count, out, n, actions[i])
        s = rules.result(ctx, 0, s, actions[i])
        n = put_mark(ctx, s, out, n)
        stops[i] = n
    put_place(places, ctx.count, s)
    return np.int64(ctx.count)


@entry
def show_choices(contexts):
    """All legal moves of the root; they are left in ctx.actions."""
    ctx = contexts[0]
    out = array_at(ctx.out, (ctx.room,), np.uint8)
    stops = array_at(ctx.stops, (rules.MOST_ACTIONS,), np.int64)
    actions = array_at(ctx.actions, (rules.MOST_ACTIONS,), np.int64)
    s = rules.load(ctx, 0, ctx.root)
    ctx.count = rules.actions(ctx, s, actions)
    n = 0
    for i in range(ctx.count):
        n = put_move(ctx, s, actions, ctx.count, out, n, actions[i])
        n = put_mark(ctx, rules.result(ctx, 0, s, actions[i]), out, n)
        stops[i] = n
    return np.int64(n)


# Positions --------------------------------------------------------------------------------------


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
    """The letter of the piece on a square as White sees it, or 0."""
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
    """The file of the outermost rook of a first row, on one side."""
    rook = LETTERS[ROOK] + (32 if home else 0)
    found = -1
    for k in range(8):
        file = 7 - k if side > 0 else k
        if found < 0 and letter_on(s, home + file, turn) == rook:
            found = file
    return found


@native
def put_castling(s, out, n, turn):
    """The rights to castle as X-FEN writes them."""
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


@entry
def show_fen(contexts):
    ctx = contexts[0]
    out = array_at(ctx.out, (ctx.room,), np.uint8)
    s = rules.load(ctx, 0, ctx.root)
    turn = 7 if rules.player(ctx, s) == 1 else 0
    n = put_board(s, out, 0, turn)
    out[n], out[n + 1] = ord("b") if turn else ord("w"), ord(" ")
    n = put_castling(s, out, n + 2, turn)
    out[n] = ord(" ")
    n = put_passing(s, out, n + 1, turn)
    out[n] = ord(" ")
    n = put_number(out, n + 1, s.clock)
    out[n] = ord(" ")
    return np.int64(put_number(out, n + 1, s.ply // 2 + 1))
