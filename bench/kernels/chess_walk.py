"""What the compiled rules of chess say of every position of a game."""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules

CONTEXT = [
    ("plies", np.int64),
    ("actions", np.int64),
    ("legal", np.int64),  # the legal moves of all positions, one after the other
    ("room", np.int64),
    ("counts", np.int64),  # how many each position has
    ("keys", np.int64),
    ("flags", np.int64),
]

MATED, DRAWN, CHECK, OVER = 1, 2, 4, 8


@entry
def walk(contexts):
    """Play a game; how many legal moves there were in all."""
    ctx = contexts[0]
    actions = array_at(ctx.actions, (ctx.plies + 1,), np.int64)
    legal = array_at(ctx.legal, (ctx.room,), np.int64)
    counts = array_at(ctx.counts, (ctx.plies + 1,), np.int64)
    keys = array_at(ctx.keys, (ctx.plies + 1,), np.uint64)
    flags = array_at(ctx.flags, (ctx.plies + 1,), np.int64)
    s = rules.load(ctx, 0, ctx.root)
    n = 0
    for i in range(ctx.plies + 1):
        counts[i] = rules.actions(ctx, s, legal[n:])
        n += counts[i]
        keys[i] = rules.key(ctx, s)
        flag = 0
        if rules.in_check(ctx, s):
            flag |= CHECK
        if rules.terminal(ctx, s):
            flag |= OVER
            if rules.utility(ctx, s, rules.player(ctx, s)) < 0:
                flag |= MATED
            elif rules.utility(ctx, s, 0) == 0:
                flag |= DRAWN
        flags[i] = flag
        if counts[i] != rules.width(ctx, s):
            return np.int64(-1)
        if i < ctx.plies:
            s = rules.result(ctx, 0, s, actions[i])
    return np.int64(n)
