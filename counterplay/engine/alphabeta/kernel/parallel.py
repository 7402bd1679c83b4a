"""Parallel search: a thread defers a state while another thread is searching it.

All threads search the same root and share the transposition table. Each thread marks the states
that it is searching in a small array, without locks. A thread that meets a marked state tries its
other moves first and later finds the answer in the table (ABDADA, Weill 1996, as simplified by
Kerrigan). A lost or stale mark costs only time.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import hot, native
from counterplay.engine.alphabeta.kernel.transposition import GOLDEN

BUSY_BITS = 12
BUSY_WORDS = 1 << BUSY_BITS
LEAST_MARKED_DEPTH = 4
"""States closer to the horizon than this are not marked."""

LAST_RANK = np.int64(-(2**63))

PARALLEL_FIELDS = [("busy", np.int64)]
"""The address of the marks; 0 if there is only one thread."""


@hot
def mark_of(key, depth):
    """The mark for a state and a depth; never 0."""
    return (key + np.uint64(depth)) * GOLDEN | np.uint64(1)


@hot
def is_busy(ctx, mark):
    """Whether some thread is searching the state with this mark."""
    marks = array_at(ctx.busy, (BUSY_WORDS,), np.uint64)
    return marks[np.int64(mark >> np.uint64(64 - BUSY_BITS))] == mark


@hot
def set_mark(ctx, mark, is_searching):
    """Set the mark when this thread begins to search a state; clear it at the end."""
    marks = array_at(ctx.busy, (BUSY_WORDS,), np.uint64)
    marks[np.int64(mark >> np.uint64(64 - BUSY_BITS))] = mark if is_searching else np.uint64(0)


@native
def defer_move(ctx, ply, turn, n):
    """Put the move at `turn` behind all others."""
    moves, ranks = ctx.moves[ply], ctx.ranks[ply]
    move = moves[turn]
    for i in range(turn, n - 1):
        moves[i] = moves[i + 1]
        ranks[i] = ranks[i + 1]
    moves[n - 1] = move
    ranks[n - 1] = LAST_RANK
