"""Extensions and reductions: how deep to search a move.

- Singular extensions (Anantharaman, Campbell and Hsu 1988): a move that is better than all others
  by a margin is searched one ply deeper. A shallow search without the move finds that out.
- Check extensions: a move that gives check, and does not lose material, is searched one ply deeper.
- Late move reductions (Romstad 2006 and others): in a good order late moves are seldom best, so
  they are searched less deep first, and to the full depth only if they are better than expected.
"""

import numpy as np

from counterplay.core.compile.kernel import hot, merged, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.ordering import history_of, is_killer
from counterplay.engine.alphabeta.kernel.search import value
from counterplay.engine.alphabeta.kernel.switches import (
    CHECK_EXTENSIONS,
    KILLERS,
    LATE_MOVE_REDUCTIONS,
)
from counterplay.engine.alphabeta.kernel.transposition import (
    NO_TAG,
    UPPER,
    entry_bound,
    entry_depth,
    entry_tag,
    entry_value,
)
from counterplay.engine.alphabeta.kernel.values import PLIES, PROVEN, UNIT

REDUCTIONS = 64

EXTENSION_FIELDS = [
    ("skipped", np.int64, (PLIES + 2,)),
    ("singular_margin", np.int64),
    ("singular_depth", np.int64),
    ("reductions", np.int64, (REDUCTIONS, REDUCTIONS)),
    ("reduction_history", np.int64),
    ("reduction_killer", np.int64),
    ("reduction_cut", np.int64),
    ("reduction_falling", np.int64),
    ("expects_cut", np.int64, (PLIES + 2,)),
]


@native
def late_move_reduction(ctx, p, ply, move, depth, turn, is_falling):
    """The number of plies by which a late quiet move is reduced.

    It is more if the player's evaluation is falling or a cutoff is expected, and less if the move
    is a killer or has a good history.
    """
    if ctx.use & LATE_MOVE_REDUCTIONS == 0 or depth < 3:
        return np.int64(0)
    less = ctx.reductions[min(depth, REDUCTIONS - 1), min(turn, REDUCTIONS - 1)]
    if is_falling:
        less += ctx.reduction_falling
    if ctx.expects_cut[ply]:
        less += ctx.reduction_cut
    if ctx.use & KILLERS and is_killer(ctx, ply, move):
        less -= ctx.reduction_killer
    less -= history_of(ctx, p, ply, move) * ctx.reduction_history // UNIT
    return max(min(less // UNIT, depth - 2), 0)


@hot
def check_extension(ctx, s, ply, move):
    """1 for a move that gives check and does not lose material, unless the line is long already."""
    if ctx.use & CHECK_EXTENSIONS and ply < 2 * ctx.depth:
        return np.int64(rules.exchange(ctx, s, move, np.int64(0)))
    return np.int64(0)


@merged
def singular_extension(ctx, s, p, depth, ply, found):
    """1 if the move of the table entry `found` is far better than all other moves, else 0."""
    if (
        depth * UNIT < ctx.singular_depth
        or entry_depth(found) < depth - 3
        or entry_bound(found) == UPPER
    ):
        return np.int64(0)
    known = entry_value(found)
    if abs(known) >= PROVEN or ctx.exact or 2 * ply > PLIES:
        return np.int64(0)
    target, met = known - ctx.margin * ctx.singular_margin * depth // UNIT, ctx.horizon
    ctx.skipped[ply] = entry_tag(found)
    v = value(ctx, s, p, depth // 2, ply, target - 1, target)
    ctx.skipped[ply] = NO_TAG
    ctx.horizon = met
    return np.int64(v < target)
