"""The path from the start of the game: draws by repetition and lack of progress, and superko.

The keys of the states on the path stand in `path`: first those before the root, then one for
each ply. `path_since[ply]` is the place from which positions can still come back: after the last
irreversible move. What a state is worth then depends on the path since there. Two ways to one
state share a table entry only where these paths hold the same positions (`path_hash`), so that
no value enters the table that the path could change (the graph-history problem).

Without PATHS they share it whatever the path, as chess programs have it: many more do, and a value
may be one that another path had. A position that comes back in the search itself is then drawn at
once: what was good the first time is good again.
"""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.switches import PATHS
from counterplay.engine.alphabeta.kernel.transposition import GOLDEN
from counterplay.engine.alphabeta.kernel.values import PLIES

REPETITION = rules.REPETITION
NO_PROGRESS = rules.NO_PROGRESS
SUPERKO = rules.SUPERKO
HAS_PATH = REPETITION > 0 or NO_PROGRESS > 0 or SUPERKO
LONGEST_PAST = 1024

PATH_FIELDS = [
    ("path_root", np.int64),
    ("path", np.uint64, (LONGEST_PAST + PLIES + 2 if HAS_PATH else 1,)),
    ("path_since", np.int64, (PLIES + 2 if HAS_PATH else 1,)),
    ("path_hash", np.uint64, (PLIES + 2 if HAS_PATH else 1,)),
]


@native
def step(ctx, ply, s, a, child):
    """Put the state after `a` on the path, one ply on."""
    i = ctx.path_root + ply + 1
    ctx.path[i] = rules.key(ctx, child)
    if rules.irreversible(ctx, s, a):
        ctx.path_since[ply + 1] = i
        ctx.path_hash[ply + 1] = np.uint64(0)
    else:
        ctx.path_since[ply + 1] = ctx.path_since[ply]
        ctx.path_hash[ply + 1] = ctx.path_hash[ply] + mixed(ctx.path[i - 1])


@native
def step_over(ctx, ply, child):
    """Put the state after a null move on the path; nothing before it can come back."""
    i = ctx.path_root + ply + 1
    ctx.path[i] = rules.key(ctx, child)
    ctx.path_since[ply + 1] = i
    ctx.path_hash[ply + 1] = np.uint64(0)


@native
def mixed(key):
    x = (key ^ (key >> np.uint64(29))) * GOLDEN
    return x ^ (x >> np.uint64(32))


@native
def is_drawn(ctx, ply):
    """Whether the state at this ply is a draw because of the path to it."""
    last, since = ctx.path_root + ply, ctx.path_since[ply]
    if NO_PROGRESS > 0 and last - since >= NO_PROGRESS:
        return True
    if REPETITION > 0:
        times = 1
        for i in range(since, last):
            if ctx.path[i] == ctx.path[last]:
                times += 1
                if i > ctx.path_root and not ctx.use & PATHS:
                    return True
        return times >= REPETITION
    return False


@native
def is_forbidden(ctx, ply, child):
    """Whether superko forbids the move to `child`, one ply on."""
    key = rules.key(ctx, child)
    for i in range(ctx.path_root + ply + 1):
        if ctx.path[i] == key:
            return True
    return False
