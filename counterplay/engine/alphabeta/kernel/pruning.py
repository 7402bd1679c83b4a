"""Forward pruning: cuts that are likely right, before any move of a state is made.

Each gives a value to return, or NO_CUT. They are tried in closed windows only, away from proven
wins and losses, and count as a horizon: what they touch is an estimate.

Null move (Goetsch and Campbell 1990): if even passing keeps the state above beta, a move will.
Futility (Schaeffer 1986): near the leaves, a state far above beta stays there.
ProbCut (Buro 1995, 1997): a shallow search predicts the deep one; where it is out of the window
by enough standard deviations, the deep one is not made. The regression is data; its deviation
goes from one value to another while the game goes from its beginning to its end.
"""

import numpy as np

from counterplay.core.compile.kernel import merged, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.ordering import NO_MOVE
from counterplay.engine.alphabeta.kernel.path import HAS_PATH, step_over
from counterplay.engine.alphabeta.kernel.search import value
from counterplay.engine.alphabeta.kernel.switches import (
    FUTILITY,
    LATE_CUTS,
    NULL_MOVE,
    PROBCUT,
    SELECTIVE,
)
from counterplay.engine.alphabeta.kernel.values import (
    EVALUATION_LIMIT,
    HAS_NULL,
    HAS_REMAINING,
    NO_CUT,
    PLIES,
    PROVEN,
)

CUT_DEPTHS = 32
CUT_CHECKS = 2
FUTILE_DEPTH = 6
LATE_DEPTH = 6
NULL_DEPTH = 3
VERIFIED_DEPTH = 8

SELECTIVE_FIELDS = [
    ("margin", np.int64),
    ("beam", np.int64),
    ("passed", np.int64, (PLIES + 2,)),
    ("threat", np.int64, (PLIES + 2,)),
    ("guesses", np.int64, (PLIES + 2,)),
    ("cut_shallow", np.int64, (CUT_DEPTHS, CUT_CHECKS)),
    ("cut_slope", np.float64, (CUT_DEPTHS, CUT_CHECKS)),
    ("cut_offset", np.float64, (CUT_DEPTHS, CUT_CHECKS)),
    ("cut_sigma", np.float64, (CUT_DEPTHS, CUT_CHECKS)),
    ("cut_sigma_end", np.float64, (CUT_DEPTHS, CUT_CHECKS)),
    ("cut_left", np.float64),
    ("cut_threshold", np.float64),
]


@merged
def early_cut(ctx, s, p, depth, ply, alpha, beta, static):
    """The value that a selective technique gives this state, or NO_CUT."""
    if ctx.use & FUTILITY and depth <= FUTILE_DEPTH:
        if static - 2 * ctx.margin * depth >= beta:
            ctx.horizon += 1
            return static
    if HAS_NULL and ctx.use & NULL_MOVE and depth >= NULL_DEPTH and static >= beta:
        cut = null_move(ctx, s, p, depth, ply, beta, static)
        if ctx.aborted or cut != NO_CUT:
            return cut
    if ctx.use & PROBCUT and depth < CUT_DEPTHS:
        return probable_cut(ctx, s, p, depth, ply, alpha, beta, static)
    return NO_CUT


@native
def most_quiet(ctx, depth, n, alpha, static, is_rising):
    """How many moves are looked at before quiet ones no longer are; `n` for all.

    None but the first where the state is so bad that a quiet move will not help (futility), a few
    where late moves are cut: more where the player stands better than a move before.
    """
    if ctx.use & FUTILITY and depth <= FUTILE_DEPTH:
        if static + 2 * ctx.margin * (depth + 1) <= alpha:
            return np.int64(1)
    if ctx.use & LATE_CUTS and depth <= LATE_DEPTH:
        few = 4 + depth * depth
        return np.int64(2 * few if is_rising else few)
    return n


@merged
def null_move(ctx, s, p, depth, ply, beta, static):
    """beta, if the state after a pass is still worth that much; no two passes in a row."""
    if ply == 0 or ctx.passed[ply - 1]:
        return NO_CUT
    child = rules.null(ctx, ply + 1, s)
    q = rules.player(ctx, child)
    if q == p:  # how a game says that passing makes no sense here
        return NO_CUT
    if HAS_PATH:
        step_over(ctx, ply, child)
    met = ctx.horizon
    ctx.passed[ply] = 1
    ctx.mover[ply] = p
    ctx.played[ply] = NO_MOVE
    ctx.threat[ply + 1] = 0
    rest = depth - 4 - depth // 4 - min((static - beta) // (5 * ctx.margin), 3)
    v = -value(ctx, child, q, rest, ply + 1, -beta, -beta + 1)
    ctx.passed[ply] = 0
    if v >= beta and depth >= VERIFIED_DEPTH and not ctx.aborted:
        # Where every move harms, passing does not: a shallow search that may not pass knows.
        use = ctx.use
        ctx.use = use & ~NULL_MOVE
        v = value(ctx, s, p, max(rest, 1), ply, beta - 1, beta)
        ctx.use = use
    ctx.horizon = met
    if ctx.aborted or v < beta:
        return NO_CUT
    ctx.horizon += 1
    return min(v, np.int64(EVALUATION_LIMIT))


@merged
def probable_cut(ctx, s, p, depth, ply, alpha, beta, static):
    """A bound that shallow searches make probable, the shallowest first.

    They are made without the other selective techniques, as the regression's were, and only on
    the side of the window that the evaluator sees the state on already. A search that reaches the
    end of the game knows, and is not foretold.
    """
    left = 1.0
    if HAS_REMAINING and ctx.cut_left > 0:
        moves_left = rules.remaining(ctx, s)
        if moves_left <= depth:
            return NO_CUT
        left = moves_left / ctx.cut_left
    side = 0 if static >= beta else 1
    for i in range(CUT_CHECKS):
        shallow = ctx.cut_shallow[depth, i]
        if shallow <= 0:
            break
        slope, offset = ctx.cut_slope[depth, i], ctx.cut_offset[depth, i]
        early, late = ctx.cut_sigma[depth, i], ctx.cut_sigma_end[depth, i]
        reach = ctx.cut_threshold * (late + left * (early - late))
        edge = beta + reach if side == 0 else alpha - reach
        bound = np.int64((edge - offset) / slope) + (1 if side == 0 else 0)
        if abs(bound) >= EVALUATION_LIMIT or abs(bound) >= PROVEN:
            continue
        low, met, use = bound - 1 if side == 0 else bound, ctx.horizon, ctx.use
        ctx.use = use & ~(SELECTIVE & ~PROBCUT)
        v = value(ctx, s, p, shallow, ply, low, low + 1)
        ctx.use = use
        if ctx.aborted:
            return NO_CUT
        ctx.horizon = met
        if side == 0 and v >= bound:
            ctx.horizon += 1
            return beta
        if side == 1 and v <= bound:
            ctx.horizon += 1
            return alpha
    return NO_CUT
