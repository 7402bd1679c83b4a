"""Kernel: make one move and return everything about the next state."""

import numpy as np

from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE

MOST = max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES)
TERMINAL, PLAYER, COUNT = 0, 1, 2

CONTEXT = [
    ("move", np.int64),
    ("told", np.int64, (3,)),
    ("key", np.uint64),
    ("payoffs", np.float64, (rules.PLAYERS,)),
    ("moves", np.int64, (MOST,)),
    ("chances", np.float64, (rules.MOST_OUTCOMES,)),
]


@native
def tell(ctx, s):
    """Write the player and the moves of a state to the context; at the end, the payoffs."""
    over, mover, n = rules.terminal(ctx, s), rules.player(ctx, s), 0
    ctx.key = rules.key(ctx, s)
    if over:
        for p in range(rules.PLAYERS):
            ctx.payoffs[p] = rules.utility(ctx, s, p)
    elif mover == CHANCE:
        n = rules.chance(ctx, s, ctx.moves, ctx.chances)
    else:
        n = rules.actions(ctx, s, ctx.moves)
    ctx.told[TERMINAL] = 1 if over else 0
    ctx.told[PLAYER] = mover
    ctx.told[COUNT] = n


@entry
def look(contexts):
    """Describe the root."""
    ctx = contexts[0]
    tell(ctx, rules.load(ctx, 0, ctx.root))


@entry
def step(contexts):
    """Make `move` at the root, and describe the new root."""
    ctx = contexts[0]
    s = rules.result(ctx, 1, rules.load(ctx, 0, ctx.root), ctx.move)
    rules.store(ctx.root, s)
    tell(ctx, s)
