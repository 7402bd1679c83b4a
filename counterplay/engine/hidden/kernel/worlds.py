"""Find the worlds of a player: the states that agree with all that the player has seen.

Lines of play are followed from the start of the game. A line is left as soon as the viewer would
know something else than in the real game. The weight of a world is the probability of its outcomes
of chance, times that of the others' moves if they choose at random.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import NO_ACTION, TOO_LONG, TOO_MANY, entry, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.shared.knowledge import KNOWLEDGE_FIELDS, know_move, know_start

WORLD_WIDTH = max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES) + 1

WORLD_FIELDS = [
    *KNOWLEDGE_FIELDS,
    ("fault", np.int64),
    ("halt", np.int64),
    ("viewer", np.int64),
    ("plies", np.int64),
    ("own_moves", np.int64, (rules.PLIES + 2,)),
    ("is_own", np.int64, (rules.PLIES + 2,)),
    ("target", np.uint64, (rules.PLIES + 2,)),
    ("steps", np.int64),
    ("most_steps", np.int64),
    ("worlds", np.int64),
    ("most_worlds", np.int64),
    ("world_states", np.int64),
    ("world_known", np.int64),
    ("world_weights", np.int64),
    ("world_weight", np.float64, (rules.PLIES + 2,)),
    ("choices", np.int64, (rules.PLIES + 2, WORLD_WIDTH)),
    ("odds", np.float64, (rules.PLIES + 2, rules.MOST_OUTCOMES + 1)),
]


@native
def world_states_of(ctx):
    return array_at(ctx.world_states, (ctx.most_worlds,), rules.STATE)


@native
def world_known_of(ctx):
    """What each player knows in each world."""
    return array_at(ctx.world_known, (ctx.most_worlds, rules.PLAYERS), np.uint64)


@native
def world_weights_of(ctx):
    return array_at(ctx.world_weights, (ctx.most_worlds,), np.float64)


@entry
def find_worlds(contexts):
    """Write the worlds of the viewer, from the root, which is the start of the game."""
    ctx = contexts[0]
    s = rules.load(ctx, np.int64(0), ctx.root)
    ctx.worlds = ctx.steps = 0
    ctx.world_weight[0] = 1.0
    know_start(ctx, s)
    follow_lines(ctx, s, np.int64(0))


@recursive
def follow_lines(ctx, s, ply):
    """Follow the lines from a state that the viewer takes for possible. Returns 0."""
    if ply == ctx.plies:
        add_world(ctx, s, ply)
        return np.int64(0)
    ctx.steps += 1
    if rules.terminal(ctx, s) or ctx.steps > ctx.most_steps:
        return np.int64(0)
    mover = rules.player(ctx, s)
    if (mover == ctx.viewer) != (ctx.is_own[ply] != 0):
        return np.int64(0)
    n = list_lines(ctx, s, ply, mover)
    for j in range(n):
        a = ctx.choices[ply, j]
        if mover == ctx.viewer and a != ctx.own_moves[ply]:
            continue
        weight = ctx.odds[ply, j] if mover == CHANCE else 1.0 if mover == ctx.viewer else 1.0 / n
        if weight <= 0.0:
            continue
        after = rules.result(ctx, ply + 1, s, a)
        know_move(ctx, ply + 1, mover, a, after)
        if ctx.known[ply + 1, ctx.viewer] != ctx.target[ply + 1]:
            continue
        ctx.world_weight[ply + 1] = ctx.world_weight[ply] * weight
        follow_lines(ctx, after, ply + 1)
        if ctx.fault or ctx.halt or ctx.worlds > ctx.most_worlds:
            return np.int64(0)
    return np.int64(0)


@native
def list_lines(ctx, s, ply, mover):
    """Write the moves or the outcomes of chance; return how many there are."""
    if ply >= rules.PLIES:
        ctx.fault = TOO_LONG
        return np.int64(0)
    if mover == CHANCE:
        n = rules.chance(ctx, s, ctx.choices[ply], ctx.odds[ply])
        ctx.fault = TOO_MANY if n <= 0 or n > rules.MOST_OUTCOMES else 0
    else:
        n = rules.actions(ctx, s, ctx.choices[ply])
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY if n > rules.MOST_ACTIONS else 0
    return np.int64(0) if ctx.fault else n


@native
def add_world(ctx, s, ply):
    """Add a state to the worlds. One more than there is room for says that there are too many."""
    if ctx.worlds < ctx.most_worlds:
        rules.store(world_states_of(ctx)[ctx.worlds], s)
        world_weights_of(ctx)[ctx.worlds] = ctx.world_weight[ply]
        for p in range(rules.PLAYERS):
            world_known_of(ctx)[ctx.worlds, p] = ctx.known[ply, p]
    ctx.worlds += 1
