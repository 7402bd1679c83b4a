"""Several threads at one tree: a state that one of them is at work on is put off by the others.

All threads search the same root and share the table. Each notes in a small array, without locks,
which states it is looking into; another one that comes to such a state tries its other moves
first, and finds the answer in the table later (ABDADA, Weill 1996, as simplified by Kerrigan).
A note that is lost or stale costs time alone.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import hot, native
from counterplay.engine.alphabeta.kernel.transposition import GOLDEN

BUSY_BITS = 12
BUSY_WORDS = 1 << BUSY_BITS
SHARED_DEPTH = 4
"""The least depth at which a state is worth a note."""

LAST_RANK = np.int64(-(2**63))

SHARING_FIELDS = [("busy", np.int64)]
"""The address of the notes; 0 where a thread is alone."""


@hot
def note_of(key, depth):
    """What stands for a state and a depth; never 0."""
    return (key + np.uint64(depth)) * GOLDEN | np.uint64(1)


@hot
def is_busy(ctx, note):
    notes = array_at(ctx.busy, (BUSY_WORDS,), np.uint64)
    return notes[np.int64(note >> np.uint64(64 - BUSY_BITS))] == note


@hot
def write_note(ctx, note, is_at_work):
    """Say that this thread begins, or has ended, work on a state."""
    notes = array_at(ctx.busy, (BUSY_WORDS,), np.uint64)
    notes[np.int64(note >> np.uint64(64 - BUSY_BITS))] = note if is_at_work else np.uint64(0)


@native
def put_off(ctx, ply, turn, n):
    """Move the move at `turn` behind all others."""
    moves, ranks = ctx.moves[ply], ctx.ranks[ply]
    move = moves[turn]
    for i in range(turn, n - 1):
        moves[i] = moves[i + 1]
        ranks[i] = ranks[i + 1]
    moves[n - 1] = move
    ranks[n - 1] = LAST_RANK
