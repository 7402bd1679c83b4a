"""Measure the feature counts of positions by calling the evaluator with one weight at a time.

An evaluator that is linear in its weights is f0 + Σ count·weight. With all weights 0 it returns f0;
with one weight STEP it returns f0 + count·STEP. If a weight packs several numbers, `units` has what
one of each adds to the weight.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules

BATCH_SIZE = 256
MOST_UNITS = 4
STEP = min(1 << 16, max(rules.WIN // (128 if rules.SCORED else 16), 1))
"""Large, so that rounding in the evaluator does not matter, but within the range of its scores."""

CONTEXT = [
    ("fault", np.int64),
    ("batch_count", np.int64),
    ("batch_roots", rules.STATE, (BATCH_SIZE,)),
    ("unit_count", np.int64),
    ("units", np.int64, (MOST_UNITS,)),
    ("counts", np.int64),
]


@entry
def read(contexts):
    """Fill `counts`: the count of each number in each weight, for each root."""
    ctx = contexts[0]
    weights = array_at(ctx.weights, (ctx.weight_count,), np.int64)
    columns = ctx.weight_count * ctx.unit_count
    counts = array_at(ctx.counts, (ctx.batch_count, columns), np.float32)
    for i in range(ctx.batch_count):
        s = rules.load(ctx, np.int64(0), ctx.batch_roots[i])
        p = rules.player(ctx, s)
        nothing = rules.evaluate(ctx, np.int64(0), s, p)
        for j in range(ctx.weight_count):
            for k in range(ctx.unit_count):
                weights[j] = STEP * ctx.units[k]
                counts[i, j * ctx.unit_count + k] = (
                    rules.evaluate(ctx, np.int64(0), s, p) - nothing
                ) / STEP
            weights[j] = 0
