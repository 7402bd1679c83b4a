"""Interval iteration (Haddad and Monmege 2018): proven bounds of the value of every state.

The graph of the game is split into strongly connected components. They are solved one after the
other, each after those that it leads to. A state on no cycle takes its bounds from its successors,
once. In a component with cycles, bounds are swept until the widest gap is below its target. Where
sweeps do not help, traps are pressed (`traps.py`). If nothing moves any more, the gap stays.
"""

import numpy as np

from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules  # noqa: F401 (its parts use them)
from counterplay.tablebase.expected.kernel.arrays import (
    END,
    GRAPH_FIELDS,
    edge_starts_of,
    kinds_of,
    lower_of,
    targets_of,
    upper_of,
    weights_of,
)
from counterplay.tablebase.expected.kernel.components import (
    COMPONENT_FIELDS,
    NEW,
    component_end,
    component_of,
    has_cycle,
    order_of,
    split,
)
from counterplay.tablebase.expected.kernel.graph import link, measure  # noqa: F401 (entries)
from counterplay.tablebase.expected.kernel.intervals import INTERVAL_FIELDS, backup, begin, sweep
from counterplay.tablebase.expected.kernel.ranks import rank_below, rank_component, ranks_of
from counterplay.tablebase.expected.kernel.traps import press
from counterplay.tablebase.reachable.kernel.growth import GROWTH_FIELDS

WORK = 2_000_000
"""States that one call of `settle` goes through, about."""

PRESS_EVERY = 64
SLACKS = 6
"""Traps are sought with a slack of a tenth of the gap, a hundredth, …; then from the start."""

CONTEXT = [
    *GROWTH_FIELDS,
    *GRAPH_FIELDS,
    *COMPONENT_FIELDS,
    *INTERVAL_FIELDS,
    ("ranks", np.int64),
    ("tolerance", np.float64),
    ("at", np.int64),
    ("cyclic_done", np.int64),
    ("sweeps_here", np.int64),
    ("stuck", np.int64),
    ("sweeps", np.int64),
    ("presses", np.int64),
]


@entry
def decompose(contexts):
    """Find the components of the whole graph, and count those with a cycle."""
    ctx = contexts[0]
    component_of(ctx)[:] = NEW
    split(ctx, np.int64(0), ctx.nodes, False)
    first = np.int64(0)
    while first < ctx.nodes:
        last = component_end(ctx, first)
        if has_cycle(ctx, first, last):
            ctx.cyclic_count += 1
        first = last


@entry
def settle(contexts):
    """Continue at component `order[at]`, until some work is done or all components are."""
    ctx = contexts[0]
    work = np.int64(0)
    while ctx.at < ctx.nodes and work < WORK and not ctx.halt:
        first, last = ctx.at, component_end(ctx, ctx.at)
        work += last - first
        if has_cycle(ctx, first, last):
            if iterate(ctx, first, last):
                ctx.at = last
        else:
            settle_single(ctx, first)
            ctx.at = last


@native
def settle_single(ctx, first):
    """Compute the bounds and the rank of a node on no cycle."""
    u = order_of(ctx)[first]
    if kinds_of(ctx)[u] == END:
        return
    lower, upper = lower_of(ctx), upper_of(ctx)
    lower[u], upper[u] = backup(
        ctx, u, kinds_of(ctx), edge_starts_of(ctx), targets_of(ctx), weights_of(ctx), lower, upper
    )
    ranks_of(ctx)[u] = rank_below(ctx, first, first + 1)


@native
def iterate(ctx, first, last):
    """Sweep a component with cycles once. Returns whether it is done."""
    if ctx.sweeps_here == 0:
        begin(ctx, first, last)
    gap = sweep(ctx, first, last)
    is_still = ctx.change <= 0
    ctx.sweeps += 1
    ctx.sweeps_here += 1
    # Bounds of earlier components are wider by their own gaps: each one adds its share.
    target = ctx.tolerance * (ctx.cyclic_done + 1) / ctx.cyclic_count
    if gap > target and (is_still or ctx.sweeps_here % PRESS_EVERY == 0):
        ctx.slack = gap * 10.0 ** -(1 + ctx.presses % SLACKS)
        ctx.presses += 1
        is_pressed = press(ctx, first, last) > 0
        ctx.stuck = ctx.stuck + 1 if is_still and not is_pressed else 0
    if gap > target and ctx.stuck < SLACKS:
        return False
    rank_component(ctx, first, last, gap)
    ctx.cyclic_done += 1
    ctx.sweeps_here = ctx.stuck = 0
    return True
