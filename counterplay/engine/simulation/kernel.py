"""Play candidates on for some turns, in worlds that `resample` draws.

Every turn takes the move with the largest `order`. Round i has the same world and the same random
numbers for every candidate, so that their differences depend less on luck.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.hashing import hash
from counterplay.engine.shared.random import random_fraction

MOST_CANDIDATES = 64
SEEDS = np.uint64(2**62)
ROOT, WORLD, FIRST = 0, 1, 2
"""The slots of states: the root, the world that is drawn, and two for the game that goes on."""

CONTEXT = [
    ("fault", np.int64),
    ("halt", np.int64),
    ("random", np.uint64),
    ("sim_seed", np.uint64),
    ("sim_viewer", np.int64),
    ("sim_turns", np.int64),
    ("sim_first", np.int64),
    ("sim_rounds", np.int64),
    ("sim_done", np.int64),
    ("sim_count", np.int64),
    ("sim_wanted", np.int64),
    ("sim_moves", np.int64, (MOST_CANDIDATES,)),
    ("sim_orders", np.int64, (MOST_CANDIDATES,)),
    ("sim_results", np.int64),
    ("sim_list", np.int64, (rules.MOST_ACTIONS + 1,)),
    ("sim_outcomes", np.int64, (rules.MOST_OUTCOMES + 1,)),
    ("sim_odds", np.float64, (rules.MOST_OUTCOMES + 1,)),
]
"""sim_moves     the candidates, the best by `order` first
sim_results   for each round and candidate, the score of the viewer
sim_done      the rounds that are complete"""


@native
def drawn_world(ctx, number):
    """The world of a round."""
    s = rules.load(ctx, np.int64(ROOT), ctx.root)
    seed = np.int64(hash(ctx.sim_seed, number) % SEEDS)
    return rules.resample(ctx, np.int64(WORLD), s, ctx.sim_viewer, seed)


@entry
def list_candidates(contexts):
    """Write the moves with the largest `order`, in a world that is drawn."""
    ctx = contexts[0]
    s = drawn_world(ctx, np.int64(-1))
    moves = ctx.sim_list
    n = rules.actions(ctx, s, moves)
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        return
    ctx.sim_count = 0
    for i in range(n):
        add_candidate(ctx, moves[i], rules.order(ctx, s, moves[i]))


@native
def add_candidate(ctx, a, value):
    """Put a move among the candidates, sorted by value; the least falls out if they are full."""
    at = ctx.sim_count
    if at == ctx.sim_wanted:
        at -= 1
        if ctx.sim_orders[at] >= value:
            return
    else:
        ctx.sim_count += 1
    while at > 0 and ctx.sim_orders[at - 1] < value:
        ctx.sim_moves[at], ctx.sim_orders[at] = ctx.sim_moves[at - 1], ctx.sim_orders[at - 1]
        at -= 1
    ctx.sim_moves[at], ctx.sim_orders[at] = a, value


@entry
def simulate(contexts):
    """Play all candidates on, for some rounds."""
    ctx = contexts[0]
    results = array_at(ctx.sim_results, (ctx.sim_rounds, ctx.sim_count), np.float64)
    ctx.sim_done = 0
    for i in range(ctx.sim_rounds):
        for c in range(ctx.sim_count):
            if ctx.halt or ctx.fault:
                return
            number = ctx.sim_first + i
            s = drawn_world(ctx, number)
            ctx.random = hash(ctx.sim_seed, number, 1)
            results[i, c] = play_on(ctx, s, ctx.sim_moves[c])
        ctx.sim_done += 1


@native
def best_by_order(ctx, s):
    """The move with the largest `order`."""
    moves = ctx.sim_list
    n = rules.actions(ctx, s, moves)
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        return moves[0]
    best, most = moves[0], rules.order(ctx, s, moves[0])
    for i in range(1, n):
        value = rules.order(ctx, s, moves[i])
        if value > most:
            best, most = moves[i], value
    return best


@native
def drawn_outcome(ctx, s):
    """An outcome of chance, by its probability."""
    n = rules.chance(ctx, s, ctx.sim_outcomes, ctx.sim_odds)
    left = random_fraction(ctx)
    for i in range(n - 1):
        left -= ctx.sim_odds[i]
        if left < 0:
            return ctx.sim_outcomes[i]
    return ctx.sim_outcomes[n - 1]


@native
def play_on(ctx, world, candidate):
    """The score of the viewer, some turns after a candidate."""
    slot, turns = np.int64(FIRST), np.int64(0)
    s = rules.result(ctx, slot, world, candidate)
    while not rules.terminal(ctx, s) and not ctx.fault:
        slot = np.int64(2 * FIRST + 1) - slot
        if rules.player(ctx, s) == CHANCE:
            s = rules.result(ctx, slot, s, drawn_outcome(ctx, s))
            continue
        if turns == ctx.sim_turns:
            return np.float64(rules.evaluate(ctx, slot, s, ctx.sim_viewer))
        s = rules.result(ctx, slot, s, best_by_order(ctx, s))
        turns += 1
    return np.float64(rules.score(ctx, s, ctx.sim_viewer))
