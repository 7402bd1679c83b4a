"""The kernel that writes moves of chess in SAN and positions in FEN."""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.formats.chess.kernel.write_fen import (
    put_board,
    put_castling,
    put_number,
    put_passing,
)
from counterplay.formats.chess.kernel.write_san import is_among, put_mark, put_move

CONTEXT = [
    ("count", np.int64),
    ("actions", np.int64),  # the moves to write
    ("out", np.int64),  # the bytes that are written
    ("room", np.int64),  # the size of `out`
    ("stops", np.int64),  # where each text ends in `out`
    ("states", np.int64),  # the state before each move, and the last state
    ("moves", np.int64, (rules.MOST_ACTIONS,)),
]

WORDS = 7
"""The number of words of a state."""


@native
def put_state(states, i, s):
    row = states[i]
    row[0], row[1], row[2], row[3], row[4] = s.low, s.mid, s.high, s.mine, s.rights
    row[5], row[6] = np.uint64(s.clock), np.uint64(s.ply)


@entry
def show_line(contexts):
    """Write the moves of a line from the root, and the states between them.

    Returns how many were written: all, or those before the first illegal one.
    """
    ctx = contexts[0]
    out = array_at(ctx.out, (ctx.room,), np.uint8)
    stops = array_at(ctx.stops, (ctx.count,), np.int64)
    actions = array_at(ctx.actions, (ctx.count,), np.int64)
    states = array_at(ctx.states, (ctx.count + 1, WORDS), np.uint64)
    s = rules.load(ctx, 0, ctx.root)
    n = 0
    for i in range(ctx.count):
        put_state(states, i, s)
        count = rules.actions(ctx, s, ctx.moves)
        if not is_among(ctx.moves, count, actions[i]):
            return np.int64(i)
        n = put_move(ctx, s, ctx.moves, count, out, n, actions[i])
        s = rules.result(ctx, 0, s, actions[i])
        n = put_mark(ctx, s, out, n)
        stops[i] = n
    put_state(states, ctx.count, s)
    return np.int64(ctx.count)


@entry
def show_choices(contexts):
    """Write all legal moves of the root, and put them into ctx.actions."""
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
