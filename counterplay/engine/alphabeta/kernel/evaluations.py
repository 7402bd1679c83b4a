"""The cache of static evaluations, for games with a network, which takes long to ask.

A search meets a state several times near the horizon: by another order of moves, after a null move,
in razoring and in the quiescence search behind it. The cache of a thread has a word for each of
65,536 slots: a check of 32 bits from the key of the state, and its evaluation. The key is mixed
first, since games may give keys that are not.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import hot
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.transposition import GOLDEN
from counterplay.engine.alphabeta.kernel.values import EVALUATION_LIMIT

HAS_NETWORK = rules.HAS_NETWORK
SLOT_BITS = 16
SLOTS = 1 << SLOT_BITS if HAS_NETWORK else 0
TO_SLOT, BEYOND_SLOT = np.uint64(64 - SLOT_BITS), np.uint64(SLOT_BITS)
HALF_WORD, LOWER_HALF = np.uint64(32), np.uint64(0xFFFFFFFF)

EVALUATION_FIELDS = [("evaluations", np.int64)]
"""The address of the cache."""


@hot
def static_evaluation(ctx, ply, s, p, key):
    """The evaluation of a state for player `p`, who is to move, clamped to its limits.

    Without the key of the state, 0, the cache is not asked.
    """
    if not HAS_NETWORK or key == 0:
        return evaluate(ctx, ply, s, p)
    cache = array_at(ctx.evaluations, (SLOTS,), np.uint64)
    mixed_key = key * GOLDEN
    slot, check = np.int64(mixed_key >> TO_SLOT), mixed_key << BEYOND_SLOT >> HALF_WORD
    found = cache[slot]
    if found != 0 and found >> HALF_WORD == check:
        return np.int64(found & LOWER_HALF) - 2**31
    v = evaluate(ctx, ply, s, p)
    cache[slot] = check << HALF_WORD | np.uint64(v + 2**31)
    return v


@hot
def evaluate(ctx, ply, s, p):
    """The evaluation of a state for any player, without the cache, clamped to its limits."""
    return within_limits(rules.evaluate(ctx, ply, s, p))


@hot
def within_limits(v):
    return min(max(v, -EVALUATION_LIMIT), EVALUATION_LIMIT)
