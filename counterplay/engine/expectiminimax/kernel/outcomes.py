"""The outcomes of a chance node: all of them, or a sample if there are too many.

A sample is drawn by the key of the state, so a state has the same sample whenever it is searched.
"""

import numpy as np

from counterplay.core.compile.kernel import TOO_MANY, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.expectiminimax.kernel.outcome_numbers import MOST_SAMPLES
from counterplay.engine.shared.random import random_fraction, random_word

HAS_LIST = hasattr(rules, "raw_chance")
MOST_OUTCOMES = rules.MOST_OUTCOMES if HAS_LIST else MOST_SAMPLES
"""The size of the buffers of a chance node."""

OUTCOME_FIELDS = [("samples", np.int64), ("seed", np.uint64), ("random", np.uint64)]
"""samples   the most outcomes to search at a chance node; 0: all
seed      of the samples
random    the state of the random numbers
"""


@native
def list_outcomes(ctx, s, ply, key):
    """Write outcomes and probabilities of a chance node to `ctx`; return how many there are."""
    outcomes, probabilities = ctx.moves[ply], ctx.probabilities[ply]
    n = np.int64(0)
    if HAS_LIST:
        n = rules.chance(ctx, s, outcomes, probabilities)
        if n <= 0 or n > rules.MOST_OUTCOMES:
            ctx.fault = TOO_MANY
            ctx.aborted = 1
            return np.int64(0)
    if ctx.samples > 0 and (n > ctx.samples or not HAS_LIST):
        ctx.horizon += 1  # the value of a sample is an estimate
        ctx.random = ctx.seed ^ key
        if HAS_LIST:
            n = pick_outcomes(ctx, n, outcomes, probabilities)
        else:
            n = draw_outcomes(ctx, s, outcomes, probabilities)
    return n


@native
def pick_outcomes(ctx, n, outcomes, probabilities):
    """Keep `ctx.samples` of n outcomes, by systematic sampling: evenly spaced in probability."""
    step = 1.0 / ctx.samples
    at = random_fraction(ctx) * step
    reached, kept, left = np.float64(0), np.int64(0), ctx.samples
    for i in range(n):
        reached += probabilities[i]
        hits = np.int64(0)
        while left > 0 and (at < reached or i == n - 1):  # the sum may be a little below 1
            hits += 1
            left -= 1
            at += step
        if hits > 0:
            outcomes[kept] = outcomes[i]
            probabilities[kept] = hits * step
            kept += 1
    return kept


@native
def draw_outcomes(ctx, s, outcomes, probabilities):
    """Draw outcomes by the game's `sample`. Equal ones become one outcome with more weight."""
    n, draws = np.int64(0), min(ctx.samples, MOST_SAMPLES)
    for _ in range(draws):
        outcome = np.int64(rules.sample(ctx, s, random_word(ctx)))
        i = np.int64(0)
        while i < n and outcomes[i] != outcome:
            i += 1
        if i == n:
            outcomes[n], probabilities[n] = outcome, 0.0
            n += 1
        probabilities[i] += 1.0 / draws
    return n
