"""Random numbers for kernels. The state is one word in the context, `random`.

SplitMix64 (Steele, Lea and Flood 2014): a counter whose bits are mixed. Each word depends only on
the counter, so the processor can begin the next one early. All seeds are equally good.
"""

import numpy as np

from counterplay.core.compile.kernel import native

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF = np.uint64(0xFFFFFFFF)


@native
def random_word(ctx):
    """64 random bits."""
    ctx.random += STEP
    z = ctx.random
    z = (z ^ (z >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    return z ^ (z >> np.uint64(31))


@native
def random_below(ctx, n):
    """A uniform random number from 0 to n - 1; n is less than 2^32.

    The upper half of a product replaces a division. The few words that would favour some numbers
    are drawn again (Lemire 2019).
    """
    bound = np.uint64(n)
    product = (random_word(ctx) >> np.uint64(32)) * bound
    if product & HALF < bound:
        unfair = (np.uint64(2**32) - bound) % bound
        while product & HALF < unfair:
            product = (random_word(ctx) >> np.uint64(32)) * bound
    return np.int64(product >> np.uint64(32))


@native
def random_fraction(ctx):
    """A uniform random number from 0 up to, but not including, 1."""
    return np.float64(random_word(ctx) >> np.uint64(11)) * 2.0**-53
