"""Kernel: plain alpha-beta with different move orders; it counts the leaves.

There is no transposition table: each state orders its own moves. `PERFECT` finds the best move by
an uncounted search and tries it first.
"""

import numpy as np

from counterplay.core.compile.kernel import entry, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.engine.shared.random import random_below

AS_LISTED, BY_LOT, BY_RULE, PERFECT = 0, 1, 2, 3
"""The move orders; BY_RULE uses the game's `order`."""

DEEPEST = 16
INFINITY = 2**31 - 1

CONTEXT = [
    ("depth", np.int64),
    ("order", np.int64),
    ("leaves", np.int64),
    ("random", np.uint64),
    ("moves", np.int64, (DEEPEST, rules.MOST_ACTIONS)),
    ("ranks", np.int64, (rules.MOST_ACTIONS,)),
]


@entry
def search(contexts):
    """Return the value of the root; `leaves` counts the evaluated leaves."""
    ctx = contexts[0]
    ctx.leaves = 0
    s = rules.load(ctx, 0, ctx.root)
    return value(ctx, s, ctx.depth, np.int64(0), np.int64(-INFINITY), np.int64(INFINITY), ctx.order)


@recursive
def value(ctx, s, depth, ply, alpha, beta, order):
    mover = rules.player(ctx, s)
    if rules.terminal(ctx, s):
        ctx.leaves += 1
        return rules.score(ctx, s, mover)
    if depth == 0:
        ctx.leaves += 1
        return rules.evaluate(ctx, ply, s, mover)
    moves, best = ctx.moves[ply], np.int64(-INFINITY)
    n = rules.actions(ctx, s, moves)
    if order == PERFECT:
        counted, first, rule = ctx.leaves, np.int64(0), np.int64(BY_RULE)
        arrange(ctx, s, moves, n, rule)
        for i in range(n):
            child = rules.result(ctx, ply + 1, s, moves[i])
            v = -value(ctx, child, depth - 1, ply + 1, np.int64(-INFINITY), -best, rule)
            if v > best:
                best, first = v, i
        moves[0], moves[first] = moves[first], moves[0]
        ctx.leaves, best = counted, np.int64(-INFINITY)
    else:
        arrange(ctx, s, moves, n, order)
    for i in range(n):
        child = rules.result(ctx, ply + 1, s, moves[i])
        v = -value(ctx, child, depth - 1, ply + 1, -beta, -max(alpha, best), order)
        if v > best:
            best = v
            if best >= beta:
                break
    return best


@native
def arrange(ctx, s, moves, n, order):
    """Sort the moves by rank; the sort is stable."""
    if order == BY_LOT:
        for i in range(n - 1, 0, -1):
            j = random_below(ctx, i + 1)
            moves[i], moves[j] = moves[j], moves[i]
    if order == BY_RULE:
        for i in range(n):
            move = moves[i]
            rank = rules.order(ctx, s, move)
            j = i
            while j > 0 and ctx.ranks[j - 1] < rank:
                ctx.ranks[j] = ctx.ranks[j - 1]
                moves[j] = moves[j - 1]
                j -= 1
            ctx.ranks[j] = rank
            moves[j] = move
