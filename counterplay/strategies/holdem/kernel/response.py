"""Training of a safe response to a model, by external sampling as in `training.py`.

The opponent of `hero` must follow the model in a part `trust` of all deals, and is free otherwise.
Only the hero's strategy is the result. The free opponent learns to answer it.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native, recursive
from counterplay.core.compile.unbound import rules  # noqa: F401 (marks a kernel)
from counterplay.engine.shared.random import random_fraction
from counterplay.strategies.holdem.kernel.training import CONTEXT, deal, is_pruned, match_regrets
from counterplay.strategies.holdem.nodes import FOLD_END, NODE

CONTEXT = [
    *CONTEXT,
    ("hero", np.int64),
    ("trust", np.float64),
    ("model", np.int64),
    ("is_forced", np.int64),
]


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
            respond_from(ctx, np.int64(0), np.int64(0))
        ctx.done += 1


@recursive
def respond_from(ctx, node, depth) -> float:
    """What the traverser gets on average from a node; the regrets below it are updated."""
    here = array_at(ctx.nodes, (ctx.node_count,), NODE)[node]
    mover, count = np.int64(here["player"]), np.int64(here["count"])
    if mover < 0:
        payoff = here["stake"] if mover == FOLD_END else here["stake"] * ctx.winner
        return payoff if ctx.traverser == 0 else -payoff
    row = here["row"] + ctx.bucket[mover, np.int64(here["street"])] * count
    first_child = np.int64(here["first"]) + 1
    if mover != ctx.traverser:
        return respond_from(ctx, first_child + other_move(ctx, depth, row, count), depth + 1)
    regrets = array_at(ctx.regrets, (ctx.row_count,), np.float64)
    match_regrets(ctx, depth, regrets, row, count)
    policy, expected = ctx.policy[depth], 0.0
    for j in range(count):
        ctx.is_skipped[depth, j] = is_pruned(ctx, regrets[row + j], policy[j])
        if ctx.is_skipped[depth, j] == 0:
            value = respond_from(ctx, first_child + np.int64(j), depth + 1)
            ctx.move_values[depth, j] = value
            expected += policy[j] * value
    for j in range(count):
        if ctx.is_skipped[depth, j] == 0:
            regrets[row + j] += ctx.weight * (ctx.move_values[depth, j] - expected)
    return expected


@native
def other_move(ctx, depth, row, count):
    """A move of the player who does not traverse, drawn from the model or the own strategy."""
    policy = ctx.policy[depth]
    if ctx.is_forced:
        model = array_at(ctx.model, (ctx.row_count,), np.float64)
        for j in range(count):
            policy[j] = model[row + j]
    else:
        regrets = array_at(ctx.regrets, (ctx.row_count,), np.float64)
        sums = array_at(ctx.sums, (ctx.row_count,), np.float64)
        match_regrets(ctx, depth, regrets, row, count)
        for j in range(count):
            sums[row + j] += ctx.weight * policy[j]
    left = random_fraction(ctx)
    for j in range(count - 1):
        left -= policy[j]
        if left < 0:
            return np.int64(j)
    return count - 1
