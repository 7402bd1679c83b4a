"""Symmetry: below the root, the search continues from the canonical form of each state.

Symmetric states then share one table entry, and a stored move fits all of them. The search does
this only in the first plies, and only while enough moves remain for symmetric states to meet:
later it costs more than it saves. `engine/alphabeta/symmetry.py` translates lines back.
"""

import numpy as np

from counterplay.core.compile.kernel import hot
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.path import HAS_PATH
from counterplay.engine.alphabeta.kernel.switches import SYMMETRY
from counterplay.engine.alphabeta.kernel.values import HAS_REMAINING

USES_SYMMETRY = rules.HAS_CANONICAL and not HAS_PATH and not rules.IS_RECORD
"""Symmetry needs states that are passed by value, and a game without history rules."""

SYMMETRY_FIELDS = [("symmetry_plies", np.int64), ("symmetry_remaining", np.int64)]


@hot
def to_canonical(ctx, ply, child):
    """The state to continue from after a move at `ply` led to `child`."""
    if USES_SYMMETRY and ply < ctx.symmetry_plies and ctx.use & SYMMETRY:
        if not HAS_REMAINING or rules.remaining(ctx, child) >= ctx.symmetry_remaining:
            return rules.canonical(ctx, ply + 1, child)
    return child
