"""What each player knows along a line of play: a 64-bit key for each player and ply.

A game tells it in one of three ways (`core/game/knowledge.py` does the same in Python):

    information(s, p)   the key itself
    observe(s, p)       what p sees after each move; the key is a hash of all that p saw and did
    neither             nothing is hidden; the key is a hash of all moves
"""

import numpy as np

from counterplay.core.bits.casts import as_uint64
from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.hashing import hash

KNOWLEDGE_FIELDS = [("known", np.uint64, (rules.PLIES + 2, rules.PLAYERS))]


@native
def know_start(ctx, s):
    """Set what each player knows in the state at ply 0."""
    for p in range(rules.PLAYERS):
        ctx.known[0, p] = rules.information(ctx, s, p) if rules.HAS_INFORMATION else np.uint64(0)


@native
def know_move(ctx, ply, mover, a, after):
    """Set what each player knows at `ply`: the move `a` of `mover` has led to the state `after`."""
    for p in range(rules.PLAYERS):
        before = ctx.known[ply - 1, p]
        if rules.HAS_INFORMATION:
            ctx.known[ply, p] = rules.information(ctx, after, p)
        elif rules.HAS_OBSERVE:
            did = as_uint64(a + 1) if mover == p else np.uint64(0)
            ctx.known[ply, p] = hash(before, rules.observe(ctx, after, p), did)
        else:
            ctx.known[ply, p] = hash(before, as_uint64(a))
