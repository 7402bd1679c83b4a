"""Kernel: evaluate a list of states again and again."""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules

CONTEXT = [
    ("states_at", np.int64),
    ("count", np.int64),
    ("times", np.int64),
    ("sum", np.int64),
]


@entry
def evaluate_all(contexts):
    ctx = contexts[0]
    states = array_at(ctx.states_at, (ctx.count,), rules.STATE)
    for _ in range(ctx.times):
        for i in range(ctx.count):
            s = rules.load(ctx, np.int64(0), states[i])
            ctx.sum += rules.evaluate(ctx, np.int64(0), s, rules.player(ctx, s))
