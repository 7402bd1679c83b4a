"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012).

Each simulation draws one of the worlds of the player to move, and plays from it. A node is not a
state but an information set: all states that look the same to its observer. With one observer that
is the player who searches; with several it is the player who moves, so that the others use what
they see and no more. Moves that are legal in one state of a node need not be in another, so a move
also counts how often it was available.

    node    hash of observer, mover and what the observer knows → the first of its branches
    branch  a move, its visits, how often it was available, the sum of its mover's payoffs, and the
            next branch of the same node
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import NO_ACTION, TOO_LONG, TOO_MANY, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.hashing import hash
from counterplay.engine.hidden.kernel.worlds import (
    WORLD_FIELDS,
    find_worlds,  # noqa: F401 (an entry)
    world_known_of,
    world_states_of,
    world_weights_of,
)
from counterplay.engine.shared.knowledge import know_move
from counterplay.engine.shared.random import random_below, random_fraction

NONE = -1
BRANCH = np.dtype(
    [
        ("move", np.int64),
        ("total", np.float64),
        ("visits", np.int32),
        ("available", np.int32),
        ("next", np.int32),
        ("mover", np.int32),
    ]
)
NODE = np.dtype([("key", np.uint64), ("first", np.int32), ("visits", np.int32)])

CONTEXT = [
    *WORLD_FIELDS,
    ("random", np.uint64),
    ("simulations", np.int64),
    ("done", np.int64),
    ("multiple_observer", np.int64),
    ("exploration", np.float64),
    ("least_payoff", np.float64),
    ("most_payoff", np.float64),
    ("depth", np.int64),
    ("node_count", np.int64),
    ("node_room", np.int64),
    ("nodes_at", np.int64),
    ("branch_count", np.int64),
    ("branch_room", np.int64),
    ("branches_at", np.int64),
    ("root_node", np.int64),
    ("path", np.int64, (rules.PLIES + 2,)),
    ("legal", np.int64, (rules.MOST_ACTIONS + 1,)),
    ("legal_branches", np.int32, (rules.MOST_ACTIONS + 1,)),
]


@native
def nodes_of(ctx):
    """The hash table of nodes; its size is a power of 2."""
    return array_at(ctx.nodes_at, (ctx.node_room,), NODE)


@native
def branches_of(ctx):
    return array_at(ctx.branches_at, (ctx.branch_room,), BRANCH)


@entry
def simulate(contexts):
    """Make simulations until there are `simulations`."""
    ctx = contexts[0]
    while ctx.done < ctx.simulations and not ctx.halt and not ctx.fault:
        play_world(ctx, draw_world(ctx))
        ctx.done += 1


@native
def draw_world(ctx):
    """A random world. `world_weights` has running sums, the last of which is 1."""
    weights = world_weights_of(ctx)
    wanted, low, high = random_fraction(ctx), np.int64(0), ctx.worlds - 1
    while low < high:
        middle = (low + high) // 2
        if weights[middle] > wanted:
            high = middle
        else:
            low = middle + 1
    return low


@native
def play_world(ctx, world):
    """One simulation: select, expand by one node, play at random to the end, update."""
    s = rules.load(ctx, np.int64(0), world_states_of(ctx)[world])
    for p in range(rules.PLAYERS):
        ctx.known[0, p] = world_known_of(ctx)[world, p]
    is_inside, length, ply = True, np.int64(0), np.int64(0)
    while not rules.terminal(ctx, s):
        if ply >= rules.PLIES:
            ctx.fault = TOO_LONG
            return
        mover = rules.player(ctx, s)
        if mover == CHANCE:
            a = drawn_outcome(ctx, s)
        else:
            n = rules.actions(ctx, s, ctx.legal)
            if n <= 0 or n > rules.MOST_ACTIONS:
                ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
            a = np.int64(0) if ctx.fault else ctx.legal[random_below(ctx, n)]
            if is_inside and not ctx.fault:
                node = find_node(ctx, mover, ply)
                is_inside = nodes_of(ctx)[node]["visits"] > 0
                ctx.root_node = node if ply == 0 else ctx.root_node
                if list_branches(ctx, node, mover, n):
                    branch = selected(ctx, n)
                    a = branches_of(ctx)[branch]["move"]
                    ctx.path[length] = branch
                    length += 1
                    nodes_of(ctx)[node]["visits"] += 1
                else:
                    is_inside = False
        if ctx.fault:
            return
        after = rules.result(ctx, ply + 1, s, a)
        know_move(ctx, ply + 1, mover, a, after)
        s = after
        ply += 1
    update(ctx, s, length)
    ctx.depth = max(ctx.depth, length)


