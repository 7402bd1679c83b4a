"""Rules about positions that come back: repetition, no progress and superko, along one line.

`keys` holds the keys of the positions since the last irreversible move: `history` of them lead to
the root, its own included, and the rest belong to the line that is being played; `fresh` is the
place of the first that can still come back. Of a game without such rules nothing is compiled.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules

REPETITION = rules.REPETITION
NO_PROGRESS = rules.NO_PROGRESS
SUPERKO = rules.SUPERKO
HAS_PATH = REPETITION > 0 or NO_PROGRESS > 0 or SUPERKO

PATH_FIELDS = [
    ("keys", np.int64),
    ("key_room", np.int64),
    ("history", np.int64),
    ("key_count", np.int64),
    ("fresh", np.int64),
]


@native
def start_line(ctx):
    """Back to the root."""
    if HAS_PATH:
        ctx.key_count = ctx.history
        ctx.fresh = 0


@native
def follow_line(ctx, s, a, after):
    """The line goes on from `s` by `a` to the state `after`."""
    if HAS_PATH:
        if rules.irreversible(ctx, s, a):
            ctx.fresh = ctx.key_count
        array_at(ctx.keys, (ctx.key_room,), np.uint64)[ctx.key_count] = rules.key(ctx, after)
        ctx.key_count += 1


@native
def occurrences(ctx, key):
    """How often a position has come up since the last irreversible move."""
    keys = array_at(ctx.keys, (ctx.key_room,), np.uint64)
    n = 0
    for i in range(ctx.fresh, ctx.key_count):
        if keys[i] == key:
            n += 1
    return n


@native
def is_drawn(ctx, s):
    """Whether the line to `s` makes it a draw."""
    if NO_PROGRESS > 0 and ctx.key_count - 1 - ctx.fresh >= NO_PROGRESS:
        return True
    return REPETITION > 0 and occurrences(ctx, rules.key(ctx, s)) >= REPETITION


@native
def is_over(ctx, s):
    if rules.terminal(ctx, s):
        return True
    return HAS_PATH and is_drawn(ctx, s)


@native
def is_forbidden(ctx, s, a, ply):
    """Whether superko forbids `a`; the state after it is tried out at `ply`."""
    if not SUPERKO or rules.irreversible(ctx, s, a):
        return False
    return occurrences(ctx, rules.key(ctx, rules.result(ctx, ply, s, a))) > 0
