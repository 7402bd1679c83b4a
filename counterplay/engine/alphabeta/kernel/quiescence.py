"""The value of a state at the horizon: its static evaluation, rollouts, or quiescence search.

- The biasing factor makes evaluations after a move of either side comparable: the side that has
  just moved looks better than it does after the reply.
- Rollouts play random games to the end and return the mean.
- Quiescence search follows `noisy` moves (captures, promotions) until the state is quiet. The
  player may always decline them and take the static evaluation (Shannon 1950).
- Delta pruning: a noisy move is not followed if an exchange cannot win enough to reach the window.
"""

import numpy as np

from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, hot, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.cutoffs import store_result, table_cutoff, table_key
from counterplay.engine.alphabeta.kernel.evaluations import static_evaluation, within_limits
from counterplay.engine.alphabeta.kernel.ordering import rank_moves, select_best
from counterplay.engine.alphabeta.kernel.path import (
    HAS_PATH,
    SUPERKO,
    is_drawn,
    is_forbidden,
    step,
)
from counterplay.engine.alphabeta.kernel.switches import (
    BIAS,
    EXCHANGE_PRUNING,
    QUIESCENCE_TABLE,
    TRANSPOSITION_TABLE,
)
from counterplay.engine.alphabeta.kernel.transposition import NO_TAG, entry_tag, probe, tag_of
from counterplay.engine.alphabeta.kernel.values import (
    EVALUATION_LIMIT,
    HAS_EXCHANGE,
    HAS_IN_CHECK,
    INFINITY,
    NO_CUT,
    PLIES,
    PROVEN,
    SCORED,
    UNIT,
    end_value,
)
from counterplay.engine.shared.random import random_below

QUIESCENCE_FIELDS = [
    ("horizon", np.int64),
    ("bias", np.int64),
    ("rollouts", np.int64),
    ("random", np.uint64),
    ("delta_margin", np.int64),
    ("mover", np.int64, (PLIES + 2,)),
    ("rollout_moves", np.int64, (rules.MOST_ACTIONS,)),
]


@hot
def leaf_value(ctx, s, p, ply, key) -> int:
    """The value of a state that is not searched further, for the player to move."""
    ctx.horizon += 1
    if ctx.rollouts > 0:
        return rollout_mean(ctx, s, p)
    v = static_evaluation(ctx, ply, s, p, key)
    if ctx.use & BIAS and ply > 0:
        v += ctx.bias if ctx.mover[ply - 1] != p else -ctx.bias
    return within_limits(v)


@native
def rollout_mean(ctx, s, p):
    """The mean score of random games from `s`."""
    total = np.int64(0)
    for _ in range(ctx.rollouts):
        here = s
        for _ in range(PLIES):
            if rules.terminal(ctx, here):
                total += rules.score(ctx, here, p)
                break
            n = rules.actions(ctx, here, ctx.rollout_moves)
            if n <= 0 or n > rules.MOST_ACTIONS:
                ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
                ctx.aborted = 1
                return np.int64(0)
            here = rules.result(ctx, 0, here, ctx.rollout_moves[random_below(ctx, n)])
    return min(max(total // ctx.rollouts, -EVALUATION_LIMIT), EVALUATION_LIMIT)


@recursive
def quiescence(ctx, s, p, ply, alpha, beta):
    """The value of a state if only noisy moves, or none, are made from now on."""
    if ctx.nodes >= ctx.node_limit:
        ctx.aborted = 1
        return np.int64(0)
    ctx.nodes += 1
    if rules.terminal(ctx, s):
        return end_value(ctx, s, p, ply)
    if HAS_PATH and is_drawn(ctx, ply):
        return np.int64(0)
    floor, first, key = alpha, np.int64(NO_TAG), np.uint64(0)
    uses_table = ctx.use & QUIESCENCE_TABLE != 0 and ctx.use & TRANSPOSITION_TABLE != 0
    if uses_table:
        key = table_key(ctx, s, ply)
        found = probe(ctx, key)
        first = entry_tag(found)
        if found != 0 and beta - alpha == 1:
            known = table_cutoff(ctx, found, np.int64(0), ply, alpha, beta)
            if known != NO_CUT:
                return known
    # A player in check must answer it, by any legal move.
    is_in_check = HAS_IN_CHECK and ply < PLIES and rules.in_check(ctx, s)
    best = np.int64(-INFINITY) if is_in_check else leaf_value(ctx, s, p, ply, key)
    if best >= beta or ply >= PLIES:
        if uses_table:
            store_result(ctx, key, best, np.int64(0), ply, floor, beta, NO_TAG, False)
        return best
    static, alpha, best_tag = best, max(alpha, best), NO_TAG
    moves = ctx.moves[ply]
    n = rules.actions(ctx, s, moves) if is_in_check else noisy_moves(ctx, s, moves)
    if n > 1:
        rank_moves(ctx, s, p, ply, np.int64(0), n, first, 0)
    for turn in range(n):
        select_best(ctx, ply, turn, n)
        move = moves[turn]
        if HAS_EXCHANGE and not is_in_check and ctx.use & EXCHANGE_PRUNING:
            # What the player has without the move, and what the move could win beside material.
            # An exchange that wins less than the rest stays below alpha, but may be near it.
            ceiling = static + ctx.margin * ctx.delta_margin // UNIT
            if ceiling < alpha and not rules.exchange(ctx, s, move, alpha - ceiling):
                best = max(best, alpha)
                continue
        child = rules.result(ctx, ply + 1, s, move)
        if SUPERKO and is_forbidden(ctx, ply, child):
            continue
        if HAS_PATH:
            step(ctx, ply, s, move, child)
        ctx.played[ply] = move
        ctx.mover[ply] = p
        q = rules.player(ctx, child)
        low, high = (alpha, beta) if q == p else (-beta, -alpha)
        v = quiescence(ctx, child, q, ply + 1, low, high)
        if ctx.aborted:
            return np.int64(0)
        if q != p:
            v = -v
        # If only noisy moves were tried, a loss is not proven.
        if v > best and (SCORED or is_in_check or v >= -PROVEN):
            best = v
            if v > alpha:
                alpha, best_tag = v, tag_of(move)
            if alpha >= beta:
                break
    if uses_table:
        store_result(ctx, key, best, np.int64(0), ply, floor, beta, best_tag, False)
    return best


@native
def noisy_moves(ctx, s, moves):
    """Write the noisy moves to the buffer; return how many there are."""
    n = rules.loud(ctx, s, moves)
    if n > rules.MOST_ACTIONS:
        ctx.fault = TOO_MANY
        ctx.aborted = 1
        return 0
    kept = 0
    for i in range(n):
        if rules.noisy(ctx, s, moves[i]):
            moves[kept] = moves[i]
            kept += 1
    return kept
