"""Traps: sets of nodes in which the players can stay for ever with moves that look best.

In a trap, bounds support each other in a circle, and sweeps alone do not move them. Two facts do.
If player 1 stays in the trap, player 0 gets what an endless game pays, or leaves it: no node of the
trap is worth more than the better of these two. And the same with the players exchanged. Both hold
for every set of nodes that chance does not leave and in which each player has a move that stays.

A trap is an end component (de Alfaro 1997) of the edges that lose their player less than `slack` by
the current bounds. Deflating upper bounds in this way is from Kelmendi, Krämer, Křetínský and
Weininger (2018), "Value iteration for simple stochastic games".
"""

import numpy as np

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
from counterplay.tablebase.expected.kernel.components import (
    GONE,
    NEW,
    component_of,
    is_kept,
    order_of,
    part_of,
    part_order_of,
    split,
)


@native
def press(ctx, first, last):
    """Tighten the bounds of all traps among `order[first:last]`. Returns the largest change."""
    part, order = part_of(ctx), order_of(ctx)
    for i in range(first, last):
        part[order[i]] = NEW
    count = split(ctx, first, last, True)
    while take_out(ctx, first, last) > 0:
        for i in range(first, last):
            if part[order[i]] != GONE:
                part[order[i]] = NEW
        count = split(ctx, first, last, True)
    members = part_order_of(ctx)
    change, begin_at = 0.0, first
    for i in range(first, first + count):
        if i + 1 == first + count or part[members[i + 1]] != part[members[i]]:
            change = max(change, press_trap(ctx, begin_at, i + 1))
            begin_at = i + 1
    return change


@native
def take_out(ctx, first, last):
    """Take out the nodes that are in no trap; returns how many."""
    part, order, kinds = part_of(ctx), order_of(ctx), kinds_of(ctx)
    starts, targets = edge_starts_of(ctx), targets_of(ctx)
    gone = np.int64(0)
    for i in range(first, last):
        u = np.int64(order[i])
        if part[u] == GONE:
            continue
        staying, leaving = np.int64(0), np.int64(0)
        for at in range(starts[u], starts[u + 1]):
            v = np.int64(targets[at])
            if is_kept(ctx, u, v) and part[v] == part[u]:
                staying += 1
            else:
                leaving += 1
        if staying == 0 or (kinds[u] == RANDOM and leaving > 0):
            part[u] = GONE
            gone += 1
    return gone


@native
def press_trap(ctx, first, last):
    """Tighten the bounds of one trap, `part_order[first:last]`. Returns the largest change."""
    members, part, kinds = part_order_of(ctx), part_of(ctx), kinds_of(ctx)
    starts, targets, lower, upper = (
        edge_starts_of(ctx),
        targets_of(ctx),
        lower_of(ctx),
        upper_of(ctx),
    )
    component, group = component_of(ctx), part[members[first]]
    low = high = ctx.endless
    for i in range(first, last):
        u = members[i]
        for at in range(starts[u], starts[u + 1]):
            v = targets[at]
            if component[v] == component[u] and part[v] == group:
                continue
            if kinds[u] == MAXIMIZER:
                high = max(high, upper[v])
            if kinds[u] == MINIMIZER:
                low = min(low, lower[v])
    change = 0.0
    for i in range(first, last):
        u = members[i]
        change = max(change, upper[u] - high, low - lower[u])
        upper[u], lower[u] = min(upper[u], high), max(lower[u], low)
    return change
