"""What a search thinks of a state at its horizon: a guess, rollouts, or quiet play.

The biasing factor makes evaluations after a move of either side comparable: who has just moved
looks better than after the reply. Rollouts play at random to the end and take the mean. With
quiescence, `noisy` moves (captures, promotions) are followed until the state is quiet; not to
make any of them is always an option, worth the state's own guess (Shannon 1950).
"""

import numpy as np

from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, hot, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.ordering import bring_best, rank_moves
from counterplay.engine.alphabeta.kernel.path import (
    HAS_PATH,
    SUPERKO,
    is_drawn,
    is_forbidden,
    step,
)
from counterplay.engine.alphabeta.kernel.switches import BIAS
from counterplay.engine.alphabeta.kernel.transposition import NO_TAG
from counterplay.engine.alphabeta.kernel.values import (
    EVALUATION_LIMIT,
    HAS_IN_CHECK,
    INFINITY,
    PLIES,
    PROVEN,
    SCORED,
    end_value,
)
from counterplay.engine.shared.random import random_below

LEAF_FIELDS = [
    ("horizon", np.int64),
    ("bias", np.int64),
    ("rollouts", np.int64),
    ("random", np.uint64),
    ("mover", np.int64, (PLIES + 2,)),
    ("rollout_moves", np.int64, (rules.MOST_ACTIONS,)),
]


@hot
def leaf(ctx, s, p, ply):
    """The worth of a state that is not looked into, for the player to move."""
    ctx.horizon += 1
    if ctx.rollouts > 0:
        return rolled_out(ctx, s, p)
    v = rules.evaluate(ctx, s, p)
    if ctx.use & BIAS and ply > 0:
        v += ctx.bias if ctx.mover[ply - 1] != p else -ctx.bias
    return min(max(v, -EVALUATION_LIMIT), EVALUATION_LIMIT)


@native
def rolled_out(ctx, s, p):
    """The mean score of games played on at random."""
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
def quiet(ctx, s, p, ply, alpha, beta):
    """The value of a state when only noisy moves are looked at, or none of them is made."""
    if ctx.nodes >= ctx.node_limit:
        ctx.aborted = 1
        return np.int64(0)
    ctx.nodes += 1
    if rules.terminal(ctx, s):
        return end_value(ctx, s, p, ply)
    if HAS_PATH and is_drawn(ctx, ply):
        return np.int64(0)
    # Who is threatened has to answer, by any move.
    has_to_move = HAS_IN_CHECK and ply < PLIES and rules.in_check(ctx, s)
    best = np.int64(-INFINITY) if has_to_move else leaf(ctx, s, p, ply)
    if best >= beta or ply >= PLIES:
        return best
    alpha = max(alpha, best)
    moves = ctx.moves[ply]
    n = rules.actions(ctx, s, moves) if has_to_move else noisy_moves(ctx, s, moves)
    if n > 1:
        rank_moves(ctx, s, p, ply, n, NO_TAG, 0)
    for turn in range(n):
        bring_best(ctx, ply, turn, n)
        move = moves[turn]
        child = rules.result(ctx, ply + 1, s, move)
        if SUPERKO and is_forbidden(ctx, ply, child):
            continue
        if HAS_PATH:
            step(ctx, ply, s, move, child)
        ctx.played[ply] = move
        ctx.mover[ply] = p
        q = rules.player(ctx, child)
        low, high = (alpha, beta) if q == p else (-beta, -alpha)
        v = quiet(ctx, child, q, ply + 1, low, high)
        if ctx.aborted:
            return np.int64(0)
        if q != p:
            v = -v
        # A loss that only noisy moves were tried against proves nothing.
        if v > best and (SCORED or has_to_move or v >= -PROVEN):
            best = v
            alpha = max(alpha, v)
            if alpha >= beta:
                break
    return best


@native
def noisy_moves(ctx, s, moves):
    """Fill the buffer with the noisy moves alone; how many there are."""
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
