"""Extensions and reductions: how deep to search a move.

- Singular extensions (Anantharaman, Campbell and Hsu 1988): a move that is better than all others
  by a margin is searched one ply deeper. A shallow search without the move finds that out.
- Check extensions: a move that gives check is searched one ply deeper.
- Late move reductions (Romstad 2006 and others): in a good order late moves are seldom best, so
  they are searched less deep first, and to the full depth only if they are better than expected.
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

EXTENSION_FIELDS = [
    ("skipped", np.int64, (PLIES + 2,)),
    ("reductions", np.int64, (REDUCTIONS, REDUCTIONS)),
]


@native
def late_move_reduction(ctx, s, move, depth, turn, is_falling):
    """The number of plies by which a late move is reduced: one more if the player's evaluation is
    not rising, none for a noisy move.
    """
    if rules.noisy(ctx, s, move):
        return np.int64(0)
    less = ctx.reductions[min(depth, REDUCTIONS - 1), min(turn, REDUCTIONS - 1)]
    if is_falling:
        less += 1
    return min(less, depth - 2)


@merged
def singular_extension(ctx, s, p, depth, ply, found):
    """1 if the move of the table entry `found` is far better than all other moves, else 0."""
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
