"""The history rules: draws by repetition, draws for lack of progress, and superko.

`path` holds the keys of the states from the start of the game: first those before the root, then
one for each ply. `path_since[ply]` is the index of the first state that can still be repeated,
the one after the last irreversible move. The value of a state can depend on the states since
then. With HISTORY_KEYS, the table key therefore includes them (`path_hash`): two paths to a state
share an entry only if they contain the same positions, so the path cannot make a stored value
wrong (the graph-history interaction problem).

Without HISTORY_KEYS all paths share an entry, as in most chess programs. The table saves more
work, but a value may come from another path. A position that is repeated within the search is then
a draw at the first repetition.
"""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.switches import HISTORY_KEYS
from counterplay.engine.alphabeta.kernel.transposition import GOLDEN, fetch_bucket
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
    """Append the state after move `a` to the path, at the next ply.

    Most often it is searched next, so memory begins to fetch its entry of the table.
    """
    i = ctx.path_root + ply + 1
    ctx.path[i] = rules.key(ctx, child)
    fetch_bucket(ctx, ctx.path[i])
    if rules.irreversible(ctx, s, a):
        ctx.path_since[ply + 1] = i
        ctx.path_hash[ply + 1] = np.uint64(0)
    else:
        ctx.path_since[ply + 1] = ctx.path_since[ply]
        ctx.path_hash[ply + 1] = ctx.path_hash[ply] + mixed(ctx.path[i - 1])


@native
def push_null(ctx, ply, child):
    """Append the state after a null move; no earlier state can be repeated after it."""
    i = ctx.path_root + ply + 1
    ctx.path[i] = rules.key(ctx, child)
    ctx.path_since[ply + 1] = i
    ctx.path_hash[ply + 1] = np.uint64(0)


@native
def mixed(key):
    """The key with its bits mixed, so that sums of keys rarely collide."""
    x = (key ^ (key >> np.uint64(29))) * GOLDEN
    return x ^ (x >> np.uint64(32))


@native
def is_drawn(ctx, ply):
    """Whether repetition or lack of progress makes the state at this ply a draw."""
    last, since = ctx.path_root + ply, ctx.path_since[ply]
    if NO_PROGRESS > 0 and last - since >= NO_PROGRESS:
        return True
    if REPETITION > 0:
        times = 1
        for i in range(since, last):
            if ctx.path[i] == ctx.path[last]:
                times += 1
                if i > ctx.path_root and not ctx.use & HISTORY_KEYS:
                    return True
        return times >= REPETITION
    return False


@native
def is_forbidden(ctx, ply, child):
    """Whether superko forbids the move that leads to `child` at the next ply."""
    key = rules.key(ctx, child)
    for i in range(ctx.path_root + ply + 1):
        if ctx.path[i] == key:
            return True
    return False
