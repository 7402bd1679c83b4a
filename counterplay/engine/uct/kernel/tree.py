"""The tree of a Monte Carlo search: its nodes, how it grows, and how it makes room.

The children of a node are adjacent, after the node itself, in the order of `actions`. The numbers
that selection reads of every child are in a separate array, `bids`: the mean payoff for the player
who chooses it, and the spread, 1 / sqrt(visits). The first fields of a node are those that are read
of the chosen child: the index of its first child (0 for a leaf), the number of children, and its
urge, sqrt(ln(visits)).

A closed node is proven: its `totals` are the exact payoffs, and it is not chosen again. The tree
has no transpositions, so a value may depend on the path.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.shared.random import random_fraction
from counterplay.engine.uct.kernel.path import SUPERKO, is_forbidden
from counterplay.engine.uct.kernel.playout import (
    HAS_CHANCE,
    HAS_SAMPLE,
    PLAYERS,
    WIDEST,
    draw_sample,
)
from counterplay.engine.uct.kernel.rave import amaf_of

NODE = np.dtype(
    [
        ("move", np.int64),
        ("first", np.int32),
        ("count", np.uint32),
        ("urge", np.float32),
        ("closed", np.uint32),
        ("visits", np.int64),
        ("totals", np.float64, (PLAYERS,)),
    ]
    + ([("probability", np.float64)] if HAS_CHANCE else []),
    align=True,
)
BID = np.dtype([("mean", np.float32), ("spread", np.float32)])
NEVER, AT_ONCE = np.float32(-1e30), np.float32(1e30)
"""The means of a closed node, and of a node without visits."""

SAMPLES = min(rules.MOST_OUTCOMES, 64)
"""The number of outcomes that get a node if chance can only be sampled."""

NOWHERE = -1

TREE_FIELDS = [
    ("nodes_at", np.int64),
    ("bids_at", np.int64),
    ("forward", np.int64),
    ("capacity", np.int64),
    ("used", np.int64),
    ("top", np.int64),
    ("is_listed", np.int64),
    ("outcome", np.int64),
]


@native
def nodes_of(ctx):
    """The array of nodes."""
    return array_at(ctx.nodes_at, (ctx.capacity,), NODE)


@native
def bids_of(ctx):
    """The array of bids."""
    return array_at(ctx.bids_at, (ctx.capacity,), BID)


@native
def children_of(ctx, i):
    """The indices of the first child of node `i` and of the end of its children."""
    node = nodes_of(ctx)[i]
    first = np.int64(node["first"])
    return first, first + np.int64(node["count"])


@native
def add_node(ctx, move):
    """Add a leaf without visits; return its index."""
    i = ctx.used
    ctx.used += 1
    node, bid = nodes_of(ctx)[i], bids_of(ctx)[i]
    for p in range(PLAYERS):
        node["totals"][p] = 0.0
    node["visits"] = 0
    node["move"] = move
    node["first"] = 0
    node["count"] = 0
    node["urge"] = 0.0
    node["closed"] = 0
    bid["mean"] = AT_ONCE
    bid["spread"] = 1.0
    if ctx.rave:
        amaf_of(ctx)[i]["count"] = 0.0
        amaf_of(ctx)[i]["mean"] = 0.0
    return i


@native
def has_room(ctx):
    """Whether there is room for the children of any node."""
    return ctx.used + WIDEST <= ctx.capacity


@native
def expand(ctx, s, i, ply):
    """Add the children of node `i`, the leaf of state `s`."""
    first = ctx.used
    if HAS_CHANCE and rules.player(ctx, s) == CHANCE:
        add_outcomes(ctx, s)
    else:
        n = rules.actions(ctx, s, ctx.moves)
        if n > rules.MOST_ACTIONS:
            ctx.fault = TOO_MANY
            return
        for j in range(n):
            if not SUPERKO or not is_forbidden(ctx, s, ctx.moves[j], ply + 1):
                add_node(ctx, ctx.moves[j])
        if ctx.used == first:
            ctx.fault = NO_ACTION
    nodes_of(ctx)[i]["first"] = first
    nodes_of(ctx)[i]["count"] = ctx.used - first


@native
def add_outcomes(ctx, s):
    """Add a child for each outcome; if chance is sampled, empty nodes for the first samples."""
    if not ctx.is_listed:
        for _ in range(SAMPLES):
            add_node(ctx, 0)
        return
    n = rules.chance(ctx, s, ctx.moves, ctx.probabilities)
    if n <= 0 or n > rules.MOST_OUTCOMES:
        ctx.fault = TOO_MANY
        return
    for j in range(n):
        nodes_of(ctx)[add_node(ctx, ctx.moves[j])]["probability"] = ctx.probabilities[j]


@native
def draw_child(ctx, s, i):
    """Draw an outcome of chance at node `i`, of state `s`; return its child.

    NOWHERE if a sample has no node and there is no empty one; the sample is in `ctx.outcome`.
    """
    nodes = nodes_of(ctx)
    first, end = children_of(ctx, i)
    if ctx.is_listed:
        left = random_fraction(ctx)
        for c in range(first, end - 1):
            left -= nodes[c]["probability"]
            if left < 0:
                return c
        return end - 1
    if HAS_SAMPLE:
        ctx.outcome = draw_sample(ctx, s)
    for c in range(first, end):
        if nodes[c]["visits"] == 0:
            nodes[c]["move"] = ctx.outcome
        if nodes[c]["move"] == ctx.outcome:
            return c
    return NOWHERE


@native
def make_room(ctx):
    """Drop the nodes that are not reachable from the root `ctx.top`; compact the others.

    `forward` has the new index of each node. Children come after their parents, so every reachable
    node is marked before the loop arrives there.
    """
    nodes, bids, amaf = nodes_of(ctx), bids_of(ctx), amaf_of(ctx)
    forward = array_at(ctx.forward, (ctx.capacity,), np.int32)
    for i in range(ctx.top, ctx.used):
        forward[i] = NOWHERE
    forward[ctx.top] = 0
    kept = 0
    for i in range(ctx.top, ctx.used):
        if forward[i] != NOWHERE:
            forward[i] = kept
            kept += 1
            first, end = children_of(ctx, i)
            for c in range(first, end):
                forward[c] = 0
    for i in range(ctx.top, ctx.used):
        if forward[i] != NOWHERE:
            to = forward[i]
            nodes[to] = nodes[i]
            bids[to] = bids[i]
            if nodes[to]["first"] > 0:
                nodes[to]["first"] = forward[nodes[to]["first"]]
            if ctx.rave:
                amaf[to] = amaf[i]
    ctx.used = kept
    ctx.top = 0
