"""Bounds of values: a lower and an upper bound for every node, which are moved towards each other.

A bound of a node is computed from those of its successors: the highest where player 0 moves, the
lowest where player 1 moves, the mean where chance decides. The true value stays between the bounds.
Means are rounded away from it.
"""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.tablebase.expected.kernel.arrays import (
    END,
    MAXIMIZER,
    RANDOM,
    edge_starts_of,
    kinds_of,
    lower_of,
    targets_of,
    upper_of,
    weights_of,
)
from counterplay.tablebase.expected.kernel.components import component_of, order_of

ROUNDING = 2.0**-52

INTERVAL_FIELDS = [
    ("endless", np.float64),
    ("largest", np.float64),
    ("change", np.float64),
]


@native
def backup(ctx, u, kinds, starts, targets, weights, lower, upper):
    """The bounds of a node, from those of its successors."""
    first, last = starts[u], starts[u + 1]
    v = targets[first]
    if kinds[u] == RANDOM:
        low = high = 0.0
        least, most = lower[v], upper[v]
        for at in range(first, last):
            v = targets[at]
            low += weights[at] * lower[v]
            high += weights[at] * upper[v]
            least, most = min(least, lower[v]), max(most, upper[v])
        # A sum of n products is off by less than (n + 1) roundings, and the weights by as much.
        doubt = 2 * (last - first + 1) * ROUNDING * ctx.largest
        return max(low - doubt, least), min(high + doubt, most)
    low, high = lower[v], upper[v]
    for at in range(first + 1, last):
        v = targets[at]
        if kinds[u] == MAXIMIZER:
            low, high = max(low, lower[v]), max(high, upper[v])
        else:
            low, high = min(low, lower[v]), min(high, upper[v])
    return low, high


@native
def begin(ctx, first, last):
    """Set the bounds of a component with cycles to what its exits allow.

    Every game leaves it by one of the edges that lead out, or goes on for ever.
    """
    order, component, kinds = order_of(ctx), component_of(ctx), kinds_of(ctx)
    starts, targets, lower, upper = (
        edge_starts_of(ctx),
        targets_of(ctx),
        lower_of(ctx),
        upper_of(ctx),
    )
    least = most = ctx.endless
    for i in range(first, last):
        u = order[i]
        for at in range(starts[u], starts[u + 1]):
            v = targets[at]
            if component[v] != component[u]:
                least, most = min(least, lower[v]), max(most, upper[v])
    for i in range(first, last):
        if kinds[order[i]] != END:
            lower[order[i]], upper[order[i]] = least, most


@native
def sweep(ctx, first, last):
    """Compute the bounds of the nodes `order[first:last]` once (Gauss-Seidel).

    Sets `change` to the largest change, and returns the widest gap.
    """
    order, kinds, starts, targets = (
        order_of(ctx),
        kinds_of(ctx),
        edge_starts_of(ctx),
        targets_of(ctx),
    )
    weights, lower, upper = weights_of(ctx), lower_of(ctx), upper_of(ctx)
    change = gap = 0.0
    for i in range(first, last):
        u = order[i]
        low, high = backup(ctx, u, kinds, starts, targets, weights, lower, upper)
        change = max(change, low - lower[u], upper[u] - high)
        lower[u], upper[u] = max(lower[u], low), min(upper[u], high)
        gap = max(gap, upper[u] - lower[u])
    ctx.change = change
    return gap
