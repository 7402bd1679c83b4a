"""Move ordering: the best move of the table, then the game's `order`, or the static evaluation.

Good moves first make cutoffs come early. For Star2 the first move matters most: it alone is
searched when a state is probed.

One move before the horizon, evaluating the moves to sort them would cost as much as searching them.
There the first move is the one that was best after the same roll when a state of this ply was last
searched: after another move before the roll, the best reply is often the same.
"""

import numpy as np

from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.transposition import tag_of
from counterplay.engine.expectiminimax.kernel.switches import EVALUATION_ORDER, ORDER, REPLIES
from counterplay.engine.expectiminimax.kernel.values import end_value, static_value

FIRST_RANK = 1e300


@native
def list_moves(ctx, s, ply, mover, depth, first):
    """Write the moves to search to `ctx.moves[ply]`, best first, and return how many there are.

    `first` is the tag of the move to try first. With a beam, only the best moves are kept.
    """
    moves = ctx.moves[ply]
    n = rules.actions(ctx, s, moves)
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        ctx.aborted = 1
        return np.int64(0)
    # At depth 1 the moves are evaluated anyway: ordering them by that would gain nothing.
    by_evaluation = rules.HAS_EVALUATOR and ctx.use & EVALUATION_ORDER and depth > 1
    by_order = rules.HAS_ORDER and ctx.use & ORDER
    keeps_all = ctx.beam == 0 or depth <= 1
    if ctx.use & REPLIES and first == 0 and keeps_all and not (by_order or by_evaluation):
        first = ctx.reply[ply]
    if by_order or by_evaluation or first != 0:
        sort_moves(ctx, s, ply, n, mover, first, by_order, by_evaluation)
    most = ctx.reply_beam if ctx.reply_beam > 0 else ctx.beam
    if most > 0 and n > most and depth > 1:
        ctx.horizon += 1
        return most
    return n


@native
def sort_moves(ctx, s, ply, n, mover, first, by_order, by_evaluation):
    """Stable sort of the moves of a ply by their ranks, the highest first."""
    moves, ranks = ctx.moves[ply], ctx.ranks
    for i in range(n):
        move = moves[i]
        rank = np.float64(0)
        if tag_of(move) == first:
            rank = FIRST_RANK
        elif by_order:
            rank = np.float64(rules.order(ctx, s, move))
        elif by_evaluation:
            child = rules.result(ctx, ply + 1, s, move)
            is_over = rules.terminal(ctx, child)
            rank = end_value(ctx, child) if is_over else static_value(ctx, ply + 1, child)
            if mover != 0:
                rank = -rank
        j = i
        while j > 0 and ranks[j - 1] < rank:
            ranks[j] = ranks[j - 1]
            moves[j] = moves[j - 1]
            j -= 1
        ranks[j] = rank
        moves[j] = move
