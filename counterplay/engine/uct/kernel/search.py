"""UCT (Kocsis and Szepesvári 2006): Monte Carlo tree search, for any number of players and chance.

A simulation walks down the tree, plays a random game from the leaf, and adds the payoffs of all
players to the nodes of the path. The player to move takes the child with the largest

    mean + exploration * range * sqrt(ln(visits of the node) / visits of the child)

where the mean is of the player's own payoffs, and the range is from their lowest to their highest
payoff so far. A leaf gets children after `patience` visits.
"""

import math

import numpy as np

from counterplay.core.compile.kernel import entry, hot, native
from counterplay.core.compile.rules import DEEPEST
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.uct.kernel.path import PATH_FIELDS, follow_line, is_over, start_line
from counterplay.engine.uct.kernel.playout import (
    HAS_CHANCE,
    PLAYERS,
    PLAYOUT_FIELDS,
    play_out,
)
from counterplay.engine.uct.kernel.rave import RAVE_FIELDS, blend, learn, note_move
from counterplay.engine.uct.kernel.solver import SOLVER_FIELDS, close, close_if_proven
from counterplay.engine.uct.kernel.tree import (
    NEVER,
    NOWHERE,
    TREE_FIELDS,
    bids_of,
    children_of,
    draw_child,
    expand,
    has_room,
    make_room,
    nodes_of,
)

PLIES = rules.PLIES
DEEPEST_GROWTH = PLIES if PLIES < DEEPEST else PLIES - 1
"""The plies at which leaves get children; a random game from the last one needs a ply more."""

ONE = np.uint64(1)
FEW, SELDOM = 4096, 64
PARTS = (1 / np.maximum(np.arange(FEW), 1)).astype(np.float32)
SPREADS = np.sqrt(PARTS)
URGES = np.sqrt(np.log(np.maximum(np.arange(FEW), 1))).astype(np.float32)
"""For n visits: 1 / n, its square root, and sqrt(ln n). Beyond FEW visits the last one changes
slowly and is computed only every SELDOM visits."""

CONTEXT = [
    *PATH_FIELDS,
    *PLAYOUT_FIELDS,
    *RAVE_FIELDS,
    *SOLVER_FIELDS,
    *TREE_FIELDS,
    ("exploration", np.float64),
    ("patience", np.int64),
    ("rollouts", np.int64),
    ("nodes", np.int64),
    ("target", np.int64),
    ("halt", np.int64),
    ("depth", np.int64),
    ("lowest", np.float64, (PLAYERS,)),
    ("highest", np.float64, (PLAYERS,)),
    ("reach", np.float32, (PLAYERS,)),
    ("sums", np.float64, (PLAYERS,)),
    ("path", np.int64, (PLIES + 2,)),
    ("movers", np.int64, (PLIES + 2,)),
]


@entry
def think(contexts):
    """Simulate until `target` simulations are done, the root is proven, or `halt` is set."""
    ctx = contexts[0]
    while ctx.nodes < ctx.target and not ctx.halt and not nodes_of(ctx)[ctx.top]["closed"]:
        if ctx.top > 0 and not has_room(ctx):
            make_room(ctx)
        depth = simulate(ctx)
        if ctx.fault:
            return
        if ctx.rave:
            learn_all(ctx, depth)
        back_up(ctx, depth)
        ctx.nodes += 1
        ctx.depth = max(ctx.depth, depth)


@native
def simulate(ctx):
    """Play one game: its payoffs go to `ctx.payoffs`, the nodes of its path to `ctx.path`.

    Return the depth of the last node.
    """
    nodes = nodes_of(ctx)
    s = rules.load(ctx, 0, ctx.root)
    start_line(ctx)
    ctx.stamp += 1
    ctx.noted = 0
    ply, depth, i, ends = 0, 0, ctx.top, False
    while i != NOWHERE:
        # 1. A closed node is proven. A leaf is an end, has too few visits, or gets children.
        depth = ply
        ctx.path[ply] = i
        if nodes[i]["closed"]:
            for p in range(PLAYERS):
                ctx.payoffs[p] = nodes[i]["totals"][p]
            return depth
        if nodes[i]["first"] == 0:
            ends = is_over(ctx, s)
            is_young = ply > 0 and nodes[i]["visits"] < ctx.patience
            if ends or is_young or ply >= DEEPEST_GROWTH or not has_room(ctx):
                break
            expand(ctx, s, i, ply)
            if ctx.fault:
                return depth

        # 2. Go down to a child: by its upper confidence bound, or by chance.
        mover = rules.player(ctx, s)
        ctx.movers[ply] = mover
        if HAS_CHANCE and mover == CHANCE:
            i = draw_child(ctx, s, i)
        else:
            i = choose(ctx, i, mover)
        a = ctx.outcome if i == NOWHERE else nodes[i]["move"]
        if ctx.rave and mover != CHANCE:
            note_move(ctx, mover, a, ply)
        ply += 1
        after = rules.result(ctx, ply, s, a)
        follow_line(ctx, s, a, after)
        s = after

    # 3. A leaf, or an outcome of chance without a node: the mean of random games from there.
    games = 1 if ends else ctx.rollouts
    for p in range(PLAYERS):
        ctx.sums[p] = 0.0
    for _ in range(games):
        play_out(ctx, s, ply)
        for p in range(PLAYERS):
            ctx.sums[p] += ctx.payoffs[p]
    for p in range(PLAYERS):
        ctx.payoffs[p] = ctx.sums[p] / games
    if ends and ctx.solver:
        close(ctx, i)
    return depth


