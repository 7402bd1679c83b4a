"""How deep to look at a move: singular extensions and late move reductions.

Singular (Anantharaman, Campbell and Hsu 1988): a move that is better than all others by a margin
is looked at one ply deeper; a shallow search without it finds that out. Late move reductions
(Romstad 2006 and others): in a good order late moves are seldom best, so they are tried less
deep first, and in full only if they surprise.
"""

import numpy as np

from counterplay.core.compile.kernel import merged, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.search import value
from counterplay.engine.alphabeta.kernel.transposition import (
    NO_TAG,
    UPPER,
    entry_bound,
    entry_depth,
    entry_tag,
    entry_value,
)
from counterplay.engine.alphabeta.kernel.values import PLIES, PROVEN

REDUCTIONS = 64
SINGULAR_DEPTH = 6

STRETCHING_FIELDS = [
    ("skipped", np.int64, (PLIES + 2,)),
    ("reductions", np.int64, (REDUCTIONS, REDUCTIONS)),
]


@native
def reduction(ctx, s, move, depth, turn, is_falling):
    """How many plies less a late move is looked at, one more where the player stands worse than
    a move before; none for noisy ones.
    """
    if rules.noisy(ctx, s, move):
        return np.int64(0)
    less = ctx.reductions[min(depth, REDUCTIONS - 1), min(turn, REDUCTIONS - 1)]
    if is_falling:
        less += 1
    return min(less, depth - 2)


@merged
def singular(ctx, s, p, depth, ply, found):
    """1 if the table's move is far better than every other, else 0."""
    if depth < SINGULAR_DEPTH or entry_depth(found) < depth - 3 or entry_bound(found) == UPPER:
        return np.int64(0)
    known = entry_value(found)
    if abs(known) >= PROVEN or ctx.exact or 2 * ply > PLIES:
        return np.int64(0)
    target, met = known - ctx.margin, ctx.horizon
    ctx.skipped[ply] = entry_tag(found)
    v = value(ctx, s, p, depth // 2, ply, target - 1, target)
    ctx.skipped[ply] = NO_TAG
    ctx.horizon = met
    return np.int64(v < target)