@native
def drawn_outcome(ctx, s):
    """A random outcome of chance."""
    n = rules.chance(ctx, s, ctx.choices[0], ctx.odds[0])
    if n <= 0 or n > rules.MOST_OUTCOMES:
        ctx.fault = TOO_MANY
        return np.int64(0)
    left = random_fraction(ctx)
    for j in range(n - 1):
        left -= ctx.odds[0, j]
        if left < 0:
            return ctx.choices[0, j]
    return ctx.choices[0, n - 1]


@native
def find_node(ctx, mover, ply):
    """The node of the information set that its observer is in. A new one is entered.

    If the table is full, it is slot 0, which is no node.
    """
    observer = mover if ctx.multiple_observer else ctx.viewer
    key = hash(ctx.known[ply, observer], mover, ply)
    nodes, mask = nodes_of(ctx), ctx.node_room - 1
    slot = max(np.int64(key >> np.uint64(1)) & mask, np.int64(1))
    while nodes[slot]["first"] != NONE and nodes[slot]["key"] != key:
        slot = max((slot + 1) & mask, np.int64(1))
    if nodes[slot]["first"] == NONE:
        if 2 * ctx.node_count > ctx.node_room:
            return np.int64(0)
        nodes[slot]["key"], nodes[slot]["visits"] = key, 0
        ctx.node_count += 1
    return slot


@native
def list_branches(ctx, node, mover, n):
    """Set `legal_branches` to the branch of each legal move. False if there is no more room."""
    nodes, branches = nodes_of(ctx), branches_of(ctx)
    if node == 0 or ctx.branch_count + n > ctx.branch_room:
        return False
    at = nodes[node]["first"]
    for j in range(n):
        # The branches of a node are mostly in the order of the legal moves.
        if at == NONE or branches[at]["move"] != ctx.legal[j]:
            at = nodes[node]["first"]
            while at != NONE and branches[at]["move"] != ctx.legal[j]:
                at = branches[at]["next"]
        if at == NONE:
            at = add_branch(ctx, node, mover, ctx.legal[j])
        ctx.legal_branches[j] = at
        at = branches[at]["next"]
    return True


@native
def add_branch(ctx, node, mover, move):
    """Append a branch to a node."""
    nodes, branches = nodes_of(ctx), branches_of(ctx)
    new = ctx.branch_count
    ctx.branch_count += 1
    branches[new]["move"], branches[new]["total"] = move, 0.0
    branches[new]["visits"], branches[new]["available"] = 0, 0
    branches[new]["next"], branches[new]["mover"] = NONE, mover
    last = nodes[node]["first"]
    if last == NONE:
        nodes[node]["first"] = new
        return new
    while branches[last]["next"] != NONE:
        last = branches[last]["next"]
    branches[last]["next"] = new
    return new


@native
def selected(ctx, n):
    """The branch to follow, by UCB1 over the moves that are available. New ones come first."""
    branches = branches_of(ctx)
    best, best_score, ties = np.int64(NONE), -1.0, np.int64(0)
    spread = max(ctx.most_payoff - ctx.least_payoff, 1e-9)
    for j in range(n):
        at = np.int64(ctx.legal_branches[j])
        branch = branches[at]
        branch["available"] += 1
        if branch["visits"] == 0:
            score = np.inf
        else:
            mean = (branch["total"] / branch["visits"] - ctx.least_payoff) / spread
            score = mean + ctx.exploration * np.sqrt(np.log(branch["available"]) / branch["visits"])
        if score > best_score:
            best, best_score, ties = at, score, np.int64(1)
        elif score == best_score:
            ties += 1
            if random_below(ctx, ties) == 0:
                best = at
    return best


@native
def update(ctx, s, length):
    """Add the payoffs of an ended game to the branches of the path."""
    branches = branches_of(ctx)
    for p in range(rules.PLAYERS):
        payoff = rules.utility(ctx, s, p)
        ctx.least_payoff = min(ctx.least_payoff, payoff)
        ctx.most_payoff = max(ctx.most_payoff, payoff)
    for i in range(length):
        branch = branches[ctx.path[i]]
        branch["visits"] += 1
        branch["total"] += rules.utility(ctx, s, np.int64(branch["mover"]))
