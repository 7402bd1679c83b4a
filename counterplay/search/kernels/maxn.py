"""Max^n (Luckhardt and Irani 1986): any number of players, each after their own payoff.

The value of a state is a vector, one payoff a player; whoever is to move takes the child that is
best for themselves, the first of several. Chance weighs its outcomes by their probability, so
for two players with chance this is expectiminimax. A child that pays the best there is ends the
node (Korf 1991). The vector of each ply lies in `ctx.values`.
"""

import numpy as np

from counterplay.core.facts import CHANCE
from counterplay.core.kernel import NO_ACTION, TOO_MANY, entry, extend_line, native
from counterplay.core.unbound import rules

PLIES = rules.PLIES
PLAYERS = rules.PLAYERS
BEST = rules.BEST
WIDEST = max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES)
CHANCES = PLIES + 1 if rules.HAS_CHANCE else 1

CONTEXT = [
    ("depth", np.int64),
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("aborted", np.int64),
    ("fault", np.int64),
    ("horizon", np.int64),
    ("root_first", np.int64),
    ("values", np.float64, (PLIES + 2, PLAYERS)),
    ("probabilities", np.float64, (CHANCES, rules.MOST_OUTCOMES)),
    ("line_length", np.int64, (PLIES + 2,)),
    ("line", np.int64, (PLIES + 2, PLIES + 2)),
    ("moves", np.int64, (PLIES + 2, WIDEST)),
]


@native
def evaluate(ctx, s, depth, ply):
    """Leave the vector of `s` in `ctx.values[ply]`, and the line that leads to it."""
    # 1. Ends, limits and the horizon.
    ctx.nodes += 1
    ctx.line_length[ply] = 0
    values = ctx.values[ply]
    if ctx.nodes > ctx.node_limit:
        ctx.aborted = 1
        return
    if rules.terminal(ctx, s):
        for p in range(PLAYERS):
            values[p] = rules.utility(ctx, s, p)
        return
    if depth <= 0 or ply >= PLIES:
        ctx.horizon += 1
        for p in range(PLAYERS):
            values[p] = rules.guess(ctx, s, p) / rules.UNIT + rules.EVEN
        return

    # 2. Chance: the mean of what can happen.
    moves = ctx.moves[ply]
    mover = rules.player(ctx, s)
    if mover == CHANCE:
        n = rules.chance(ctx, s, moves, ctx.probabilities[ply])
        if n <= 0 or n > rules.MOST_OUTCOMES:
            ctx.fault = TOO_MANY
            ctx.aborted = 1
            return
        values[:] = 0.0
        for i in range(n):
            evaluate(ctx, rules.result(ctx, ply + 1, s, moves[i]), depth - 1, ply + 1)
            if ctx.aborted:
                return
            for p in range(PLAYERS):
                values[p] += ctx.probabilities[ply, i] * ctx.values[ply + 1, p]
        return

    # 3. A choice: the child that is best for the mover.
    n = rules.actions(ctx, s, moves)
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        ctx.aborted = 1
        return
    first = ctx.root_first if ply == 0 else -1
    best_move = -1
    for turn in range(-1, n):
        i = first if turn < 0 else turn
        if i < 0 or (turn >= 0 and i == first):
            continue
        evaluate(ctx, rules.result(ctx, ply + 1, s, moves[i]), depth - 1, ply + 1)
        if ctx.aborted:
            return
        v = ctx.values[ply + 1, mover]
        # Of equal moves the first is chosen, also where another was tried before it.
        if best_move < 0 or v > values[mover] or (v == values[mover] and i < best_move):
            best_move = i
            values[:] = ctx.values[ply + 1]
            extend_line(ctx, ply, moves[i])
            if ply == 0:
                ctx.root_first = i
            if v >= BEST and first < 0:
                break


@entry
def think(contexts):
    """One search of the root to `depth`; the vector and the line are left in the context."""
    ctx = contexts[0]
    ctx.horizon = 0
    evaluate(ctx, rules.load(ctx, 0, ctx.root), ctx.depth, np.int64(0))
