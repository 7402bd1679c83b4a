"""The history rules along one line of play: repetition, lack of progress and superko.

`keys` holds the keys of the positions since the last irreversible move: the first `history` of them
lead to the root and include it, the rest belong to the current line. `fresh` is the index of the
first position that can be repeated. For games without such rules, nothing is compiled.
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
    """Start a new line at the root."""
    if HAS_PATH:
        ctx.key_count = ctx.history
        ctx.fresh = 0


@native
def follow_line(ctx, s, a, after):
    """Append the state `after`, which move `a` leads to from `s`."""
    if HAS_PATH:
        if rules.irreversible(ctx, s, a):
            ctx.fresh = ctx.key_count
        array_at(ctx.keys, (ctx.key_room,), np.uint64)[ctx.key_count] = rules.key(ctx, after)
        ctx.key_count += 1


@native
def occurrences(ctx, key):
    """How often a position has occurred since the last irreversible move."""
    keys = array_at(ctx.keys, (ctx.key_room,), np.uint64)
    n = 0
    for i in range(ctx.fresh, ctx.key_count):
        if keys[i] == key:
            n += 1
    return n


@native
def is_drawn(ctx, s):
    """Whether repetition or lack of progress makes `s` a draw."""
    if NO_PROGRESS > 0 and ctx.key_count - 1 - ctx.fresh >= NO_PROGRESS:
        return True
    return REPETITION > 0 and occurrences(ctx, rules.key(ctx, s)) >= REPETITION


@native
def is_over(ctx, s):
    """Whether the game ends at `s`."""
    if rules.terminal(ctx, s):
        return True
    return HAS_PATH and is_drawn(ctx, s)


@native
def is_forbidden(ctx, s, a, ply):
    """Whether superko forbids move `a`. The state after it is made at `ply`."""
    if not SUPERKO or rules.irreversible(ctx, s, a):
        return False
    return occurrences(ctx, rules.key(ctx, rules.result(ctx, ply, s, a))) > 0
