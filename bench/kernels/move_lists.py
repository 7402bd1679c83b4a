"""Kernel: list the moves of many states again and again."""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules

CONTEXT = [
    ("states", np.int64),
    ("count", np.int64),
    ("rounds", np.int64),
    ("counts", np.int64),  # how many moves each state has
    ("moves", np.int64, (rules.MOST_ACTIONS,)),
]


@entry
def lists(contexts):
    """The number of moves that were listed in all rounds."""
    ctx = contexts[0]
    states = array_at(ctx.states, (ctx.count,), rules.STATE)
    counts = array_at(ctx.counts, (ctx.count,), np.int64)
    total = 0
    for _ in range(ctx.rounds):
        for i in range(ctx.count):
            counts[i] = rules.actions(ctx, rules.load(ctx, 0, states[i]), ctx.moves)
            total += counts[i]
    return np.int64(total)
