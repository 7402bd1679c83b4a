"""The game as a graph in arrays: for each node its kind, its edges, and bounds of its value.

Node i has the edges from `edge_starts[i]` up to `edge_starts[i + 1]`. `targets` has the node that
each edge leads to, `edge_weights` its probability where chance decides. Bounds are of the payoff of
player 0.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native

END, MAXIMIZER, MINIMIZER, RANDOM = range(4)
"""The kind of a node: the game is over, player 0 or 1 moves, or chance decides."""

GRAPH_FIELDS = [
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
