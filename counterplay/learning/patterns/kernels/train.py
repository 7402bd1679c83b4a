"""Kernel: the loss of pattern tables, and steps of Adagrad (Duchi, Hazan and Singer 2011).

The tables are those of `core/patterns/evaluate.py`, in 32-bit floats. A context has the tables of
one stage and mover, and is called with the positions that use them. The last parameter is what the
tables add to every position.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules  # noqa: F401  # marks a kernel
from counterplay.core.patterns.evaluate import FIELDS, find_entries

CONTEXT = [
    *FIELDS,
    ("words", np.int64),
    ("views", np.int64),
    ("targets", np.int64),
    ("bases", np.int64),
    ("order", np.int64),
    ("count", np.int64),
    ("same", np.int64),
    ("chosen", np.int64),
    ("parameters", np.int64),
    ("squares", np.int64),
    ("is_logistic", np.int64),
    ("rate", np.float64),
    ("decay", np.float64),
    ("loss", np.float64),
]


@entry
def learn(contexts):
    """A step for each position of the order. Adds up their losses, each before its step."""
    ctx = contexts[0]
    ctx.loss = 0.0
    order = array_at(ctx.order, (ctx.count,), np.int64)
    for i in range(ctx.count):
        ctx.loss += learn_from(ctx, order[i], True)


@entry
def losses(contexts):
    """Add up the loss only."""
    ctx = contexts[0]
    ctx.loss = 0.0
    order = array_at(ctx.order, (ctx.count,), np.int64)
    for i in range(ctx.count):
        ctx.loss += learn_from(ctx, order[i], False)


@native
def learn_from(ctx, i, is_learning):
    """The loss of one position. If it is learned from, a step of its weights."""
    count, last = ctx.pat_count, ctx.pat_entries
    parameters = array_at(ctx.parameters, (last + 1,), np.float32)
    chosen = array_at(ctx.chosen, (count,), np.int64)
    choose(ctx, i, chosen)
    output = np.float64(parameters[last])
    if ctx.bases != 0:
        output += array_at(ctx.bases, (i + 1,), np.float32)[i]
    for j in range(count):
        output += parameters[chosen[j]]

    # The loss is the square of the error: of the chance to win, or of the score.
    guess = 1.0 / (1.0 + np.exp(-output)) if ctx.is_logistic else output
    error = guess - array_at(ctx.targets, (i + 1,), np.float32)[i]
    if is_learning:
        slope = 2.0 * error * (guess * (1.0 - guess) if ctx.is_logistic else 1.0)
        squares = array_at(ctx.squares, (last + 1,), np.float32)
        for j in range(count):
            step(ctx, parameters, squares, chosen[j], slope)
        step(ctx, parameters, squares, last, slope)
    return error * error


@native
def choose(ctx, i, chosen):
    """List the weights of a position. Images of one another are one weight."""
    words = array_at(ctx.words, (i + 1, ctx.views, ctx.pat_word_count), np.uint64)
    same = array_at(ctx.same, (ctx.pat_entries,), np.int32)
    firsts = array_at(ctx.pat_firsts, (ctx.pat_count,), np.int64)
    found = find_entries(ctx, words[i, 0])
    for j in range(ctx.pat_count):
        chosen[j] = same[firsts[j] + found[j]]


@native
def step(ctx, parameters, squares, j, slope):
    """A step of one weight: smaller, the more it has been moved before."""
    squares[j] += np.float32(slope * slope)
    slope += ctx.decay * parameters[j]
    parameters[j] -= np.float32(ctx.rate * slope / np.sqrt(squares[j]))
