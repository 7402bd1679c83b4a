"""The game as a graph: for each state its kind, its successors, and bounds of its value.

Node i has the edges from `edge_starts[i]` up to `edge_starts[i + 1]`. `targets` has the row that
each edge leads to, `edge_weights` its probability where chance decides. Bounds are of the payoff of
player 0.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.atomics import fetch_add
from counterplay.core.compile.kernel import TOO_MUCH, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.tablebase.reachable.kernel.growth import (
    CHUNK,
    GROWTH_FIELDS,
    follow,
    list_moves,
)
from counterplay.tablebase.reachable.kernel.hashed_states import (
    NEXT,
    find,
    shared_at,
    states_of,
)

END, MAXIMIZER, MINIMIZER, RANDOM = range(4)
"""The kind of a node: the game is over, player 0 or 1 moves, or chance decides."""

GRAPH_FIELDS = [
    *GROWTH_FIELDS,
    ("nodes", np.int64),
    ("edge_starts", np.int64),
    ("targets", np.int64),
    ("edge_weights", np.int64),
    ("kinds", np.int64),
    ("lower", np.int64),
    ("upper", np.int64),
]


@native
def edge_starts_of(ctx):
    return array_at(ctx.edge_starts, (ctx.nodes + 1,), np.int64)


@native
def targets_of(ctx):
    return array_at(ctx.targets, (edge_starts_of(ctx)[ctx.nodes],), np.int32)


@native
def weights_of(ctx):
    return array_at(ctx.edge_weights, (edge_starts_of(ctx)[ctx.nodes],), np.float64)


@native
def kinds_of(ctx):
    return array_at(ctx.kinds, (ctx.nodes,), np.uint8)


@native
def lower_of(ctx):
    return array_at(ctx.lower, (ctx.nodes,), np.float64)


@native
def upper_of(ctx):
    return array_at(ctx.upper, (ctx.nodes,), np.float64)


@entry
def measure(contexts):
    """Write the kind of each state from `first` up to `last`, the number of its edges (into
    `edge_starts`), and the payoff of an ended game."""
    ctx = contexts[0]
    states, kinds, counts = states_of(ctx), kinds_of(ctx), edge_starts_of(ctx)
    lower, upper = lower_of(ctx), upper_of(ctx)
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        if start >= ctx.last:
            return
        for i in range(start, min(start + CHUNK, ctx.last)):
            s = rules.load(ctx, np.int64(0), states[i])
            if rules.terminal(ctx, s):
                kinds[i], counts[i] = END, 0
                lower[i] = upper[i] = rules.utility(ctx, s, np.int64(0))
                if lower[i] > rules.BEST:
                    ctx.fault = TOO_MUCH
                    return
                continue
            p = rules.player(ctx, s)
            kinds[i] = RANDOM if p == CHANCE else MAXIMIZER if p == 0 else MINIMIZER
            counts[i] = list_moves(ctx, s)
            if ctx.fault:
                ctx.found = i
                return


@entry
def link(contexts):
    """Write the edges of the states from `first` up to `last`. `found` is a state with a successor
    that has no row."""
    ctx = contexts[0]
    states, kinds, starts = states_of(ctx), kinds_of(ctx), edge_starts_of(ctx)
    targets, weights = targets_of(ctx), weights_of(ctx)
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        if start >= ctx.last:
            return
        for i in range(start, min(start + CHUNK, ctx.last)):
            if kinds[i] == END:
                continue
            s = rules.load(ctx, np.int64(0), states[i])
            for j in range(list_moves(ctx, s)):
                follow(ctx, s, ctx.moves[j])
                row = find(ctx, ctx.fresh)
                if row < 0:
                    ctx.found = i
                    return
                targets[starts[i] + j] = row
                weights[starts[i] + j] = ctx.odds[j] if kinds[i] == RANDOM else 1.0
