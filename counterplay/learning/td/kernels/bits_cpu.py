"""Kernel: the inputs that a game defines for networks, as bits, for many rows, on the CPU.

And what the game's own evaluation says about them.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules

CONTEXT = [
    ("rows", np.int64),
    ("games", np.int64),
    ("views", np.int64),
    ("word_count", np.int64),
    ("states", np.int64),
    ("owners", np.int64),
    ("afters", np.int64),
    ("words", np.int64),
    ("bits", np.int64),
    ("inputs", np.int64),
]


@entry
def write_words(contexts):
    """Write the words of each row, as the player sees it who did not move, then as the other."""
    ctx = contexts[0]
    rows, views, count = ctx.rows, ctx.views, ctx.word_count
    states = array_at(ctx.states, (ctx.games,), rules.STATE)
    owners = array_at(ctx.owners, (rows,), np.int64)
    afters = array_at(ctx.afters, (rows,), rules.STATE)
    words = array_at(ctx.words, (rows, views, count), np.uint64)
    for r in range(rows):
        s = rules.load(ctx, np.int64(0), states[owners[r]])
        after = rules.load(ctx, np.int64(1), afters[r])
        p = 1 - rules.player(ctx, s)
        for v in range(views):
            rules.inputs(ctx, after, p if v == 0 else 1 - p, words[r, v])


@entry
def write_bits(contexts):
    """Write the bits of the words as numbers."""
    ctx = contexts[0]
    count = ctx.rows * ctx.views * ctx.word_count
    words = array_at(ctx.words, (count,), np.uint64)
    bits = array_at(ctx.bits, (64 * count,), np.float32)
    for k in range(count):
        for i in range(64):
            bits[64 * k + i] = np.float32(words[k] >> np.uint64(i) & np.uint64(1))


@entry
def judge(contexts):
    """Write the score of the game's own evaluation, for the player who did not move."""
    ctx = contexts[0]
    states = array_at(ctx.states, (ctx.games,), rules.STATE)
    owners = array_at(ctx.owners, (ctx.rows,), np.int64)
    afters = array_at(ctx.afters, (ctx.rows,), rules.STATE)
    inputs = array_at(ctx.inputs, (ctx.rows,), np.float32)
    for r in range(ctx.rows):
        s = rules.load(ctx, np.int64(0), states[owners[r]])
        after = rules.load(ctx, np.int64(1), afters[r])
        inputs[r] = 0.0
        if not rules.terminal(ctx, after):
            score = rules.evaluate(ctx, np.int64(1), after, 1 - rules.player(ctx, s))
            inputs[r] = score / rules.UNIT
