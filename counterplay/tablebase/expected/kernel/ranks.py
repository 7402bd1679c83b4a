"""Ranks: by which of equally good moves a game comes to its end.

Moves that keep the value are not enough: a player who only ever waits keeps the value and never
gets it. A player whose value is better than that of an endless game therefore takes, among the best
moves, one to a state with the lowest rank. The rank of a state is higher than the ranks of all
states that its component leads to. Inside a component it is the number of steps in which this
player can leave it with positive probability, while the opponent holds up the game without loss.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native
from counterplay.tablebase.expected.kernel.arrays import (
    MAXIMIZER,
    MINIMIZER,
    RANDOM,
    edge_starts_of,
    kinds_of,
    lower_of,
    targets_of,
    upper_of,
)
from counterplay.tablebase.expected.kernel.components import component_of, order_of

NEVER = 2**30


@native
def ranks_of(ctx):
    return array_at(ctx.ranks, (ctx.nodes,), np.int32)


@native
def rank_below(ctx, first, last):
    """The lowest rank that is above the ranks of all states outside to which edges lead."""
    order, component, ranks = order_of(ctx), component_of(ctx), ranks_of(ctx)
    starts, targets = edge_starts_of(ctx), targets_of(ctx)
    base = np.int64(0)
    for i in range(first, last):
        u = order[i]
        for at in range(starts[u], starts[u + 1]):
            v = targets[at]
            if component[v] != component[u]:
                base = max(base, np.int64(ranks[v]) + 1)
    return base


@native
def seeker_of(ctx, u, doubt):
    """The player whom ending the game gets more than an endless game; 0 if none is."""
    above = (lower_of(ctx)[u] + upper_of(ctx)[u]) / 2 - ctx.endless
    return MAXIMIZER if above > doubt else MINIMIZER if above < -doubt else 0


@native
def rank_component(ctx, first, last, doubt):
    """Rank the states of a component with cycles. Values may differ by `doubt` and be equal."""
    order, ranks = order_of(ctx), ranks_of(ctx)
    base = rank_below(ctx, first, last)
    for i in range(first, last):
        ranks[order[i]] = NEVER
    is_changed = True
    while is_changed and not ctx.halt:
        is_changed = False
        for i in range(first, last):
            steps = steps_of(ctx, order[i], doubt)
            if steps < ranks[order[i]]:
                ranks[order[i]] = steps
                is_changed = True
    for i in range(first, last):
        ranks[order[i]] = base + min(np.int64(ranks[order[i]]), last - first)


@native
def steps_of(ctx, u, doubt):
    """The steps in which the seeker at a node leaves its component, or finds another seeker."""
    kinds, ranks, component = kinds_of(ctx), ranks_of(ctx), component_of(ctx)
    starts, targets, lower, upper = (
        edge_starts_of(ctx),
        targets_of(ctx),
        lower_of(ctx),
        upper_of(ctx),
    )
    seeker = seeker_of(ctx, u, doubt)
    if seeker == 0:
        return np.int64(0)
    value, is_forced = lower[u] + upper[u], kinds[u] != RANDOM and kinds[u] != seeker
    steps = np.int64(0) if is_forced else np.int64(NEVER)
    for at in range(starts[u], starts[u + 1]):
        v = targets[at]
        if kinds[u] != RANDOM and abs(lower[v] + upper[v] - value) > 2 * doubt:
            continue
        there = np.int64(ranks[v])
        if component[v] != component[u] or seeker_of(ctx, v, doubt) != seeker:
            there = np.int64(0)
        steps = max(steps, there) if is_forced else min(steps, there)
    return min(steps + 1, np.int64(NEVER))
