"""The results of the compiled rules in a state, to compare with plain Python."""

import numpy as np

from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE

MOST = max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES)

CONTEXT = [
    ("terminal", np.int64),
    ("player", np.int64),
    ("key", np.uint64),
    ("guess", np.int64),
    ("count", np.int64),
    ("payoffs", np.float64, (rules.PLAYERS,)),
    ("moves", np.int64, (MOST,)),
    ("chances", np.float64, (rules.MOST_OUTCOMES,)),
    ("move", np.int64),
    ("child", rules.STATE),
]


@entry
def look(contexts):
    """Everything about the root: player, moves or outcomes, payoffs, key, evaluation."""
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    ctx.terminal = 1 if rules.terminal(ctx, s) else 0
    ctx.player = rules.player(ctx, s)
    ctx.key = rules.key(ctx, s)
    ctx.count = 0
    ctx.guess = 0 if ctx.terminal else rules.evaluate(ctx, 0, s, max(ctx.player, 0))
    if ctx.terminal:
        for p in range(rules.PLAYERS):
            ctx.payoffs[p] = rules.utility(ctx, s, p)
    elif ctx.player == CHANCE:
        ctx.count = rules.chance(ctx, s, ctx.moves, ctx.chances)
    else:
        ctx.count = rules.actions(ctx, s, ctx.moves)


@entry
def advance(contexts):
    """Write the state after `move` into `child`."""
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    rules.store(ctx.child, rules.result(ctx, 1, s, ctx.move))


@entry
def begin(contexts):
    """Write the initial state into `child`."""
    ctx = contexts[0]
    rules.store(ctx.child, rules.initial(ctx, 0))
