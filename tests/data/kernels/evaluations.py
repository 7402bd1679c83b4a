"""Kernel for tests: evaluate many states, each at a ply of its own."""

import numpy as np

from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules

MOST = 256

CONTEXT = [
    ("count", np.int64),
    ("states_asked", rules.STATE, (MOST,)),
    ("plies", np.int64, (MOST,)),
    ("players", np.int64, (MOST,)),
    ("scores", np.int64, (MOST,)),
]


@entry
def evaluate_all(contexts):
    ctx = contexts[0]
    for i in range(ctx.count):
        s = rules.load(ctx, np.int64(0), ctx.states_asked[i])
        ctx.scores[i] = rules.evaluate(ctx, ctx.plies[i], s, ctx.players[i])
