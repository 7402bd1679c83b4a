"""Perft: the number of positions exactly `depth` plies ahead, along every line of play.

The standard test of a move generator: each depth has one right answer. Games that end earlier do
not count; outcomes of chance count like moves. At the last ply the legal moves are counted without
making them.
"""

import numpy as np

from counterplay.core.compile.kernel import NO_ACTION, TOO_LONG, TOO_MANY, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE

WIDEST = max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES)

CONTEXT = [
    ("depth", np.int64),
    ("stop", np.int64),
    ("fault", np.int64),
    ("moves", np.int64, (rules.PLIES + 2, WIDEST)),
    ("probabilities", np.float64, (rules.MOST_OUTCOMES,)),
]


@native
def expand(ctx, s, ply):
    """Write the legal moves to the context; return their number."""
    moves = ctx.moves[ply]
    if rules.HAS_CHANCE and rules.player(ctx, s) == CHANCE:
        n = (
            np.int64(0)
            if rules.terminal(ctx, s)
            else rules.chance(ctx, s, moves, ctx.probabilities)
        )
    else:
        n = rules.actions(ctx, s, moves)
    if n > 0 and ply >= rules.PLIES:
        ctx.fault = TOO_LONG
    elif n > WIDEST:
        ctx.fault = TOO_MANY
    elif n <= 0 and not rules.terminal(ctx, s):
        ctx.fault = NO_ACTION
    if ctx.fault:
        ctx.stop = 1
        return 0
    return n


@native
def width(ctx, s, ply):
    """The number of legal moves; by the game's `width` if it defines it."""
    if rules.HAS_WIDTH:
        return rules.width(ctx, s)
    return expand(ctx, s, ply)


@native
def count(ctx, s, depth, ply):
    """The number of positions `depth` plies ahead; `depth` is at least 2."""
    total = 0
    moves = ctx.moves[ply]
    for i in range(expand(ctx, s, ply)):
        child = rules.result(ctx, ply + 1, s, moves[i])
        if depth > 2:
            total += count(ctx, child, depth - 1, ply + 1)
        else:
            total += width(ctx, child, ply + 1)
        if ctx.stop:
            break
    return total


@entry
def perft(contexts):
    """The number of positions `depth` plies ahead of the root."""
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    if ctx.depth == 0:
        return np.int64(1)
    if ctx.depth == 1:
        return width(ctx, s, np.int64(0))
    return count(ctx, s, ctx.depth, np.int64(0))