@hot
def choose(ctx, i, mover):
    """The child of node `i` with the largest upper confidence bound, the first of several."""
    bids = bids_of(ctx)
    reach = ctx.reach[mover] * nodes_of(ctx)[i]["urge"]
    first, end = children_of(ctx, i)
    if ctx.rave:
        return choose_by_rave(ctx, first, end, reach)
    # Two at a time, so that fewer comparisons depend on each other.
    best, chosen = NEVER, np.uint64(first)
    for c in range(np.uint64(first), np.uint64(end - 1), np.uint64(2)):
        bound, other = bound_of(bids, c, reach), bound_of(bids, c + ONE, reach)
        better = max(bound, other)
        which = c + ONE if other > bound else c
        if better > best:
            best = better
            chosen = which
    if (end - first) & 1:
        c = np.uint64(end - 1)
        if bound_of(bids, c, reach) > best:
            chosen = c
    return np.int64(chosen)


@native
def bound_of(bids, c, reach):
    """The upper confidence bound of child `c`."""
    return bids[c]["mean"] + reach * bids[c]["spread"]


@native
def choose_by_rave(ctx, first, end, reach):
    """Like `choose`, with means that are blended with those of RAVE."""
    bids = bids_of(ctx)
    best, chosen = NEVER, first
    for c in range(first, end):
        mean = bids[c]["mean"]
        if mean != NEVER:
            mean = blend(ctx, c, mean, nodes_of(ctx)[c]["visits"])
        bound = mean + reach * bids[c]["spread"]
        if bound > best:
            best = bound
            chosen = c
    return chosen


@native
def back_up(ctx, depth):
    """Add the payoffs to the nodes of the path, from the last to the root; close proven nodes."""
    nodes, bids = nodes_of(ctx), bids_of(ctx)
    for p in range(PLAYERS):
        ctx.lowest[p] = min(ctx.lowest[p], ctx.payoffs[p])
        ctx.highest[p] = max(ctx.highest[p], ctx.payoffs[p])
        ctx.reach[p] = ctx.exploration * (ctx.highest[p] - ctx.lowest[p])
    was_closed = False
    for ply in range(depth, -1, -1):
        i = ctx.path[ply]
        node, bid = nodes[i], bids[i]
        node["visits"] += 1
        if was_closed:
            close_if_proven(ctx, i, ctx.movers[ply])
        was_closed = node["closed"] > 0
        if was_closed:
            continue
        visits = np.uint64(node["visits"])
        if visits < FEW:
            part, spread = PARTS[visits], SPREADS[visits]
            node["urge"] = URGES[visits]
        else:
            part = np.float32(1.0) / np.float32(visits)
            spread = np.sqrt(part)
            if node["visits"] % SELDOM == 0:
                node["urge"] = math.sqrt(math.log(node["visits"]))
        for p in range(PLAYERS):
            node["totals"][p] += ctx.payoffs[p]
        if ply > 0 and ctx.movers[ply - 1] != CHANCE:
            bid["mean"] = np.float32(node["totals"][ctx.movers[ply - 1]]) * part
            bid["spread"] = spread


@native
def learn_all(ctx, depth):
    """RAVE: update the siblings of every node of the path from the simulation."""
    for ply in range(depth):
        if ctx.movers[ply] != CHANCE:
            first, end = children_of(ctx, ctx.path[ply])
            learn(ctx, nodes_of(ctx), first, end - first, ctx.movers[ply], ply)
