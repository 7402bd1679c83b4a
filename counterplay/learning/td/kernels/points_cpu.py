"""Kernel: the inputs of TD-Gammon and of pubeval for many rows, on the CPU."""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules
from counterplay.learning.td.kernels.encoding import (
    INPUTS,
    PUBEVAL_INPUTS,
    input_of,
    is_race,
    pubeval_input,
)

CONTEXT = [
    ("rows", np.int64),
    ("games", np.int64),
    ("states", np.int64),
    ("owners", np.int64),
    ("afters", np.int64),
    ("inputs", np.int64),
]


@entry
def encode(contexts):
    """Write the inputs of each row, as the player sees it who did not move."""
    ctx = contexts[0]
    rows = ctx.rows
    states = array_at(ctx.states, (ctx.games,), rules.STATE)
    owners = array_at(ctx.owners, (rows,), np.int64)
    afters = array_at(ctx.afters, (rows,), rules.STATE)
    inputs = array_at(ctx.inputs, (rows * INPUTS,), np.float32)
    for r in range(rows):
        s = rules.load(ctx, np.int64(0), states[owners[r]])
        after = rules.load(ctx, np.int64(1), afters[r])
        p = 1 - rules.player(ctx, s)
        for i in range(INPUTS):
            inputs[r * INPUTS + i] = input_of(after, p, i)


@entry
def encode_pubeval(contexts):
    """Write pubeval's inputs, as the player sees it who moved: in the second half if he raced."""
    ctx = contexts[0]
    rows = ctx.rows
    states = array_at(ctx.states, (ctx.games,), rules.STATE)
    owners = array_at(ctx.owners, (rows,), np.int64)
    afters = array_at(ctx.afters, (rows,), rules.STATE)
    inputs = array_at(ctx.inputs, (rows * 2 * PUBEVAL_INPUTS,), np.float32)
    for r in range(rows):
        s = rules.load(ctx, np.int64(0), states[owners[r]])
        after = rules.load(ctx, np.int64(1), afters[r])
        first = (2 * r + is_race(s)) * PUBEVAL_INPUTS
        other = (2 * r + 1 - is_race(s)) * PUBEVAL_INPUTS
        p = rules.player(ctx, s)
        for i in range(PUBEVAL_INPUTS):
            inputs[other + i] = 0.0
            inputs[first + i] = pubeval_input(after, p, i)
