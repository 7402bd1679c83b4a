"""Symmetry: below the root a search goes on from the canonical form of each state.

So states that are alike share their table entries, and a stored move is right for all of them.
It is done for the first plies only, and while so many moves are left that the like can meet:
later it would cost more than it finds. `search/frames.py` turns lines back.
"""

import numpy as np

from counterplay.core.compile.kernel import hot
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.path import HAS_PATH
from counterplay.engine.alphabeta.kernel.switches import SYMMETRY
from counterplay.engine.alphabeta.kernel.values import HAS_REMAINING

CAN_MIRROR = rules.HAS_CANONICAL and not HAS_PATH and not rules.IS_RECORD
"""It needs states that are passed by value, and a path in one frame."""

SYMMETRY_FIELDS = [("symmetry_plies", np.int64), ("symmetry_left", np.int64)]


@hot
def framed(ctx, ply, child):
    """The state that the search goes on from after a move at `ply` led to `child`."""
    if CAN_MIRROR and ply < ctx.symmetry_plies and ctx.use & SYMMETRY:
        if not HAS_REMAINING or rules.remaining(ctx, child) >= ctx.symmetry_left:
            return rules.canonical(ctx, ply + 1, child)
    return child
