"""The dice of rollouts. A game has its own random numbers, by its number and the seed.

The first two rolls are stratified (as GNU Backgammon does it): the chances from 0 to 1 are divided
into equal strata. In each cycle of games, the first roll falls once into each stratum, in random
order. So does the second roll, in the games whose first roll falls into the same stratum. The
chance of each single game stays uniform, so the mean is unbiased after any number of games.
"""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.engine.rollout.kernel.sizes import MOST_STRATA, STRATIFIED_ROLLS
from counterplay.engine.shared.random import random_below, random_fraction, random_word

WHOLE = 1e-9
"""A chance this close to a multiple of a stratum is one."""

DICE_FIELDS = [
    ("dice_seed", np.uint64),
    ("dice", np.uint64),
    ("strata", np.int64),
    ("number", np.int64),
    ("rolls", np.int64),
    ("order", np.int64, (MOST_STRATA,)),
]
"""dice_seed   the seed of the rollout
dice        the state of the random numbers of a game
strata      the strata of a roll; 1: no stratification
number      the number of the game
rolls       the rolls of the game so far
order       a random order of the strata
"""


@native
def begin_dice(ctx, number):
    """Begin the random numbers of a game."""
    ctx.number, ctx.rolls = number, 0
    ctx.dice = seed_of(ctx, number, np.int64(0))


@native
def seed_of(ctx, one, other):
    """A seed of its own for each pair of numbers."""
    ctx.random = ctx.dice_seed ^ np.uint64(other + 1)
    ctx.random = random_word(ctx) ^ np.uint64(one)
    return random_word(ctx)


@native
def dice_word(ctx):
    """64 random bits of the game. A search in between may use `ctx.random`."""
    ctx.random = ctx.dice
    word = random_word(ctx)
    ctx.dice = ctx.random
    return word


@native
def next_fraction(ctx):
    """A uniform random number from 0 to 1 for the next roll, stratified for the first ones."""
    ctx.random = ctx.dice
    fraction = random_fraction(ctx)
    ctx.dice = ctx.random
    strata, cycle = ctx.strata, ctx.number // ctx.strata
    if strata > 1 and ctx.rolls < STRATIFIED_ROLLS:
        first = shuffled(ctx, cycle, np.int64(1), ctx.number % strata)
        if ctx.rolls == 0:
            fraction = (first + fraction) / strata
        else:
            block = cycle // strata
            fraction = (shuffled(ctx, block, first + 2, cycle % strata) + fraction) / strata
    ctx.rolls += 1
    return fraction


@native
def shuffled(ctx, one, other, place):
    """The stratum at a place of the random order that belongs to a pair of numbers."""
    n = ctx.strata
    ctx.random = seed_of(ctx, one, other)
    for i in range(n):
        j = random_below(ctx, i + 1)
        ctx.order[i] = ctx.order[j]
        ctx.order[j] = i
    return ctx.order[place]


@native
def strata_of(ctx, n):
    """The least number of strata of which all n chances are multiples; else one for each."""
    for strata in range(1, MOST_STRATA + 1):
        fits = True
        for i in range(n):
            share = ctx.probabilities[0, i] * strata
            if abs(share - np.round(share)) > WHOLE:
                fits = False
                break
        if fits:
            return np.int64(strata)
    return min(np.int64(n), np.int64(MOST_STRATA))
