"""A kernel for tests: how many moves each state has, and what is true of the states behind them."""

import numpy as np

from counterplay.core.compile.cuda.kernel import (
    launch,
    moves_buffer,
    thread_count,
    thread_number,
)
from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules

MOST = rules.MOST_ACTIONS + 1


@native
def successors(ctx, moves, s):
    """How many there are, the sum of their keys, and of the scores where the game is over."""
    keys, scores = np.uint64(0), 0
    n = rules.actions(ctx, s, moves)
    for i in range(n):
        after = rules.result(ctx, 0, s, moves[i])
        keys += rules.key(ctx, after)
        if rules.terminal(ctx, after):
            scores += rules.score(ctx, after, 0)
    return n, keys, scores


@launch
def look(states, counts, keys, scores):
    moves = moves_buffer(MOST)
    for i in range(thread_number(), len(states), thread_count()):
        s = rules.load(0, 0, states[i])
        counts[i], keys[i], scores[i] = successors(0, moves, s)
