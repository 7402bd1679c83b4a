"""RAVE (Gelly and Silver 2007, 2011): value a move also by the simulations that played it later.

`amaf` (all moves as first) has for each node the mean payoff, for the player who chooses it, of the
simulations in which that player made its move there or later, and the number of these simulations.
`played` is a hash table of the moves of one simulation; a new stamp empties it.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.casts import as_uint64
from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules

SLOTS = 4096
MOST_NOTED = SLOTS // 2
TO_SLOT = np.uint64(52)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

PLAYED = np.dtype(
    [("stamp", np.int64), ("move", np.int64), ("player", np.int32), ("last", np.int32)]
)
AMAF = np.dtype([("mean", np.float32), ("count", np.float32)])

RAVE_FIELDS = [
    ("rave", np.int64),
    ("bias", np.float64),
    ("amaf", np.int64),
    ("stamp", np.int64),
    ("noted", np.int64),
    ("played", PLAYED, (SLOTS,)),
]


@native
def amaf_of(ctx):
    """The array of RAVE's means and counts."""
    return array_at(ctx.amaf, (ctx.capacity if ctx.rave else 1,), AMAF)


@native
def slot_of(ctx, player, move):
    """The slot of a player's move in the hash table, or the empty slot for it."""
    i = np.int64((as_uint64(move * rules.PLAYERS + player) * GOLDEN) >> TO_SLOT)
    while True:
        found = ctx.played[i]
        if found["stamp"] != ctx.stamp or (found["move"] == move and found["player"] == player):
            return i
        i = (i + 1) % SLOTS


@native
def note_move(ctx, player, move, ply):
    """Enter a move of this simulation. A full table takes no more moves."""
    found = ctx.played[slot_of(ctx, player, move)]
    if found["stamp"] != ctx.stamp:
        if ctx.noted >= MOST_NOTED:
            return
        ctx.noted += 1
        found["stamp"] = ctx.stamp
        found["move"] = move
        found["player"] = player
    found["last"] = ply


@native
def learn(ctx, nodes, first, count, player, ply):
    """Update the children of the node at `ply` whose move the simulation contains."""
    amaf = amaf_of(ctx)
    for c in range(first, first + count):
        found = ctx.played[slot_of(ctx, player, nodes[c]["move"])]
        if found["stamp"] == ctx.stamp and found["last"] >= ply:
            known = amaf[c]
            known["count"] += np.float32(1.0)
            known["mean"] += (np.float32(ctx.payoffs[player]) - known["mean"]) / known["count"]


@native
def blend(ctx, c, mean, visits):
    """The mean of node `c` blended with that of `amaf`, which counts less with more visits."""
    known = amaf_of(ctx)[c]
    n, m = np.float32(visits), known["count"]
    if m == 0:
        return mean
    weight = m / (n + m + np.float32(4 * ctx.bias * ctx.bias) * n * m)
    return (np.float32(1.0) - weight) * mean + weight * known["mean"]
