"""Training of a safe response to a model, by external sampling as in `training.py`.

The opponent of `hero` must follow the model in a part `trust` of all deals, and is free otherwise.
Only the hero's strategy is the result. The free opponent learns to answer it.
"""

import numpy as np

from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules  # noqa: F401 (marks a kernel)
from counterplay.engine.shared.random import random_fraction
from counterplay.strategies.holdem.kernel.training import CONTEXT, deal, traverse

CONTEXT = [*CONTEXT, ("hero", np.int64), ("trust", np.float64)]


@entry
def train_response(contexts):
    """Make iterations until there are `rounds`."""
    ctx = contexts[0]
    while ctx.done < ctx.rounds and not ctx.halt:
        t = ctx.begun + ctx.done * ctx.stride + 1
        ctx.weight = np.float64(t)
        ctx.is_pruning = t > ctx.prune_after
        deal(ctx)
        for p in range(2):
            ctx.traverser = p
            ctx.is_forced = p == ctx.hero and random_fraction(ctx) < ctx.trust
            traverse(ctx, np.int64(0), np.int64(0))
        ctx.done += 1
