"""MCTS-Solver (Winands, Björnsson and Saito 2008), for payoffs of any kind and chance.

An end of the game is exact. So is a node whose children are all exact, and a node with a child that
pays its mover the best possible. An exact node is closed: it is not simulated again.
"""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.uct.kernel.playout import HAS_CHANCE, PLAYERS
from counterplay.engine.uct.kernel.tree import NEVER, NOWHERE, bids_of, children_of, nodes_of

SOLVER_FIELDS = [("solver", np.int64), ("takes_any_best", np.int64)]


@native
def close(ctx, i):
    """Close node `i`: its exact value is `ctx.payoffs`."""
    node = nodes_of(ctx)[i]
    node["closed"] = 1
    for p in range(PLAYERS):
        node["totals"][p] = ctx.payoffs[p]
    bids_of(ctx)[i]["mean"] = NEVER


@native
def close_if_proven(ctx, i, mover):
    """Close node `i` if its children prove its value, which then is in `ctx.payoffs`.

    Of several best children the first counts. In max^n another best child may pay the other players
    differently, so one best child is enough only if `takes_any_best` is set.
    """
    nodes = nodes_of(ctx)
    first, end = children_of(ctx, i)
    is_chance = HAS_CHANCE and mover == CHANCE
    best, is_open = NOWHERE, is_chance and not ctx.is_listed
    for c in range(first, end):
        if not nodes[c]["closed"]:
            is_open = True
        elif not is_chance:
            if best == NOWHERE or nodes[c]["totals"][mover] > nodes[best]["totals"][mover]:
                best = c
    if is_open:
        if best == NOWHERE or not ctx.takes_any_best:
            return
        if nodes[best]["totals"][mover] < rules.BEST:
            return
    for p in range(PLAYERS):
        if is_chance:
            ctx.payoffs[p] = expected(ctx, i, p)
        else:
            ctx.payoffs[p] = nodes[best]["totals"][p]
    close(ctx, i)


@native
def expected(ctx, i, p):
    """The expected payoff of player `p` at a chance node whose children are all closed."""
    nodes = nodes_of(ctx)
    first, end = children_of(ctx, i)
    mean = 0.0
    if HAS_CHANCE:
        for c in range(first, end):
            mean += nodes[c]["probability"] * nodes[c]["totals"][p]
    return mean
