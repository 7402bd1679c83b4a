"""The root of expectiminimax: its moves, sorted by what the last search found."""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.engine.expectiminimax.kernel.ordering import list_moves
from counterplay.engine.expectiminimax.kernel.search import value
from counterplay.engine.expectiminimax.kernel.switches import EVALUATION_ORDER, ORDER
from counterplay.engine.expectiminimax.kernel.values import SPAN


@native
def list_root(ctx, s):
    """List the moves of the root, those with the best evaluation first.

    `root_near` of them are evaluated within `margin` of the best.
    """
    beam, reply_beam = ctx.beam, ctx.reply_beam
    ctx.beam, ctx.reply_beam = 0, 0
    depth = np.int64(2)  # deep enough to sort the moves
    ctx.root_count = list_moves(ctx, s, np.int64(0), rules.player(ctx, s), depth, np.int64(0))
    ctx.beam, ctx.reply_beam = beam, reply_beam
    ctx.root_near = ctx.root_count
    by_order = rules.HAS_ORDER and ctx.use & ORDER
    if ctx.margin > 0 and rules.HAS_EVALUATOR and ctx.use & EVALUATION_ORDER and not by_order:
        near = np.int64(1)
        while near < ctx.root_count and ctx.ranks[near] >= ctx.ranks[0] - ctx.margin:
            near += 1
        ctx.root_near = near
    ctx.root_moves[:] = ctx.moves[0, : rules.MOST_ACTIONS]
    ctx.root_values[:] = 0.0
    ctx.replies[:], ctx.reply[:] = 0, 0


@native
def search_root(ctx, s):
    """Search the moves of the root to `depth`, in the order of the search before.

    Afterwards the best `lines` moves come first, with exact values for the mover. The values of the
    others are bounds. If the search is stopped, this holds for the moves that were searched.
    """
    ctx.horizon = 0
    sign = 1.0 if rules.player(ctx, s) == 0 else -1.0
    n = ctx.root_count
    if 0 < ctx.beam < n:
        n = min(max(ctx.beam, ctx.lines), n)
        ctx.horizon += 1
    if ctx.root_near < n:
        n = min(max(ctx.root_near, ctx.lines), n)
        ctx.horizon += 1
    moves, values = ctx.root_moves, ctx.root_values
    for i in range(n):
        bar = values[ctx.lines - 1] if i >= ctx.lines else -SPAN
        low, high = (bar, SPAN) if sign > 0 else (-SPAN, -bar)
        move = moves[i]
        child = rules.result(ctx, 1, s, move)
        v = sign * value(ctx, child, ctx.depth - 1, np.int64(1), low, high)
        if ctx.aborted:
            return
        j = i
        if v > bar or i < ctx.lines:
            while j > 0 and (values[j - 1] < v or j > ctx.lines):
                moves[j], values[j] = moves[j - 1], values[j - 1]
                j -= 1
        moves[j], values[j] = move, v
        if j == 0:
            ctx.improved = 1
