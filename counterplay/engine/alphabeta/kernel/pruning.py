"""Forward pruning: cutoffs that are probably right, before any move of a state is searched.

Each function returns a value, or NO_CUT. They are tried only with a null window, away from proven
wins and losses. They count as a horizon: a value that depends on them is an estimate.

- Null move (Goetsch and Campbell 1990): if passing keeps the state above beta, a move will too.
- Futility (Schaeffer 1986): near the horizon, a state far above beta stays there.
- Razoring (Birmingham and Kent 1977): near the horizon, a state far below alpha stays there, if
  quiescence search agrees.
- Late move pruning: near the horizon, quiet moves late in the order are skipped.
- Exchange pruning: near the horizon, late quiet moves that lose material are skipped.
- ProbCut (Buro 1995, 1997): a shallow search predicts the deep one. If the prediction is outside
  the window by enough standard deviations, the deep search is skipped. The regression is data; its
  standard deviation changes linearly from the beginning of the game to its end.
"""

import numpy as np

from counterplay.core.compile.kernel import merged, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.ordering import NO_MOVE
from counterplay.engine.alphabeta.kernel.path import HAS_PATH, push_null
from counterplay.engine.alphabeta.kernel.search import value
from counterplay.engine.alphabeta.kernel.switches import (
    EXCHANGE_PRUNING,
    FUTILITY,
    LATE_MOVE_PRUNING,
    NULL_MOVE,
    PROBCUT,
    RAZORING,
    SELECTIVE,
)
from counterplay.engine.alphabeta.kernel.values import (
    EVALUATION_LIMIT,
    HAS_EXCHANGE,
    HAS_NOISY,
    HAS_NULL,
    HAS_REMAINING,
    NO_CUT,
    PLIES,
    PROVEN,
    UNIT,
)

CUT_DEPTHS = 32
CUT_CHECKS = 2
RAZOR_DEPTH = 3
LATE_DEPTH = 6
EXCHANGE_DEPTH = 8
NULL_DEPTH = 3

PRUNING_FIELDS = [
    ("margin", np.int64),
    ("beam", np.int64),
    ("futility_margin", np.int64),
    ("futility_depth", np.int64),
    ("razoring_margin", np.int64),
    ("late_moves", np.int64),
    ("late_slope", np.int64),
    ("exchange_margin", np.int64),
    ("null_reduction", np.int64),
    ("null_verified", np.int64),
    ("passed", np.int64, (PLIES + 2,)),
    ("in_check", np.int64, (PLIES + 2,)),
    ("static_evaluations", np.int64, (PLIES + 2,)),
    ("cut_shallow", np.int64, (CUT_DEPTHS, CUT_CHECKS)),
    ("cut_slope", np.float64, (CUT_DEPTHS, CUT_CHECKS)),
    ("cut_offset", np.float64, (CUT_DEPTHS, CUT_CHECKS)),
    ("cut_sigma", np.float64, (CUT_DEPTHS, CUT_CHECKS)),
    ("cut_sigma_end", np.float64, (CUT_DEPTHS, CUT_CHECKS)),
    ("cut_remaining", np.float64),
    ("cut_threshold", np.float64),
]


@merged
def forward_cut(ctx, s, p, depth, ply, alpha, beta, static, is_rising):
    """The value of a cutoff by futility, razoring, null move or ProbCut; NO_CUT if none applies."""
    if ctx.use & FUTILITY and depth * UNIT <= ctx.futility_depth:
        if static - ctx.margin * ctx.futility_margin * (depth - is_rising) // UNIT >= beta:
            ctx.horizon += 1
            return static
    if HAS_NOISY and ctx.use & RAZORING and depth <= RAZOR_DEPTH:
        if static + ctx.margin * ctx.razoring_margin * (depth + 1) // UNIT <= alpha:
            v = value(ctx, s, p, np.int64(0), ply, alpha, beta)
            if ctx.aborted or v <= alpha:
                return v
    if HAS_NULL and ctx.use & NULL_MOVE and depth >= NULL_DEPTH and static >= beta:
        cut = null_move(ctx, s, p, depth, ply, beta, static)
        if ctx.aborted or cut != NO_CUT:
            return cut
    if ctx.use & PROBCUT and depth < CUT_DEPTHS:
        return probcut(ctx, s, p, depth, ply, alpha, beta, static)
    return NO_CUT


@native
def quiet_move_limit(ctx, depth, n, alpha, static, is_rising):
    """The number of moves after which quiet moves are skipped; `n` if none is.

    Futility: 1 if the state is so bad that a quiet move cannot help. Late move pruning: a few, and
    twice as many if the player's evaluation is rising.
    """
    if ctx.use & FUTILITY and depth * UNIT <= ctx.futility_depth:
        if static + ctx.margin * ctx.futility_margin * (depth + 1) // UNIT <= alpha:
            return np.int64(1)
    if ctx.use & LATE_MOVE_PRUNING and depth <= LATE_DEPTH:
        few = (ctx.late_moves + ctx.late_slope * depth * depth) // UNIT
        return np.int64(2 * few if is_rising else few)
    return n


@native
def loses_exchange(ctx, s, move, left):
    """Whether a move loses too much for what `left` plies after it can win back."""
    if HAS_EXCHANGE and ctx.use & EXCHANGE_PRUNING and left <= EXCHANGE_DEPTH:
        most = ctx.margin * ctx.exchange_margin * left * left // UNIT
        return not rules.exchange(ctx, s, move, -most)
    return False


@merged
def null_move(ctx, s, p, depth, ply, beta, static):
    """A cutoff if the state after a pass is still worth beta. Never passes twice in a row."""
    if ply == 0 or ctx.passed[ply - 1]:
        return NO_CUT
    child = rules.null(ctx, ply + 1, s)
    q = rules.player(ctx, child)
    if q == p:  # the game refuses a pass in this state
        return NO_CUT
    if HAS_PATH:
        push_null(ctx, ply, child)
    met = ctx.horizon
    ctx.passed[ply] = 1
    ctx.mover[ply] = p
    ctx.played[ply] = NO_MOVE
    ctx.in_check[ply + 1] = 0
    less = ctx.null_reduction // UNIT + depth // 4 + min((static - beta) // (5 * ctx.margin), 3)
    rest = depth - 1 - less
    ctx.expects_cut[ply + 1] = not ctx.expects_cut[ply]
    v = -value(ctx, child, q, rest, ply + 1, -beta, -beta + 1)
    ctx.passed[ply] = 0
    if v >= beta and depth * UNIT >= ctx.null_verified and not ctx.aborted:
        # In zugzwang a pass is better than any move: verify by a shallow search without it.
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
def probcut(ctx, s, p, depth, ply, alpha, beta, static):
    """A bound that a shallow search makes probable; the shallowest check comes first.

    The checks run without the other selective techniques, as the calibration did, and only on the
    side of the window where the static evaluation is. A search that reaches the end of the game is
    not predicted.
    """
    part_remaining = 1.0
    if HAS_REMAINING and ctx.cut_remaining > 0:
        remaining = rules.remaining(ctx, s)
        if remaining <= depth:
            return NO_CUT
        part_remaining = remaining / ctx.cut_remaining
    side = 0 if static >= beta else 1
    for i in range(CUT_CHECKS):
        shallow = ctx.cut_shallow[depth, i]
        if shallow <= 0:
            break
        slope, offset = ctx.cut_slope[depth, i], ctx.cut_offset[depth, i]
        early, late = ctx.cut_sigma[depth, i], ctx.cut_sigma_end[depth, i]
        reach = ctx.cut_threshold * (late + part_remaining * (early - late))
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
