"""Strongly connected components (Tarjan 1972), without recursion.

A component is written after all those that its edges lead to, so values can be computed component
by component, in the order in which they are written. The nodes of a component are in the order in
which the search leaves them: a sweep then computes most nodes after their successors.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native
from counterplay.tablebase.expected.kernel.arrays import (
    MAXIMIZER,
    MINIMIZER,
    edge_starts_of,
    kinds_of,
    lower_of,
    targets_of,
    upper_of,
)

NEW, ON_STACK, GONE = -1, -2, -3
"""In `component` and `part`: not visited yet; visited, but not numbered yet; taken out."""

NUMBER, LOW, STACK, LEFT, PATH, CURSOR = range(6)
"""The rows of `scratch`."""

SCRATCH_COUNT = 6

COMPONENT_FIELDS = [
    ("component", np.int64),
    ("order", np.int64),
    ("part", np.int64),
    ("part_order", np.int64),
    ("scratch", np.int64),
    ("cyclic_count", np.int64),
    ("slack", np.float64),
]


@native
def component_of(ctx):
    """The number of the component of each node."""
    return array_at(ctx.component, (ctx.nodes,), np.int32)


@native
def order_of(ctx):
    """The nodes, component by component."""
    return array_at(ctx.order, (ctx.nodes,), np.int32)


@native
def part_of(ctx):
    """The number of the part of each node, while a component is split into parts."""
    return array_at(ctx.part, (ctx.nodes,), np.int32)


@native
def part_order_of(ctx):
    """The nodes of a component, part by part."""
    return array_at(ctx.part_order, (ctx.nodes,), np.int32)


@native
def split(ctx, first, last, is_inner):
    """Number the strongly connected components. Returns how many nodes they have.

    Without `is_inner`: of the whole graph, into `component` and `order`. With it: of the nodes
    `order[first:last]` that are NEW in `part`, by the edges that are kept (`is_kept`), into `part`
    and `part_order`.
    """
    starts, targets, order = edge_starts_of(ctx), targets_of(ctx), order_of(ctx)
    scratch = array_at(ctx.scratch, (SCRATCH_COUNT, ctx.nodes), np.int32)
    number, low, stack = scratch[NUMBER], scratch[LOW], scratch[STACK]
    left, path, cursor = scratch[LEFT], scratch[PATH], scratch[CURSOR]
    group = part_of(ctx) if is_inner else component_of(ctx)
    out = part_order_of(ctx) if is_inner else order
    counter, waiting, leaving = np.int64(0), np.int64(0), np.int64(0)
    depth, written, groups = np.int64(0), first, np.int64(0)
    for i in range(first, last):
        fresh = np.int64(order[i]) if is_inner else np.int64(i)
        if group[fresh] != NEW:
            continue
        while fresh >= 0 or depth > 0:
            # 1. Visit a new node.
            if fresh >= 0:
                counter += 1
                number[fresh] = low[fresh] = counter
                stack[waiting], path[depth], cursor[fresh] = fresh, fresh, 0
                group[fresh] = ON_STACK
                waiting += 1
                depth += 1
            # 2. Follow the next edge of the last node of the path.
            u, fresh = np.int64(path[depth - 1]), np.int64(-1)
            at = starts[u] + cursor[u]
            if at < starts[u + 1]:
                cursor[u] += 1
                v = np.int64(targets[at])
                if is_inner and not is_kept(ctx, u, v):
                    continue
                if group[v] == NEW:
                    fresh = v
                elif group[v] == ON_STACK:
                    low[u] = min(low[u], number[v])
                continue
            # 3. All its edges are followed: if it is the first of its component, number that.
            depth -= 1
            left[leaving] = u
            leaving += 1
            if depth > 0:
                low[path[depth - 1]] = min(low[path[depth - 1]], low[u])
            if low[u] < number[u]:
                continue
            start = waiting
            while start == waiting or stack[start] != u:
                start -= 1
            leaving -= waiting - start
            for j in range(waiting - start):
                out[written + j] = left[leaving + j]
                group[left[leaving + j]] = groups
            written += waiting - start
            waiting = start
            groups += 1
    return written - first


@native
def is_kept(ctx, u, v):
    """Whether an edge inside a component loses its player less than `slack`, by the bounds."""
    if part_of(ctx)[v] == GONE or component_of(ctx)[v] != component_of(ctx)[u]:
        return False
    kind = kinds_of(ctx)[u]
    if kind == MAXIMIZER:
        return upper_of(ctx)[v] >= upper_of(ctx)[u] - ctx.slack
    if kind == MINIMIZER:
        return lower_of(ctx)[v] <= lower_of(ctx)[u] + ctx.slack
    return True


@native
def has_cycle(ctx, first, last):
    """Whether a component, the nodes `order[first:last]`, has a cycle."""
    if last - first > 1:
        return True
    u, starts, targets = order_of(ctx)[first], edge_starts_of(ctx), targets_of(ctx)
    for at in range(starts[u], starts[u + 1]):
        if targets[at] == u:
            return True
    return False


@native
def component_end(ctx, first):
    """Where the component that begins at `order[first]` ends."""
    order, component = order_of(ctx), component_of(ctx)
    last = first + 1
    while last < ctx.nodes and component[order[last]] == component[order[first]]:
        last += 1
    return last
