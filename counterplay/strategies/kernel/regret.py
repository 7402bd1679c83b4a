"""Regret minimisation on the sequence form of a game.

An iteration updates one player after the other. The value of a sequence is what its player gets
from the ends that it leads to, weighted by the odds of chance and by what the others do; one sum
over all ends gives the values of all sequences. Information sets are then gone through from the
last to the first: each adds its regrets, and hands its value to the sequence that leads to it.

`reach[q]` is the probability that its player makes the moves of sequence q, by the current
strategy; `average[q]` is the weighted sum of these over the iterations. All arrays have one number
for each sequence.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.shared.knowledge import KNOWLEDGE_FIELDS
from counterplay.strategies.kernel.sequences import SEQUENCE_FIELDS, walk_tree  # noqa: F401 (entry)

CONTEXT = [
    *KNOWLEDGE_FIELDS,
    *SEQUENCE_FIELDS,
    ("rounds", np.int64),
    ("done", np.int64),
    ("factors", np.int64),
    ("starts", np.int64, (rules.PLAYERS + 1,)),
    ("strategy", np.int64),
    ("regrets", np.int64),
    ("average", np.int64),
    ("reach", np.int64),
    ("values", np.int64),
    ("responder", np.int64),
    ("best_value", np.float64),
]

KEEP_POSITIVE, KEEP_NEGATIVE, KEEP_AVERAGE = range(3)
"""The columns of `factors`: how much of the positive regrets, of the negative ones and of the
average strategy stays, in each iteration."""


@native
def numbers_of(ctx, address):
    """An array with one number for each sequence."""
    return array_at(address, (ctx.sequences,), np.float64)


@native
def set_parents_of(ctx):
    return array_at(ctx.set_parents, (ctx.sets,), np.int32)


@native
def set_firsts_of(ctx):
    """The first sequence of each information set, and of the one after the last."""
    return array_at(ctx.set_firsts, (ctx.sets + 1,), np.int32)


@entry
def iterate(contexts):
    """Make `rounds` iterations; `done` counts them."""
    ctx = contexts[0]
    factors = array_at(ctx.factors, (ctx.rounds, 3), np.float64)
    for p in range(rules.PLAYERS):
        set_reach(ctx, p)
    while ctx.done < ctx.rounds and not ctx.halt:
        for p in range(rules.PLAYERS):
            add_values(ctx, p)
            update(ctx, p, factors[ctx.done])
            set_reach(ctx, p)
        ctx.done += 1


@native
def set_reach(ctx, p):
    """Set the reach of the sequences of a player from the strategy."""
    reach, strategy = numbers_of(ctx, ctx.reach), numbers_of(ctx, ctx.strategy)
    parents, firsts = set_parents_of(ctx), set_firsts_of(ctx)
    reach[p] = 1.0
    for i in range(ctx.starts[p], ctx.starts[p + 1]):
        before = reach[parents[i]]
        for k in range(firsts[i], firsts[i + 1]):
            reach[k] = before * strategy[k]


@native
def add_values(ctx, p):
    """Set the values of the sequences of a player: what the ends that they lead to pay."""
    firsts = set_firsts_of(ctx)
    values, reach = numbers_of(ctx, ctx.values), numbers_of(ctx, ctx.reach)
    values[p] = 0.0
    values[firsts[ctx.starts[p]] : firsts[ctx.starts[p + 1]]] = 0.0
    shape = (ctx.ends, rules.PLAYERS)
    sequences = array_at(ctx.end_sequences, shape, np.int32)
    payoffs = array_at(ctx.end_payoffs, shape, np.float64)
    for row in range(ctx.ends):
        value = payoffs[row, p]
        for q in range(rules.PLAYERS):
            if q != p:
                value *= reach[sequences[row, q]]
        values[sequences[row, p]] += value


@native
def update(ctx, p, keep):
    """Add the regrets and the reach of a player, then set the strategy by regret matching."""
    parents, firsts = set_parents_of(ctx), set_firsts_of(ctx)
    values, strategy = numbers_of(ctx, ctx.values), numbers_of(ctx, ctx.strategy)
    regrets, average = numbers_of(ctx, ctx.regrets), numbers_of(ctx, ctx.average)
    reach = numbers_of(ctx, ctx.reach)
    for i in range(ctx.starts[p + 1] - 1, ctx.starts[p] - 1, -1):
        first, last, expected, positive = firsts[i], firsts[i + 1], 0.0, 0.0
        for k in range(first, last):
            expected += strategy[k] * values[k]
        values[parents[i]] += expected
        for k in range(first, last):
            regret = regrets[k] + values[k] - expected
            regrets[k] = regret * (keep[KEEP_POSITIVE] if regret > 0 else keep[KEEP_NEGATIVE])
            positive += max(regrets[k], 0.0)
            average[k] = average[k] * keep[KEEP_AVERAGE] + reach[k]
        for k in range(first, last):
            strategy[k] = max(regrets[k], 0.0) / positive if positive > 0 else 1 / (last - first)


@entry
def respond(contexts):
    """Set `best_value` to what `responder` gets by the best response to the others' strategies.

    `strategy` becomes that response for the sequences of the responder.
    """
    ctx = contexts[0]
    p = ctx.responder
    for q in range(rules.PLAYERS):
        set_reach(ctx, q)
    add_values(ctx, p)
    parents, firsts = set_parents_of(ctx), set_firsts_of(ctx)
    values, strategy = numbers_of(ctx, ctx.values), numbers_of(ctx, ctx.strategy)
    for i in range(ctx.starts[p + 1] - 1, ctx.starts[p] - 1, -1):
        best = firsts[i]
        for k in range(firsts[i], firsts[i + 1]):
            strategy[k] = 0.0
            if values[k] > values[best]:
                best = k
        strategy[best] = 1.0
        values[parents[i]] += values[best]
    ctx.best_value = values[p]
