"""Perft: how many positions lie exactly `depth` plies ahead, along every line of play.

The count is the standard test of a move generator: it has one right answer at each depth. Games
that end earlier count for nothing, outcomes of chance count as moves do. The positions of the last
ply are counted by the moves that lead to them, and never made.
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
    """How many moves there are; they are left in the context."""
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
    """How many positions lie one ply ahead; where the game can count its moves, by their number."""
    if rules.HAS_WIDTH:
        return rules.width(ctx, s)
    return expand(ctx, s, ply)


@native
def count(ctx, s, depth, ply):
    """How many positions lie `depth` plies ahead, at least two."""
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
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    if ctx.depth == 0:
        return np.int64(1)
    if ctx.depth == 1:
        return width(ctx, s, np.int64(0))
    return count(ctx, s, ctx.depth, np.int64(0))
