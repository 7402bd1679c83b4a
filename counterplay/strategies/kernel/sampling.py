"""Monte Carlo regret minimisation: iterations that sample a part of the tree (Lanctot and others
2009).

No tree is kept. An information set gets a row when it is first met. An iteration goes through the
game once for each player, the traverser, who tries all own moves. Outcomes of chance are sampled.
With external sampling the others' moves are, too; with chance sampling all of them are tried.

    row     what the player knows, with the player → its first slot, and the number of moves
    slot    for each move: its regret, and the sum of the strategies so far
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import NO_ACTION, TOO_LONG, TOO_MANY, entry, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.shared.knowledge import KNOWLEDGE_FIELDS, know_move, know_start
from counterplay.engine.shared.random import random_fraction

FULL, OTHER_COUNT = 104, 102
"""Faults: there is no room for another information set; two states of one have different moves."""

EMPTY = -1

CONTEXT = [
    *KNOWLEDGE_FIELDS,
    ("fault", np.int64),
    ("halt", np.int64),
    ("random", np.uint64),
    ("rounds", np.int64),
    ("done", np.int64),
    ("is_external", np.int64),
    ("traverser", np.int64),
    ("sets", np.int64),
    ("set_room", np.int64),
    ("slots", np.int64),
    ("slot_room", np.int64),
    ("index_size", np.int64),
    ("index", np.int64),
    ("set_keys", np.int64),
    ("set_players", np.int64),
    ("set_firsts", np.int64),
    ("set_counts", np.int64),
    ("slot_moves", np.int64),
    ("regrets", np.int64),
    ("sums", np.int64),
    ("moves", np.int64, (rules.PLIES + 2, max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES) + 1)),
    ("odds", np.float64, (rules.MOST_OUTCOMES + 1,)),
    ("policy", np.float64, (rules.PLIES + 2, rules.MOST_ACTIONS + 1)),
    ("move_values", np.float64, (rules.PLIES + 2, rules.MOST_ACTIONS + 1)),
    ("own_reach", np.float64, (rules.PLIES + 2,)),
    ("other_reach", np.float64, (rules.PLIES + 2,)),
]


@native
def regrets_of(ctx):
    return array_at(ctx.regrets, (ctx.slot_room,), np.float64)


@native
def sums_of(ctx):
    return array_at(ctx.sums, (ctx.slot_room,), np.float64)


@entry
def sample(contexts):
    """Make iterations until there are `rounds`."""
    ctx = contexts[0]
    while ctx.done < ctx.rounds and not ctx.halt:
        for p in range(rules.PLAYERS):
            s = rules.load(ctx, np.int64(0), ctx.root)
            know_start(ctx, s)
            ctx.traverser, ctx.own_reach[0], ctx.other_reach[0] = p, 1.0, 1.0
            traverse(ctx, s, np.int64(0))
            if ctx.fault:
                return
        ctx.done += 1


@recursive
def traverse(ctx, s, ply) -> float:
    """What the traverser gets on average from a state; the regrets below it are updated."""
    if rules.terminal(ctx, s):
        return np.float64(rules.utility(ctx, s, ctx.traverser))
    if ply >= rules.PLIES:
        ctx.fault = TOO_LONG
        return 0.0
    mover = rules.player(ctx, s)
    if mover == CHANCE:
        a = drawn(ctx, s, ply)
        if ctx.fault:
            return 0.0
        return descend(ctx, s, ply, mover, a, 1.0, 1.0)
    n = rules.actions(ctx, s, ctx.moves[ply])
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        return 0.0
    first = slot_of(ctx, mover, ply, n)
    if ctx.fault:
        return 0.0
    match_regrets(ctx, ply, first, n)
    policy = ctx.policy[ply]
    if mover != ctx.traverser and ctx.is_external:
        sums = sums_of(ctx)
        chosen, left = n - 1, random_fraction(ctx)
        for j in range(n):
            sums[first + j] += policy[j]
            left -= policy[j]
            if left < 0 and chosen == n - 1:
                chosen = np.int64(j)
        return descend(ctx, s, ply, mover, ctx.moves[ply, chosen], 1.0, 1.0)
    expected = 0.0
    for j in range(n):
        mine, theirs = (policy[j], 1.0) if mover == ctx.traverser else (1.0, policy[j])
        value = descend(ctx, s, ply, mover, ctx.moves[ply, j], mine, theirs)
        if ctx.fault:
            return 0.0
        ctx.move_values[ply, j] = value
        expected += policy[j] * value
    if mover == ctx.traverser:
        regrets, sums = regrets_of(ctx), sums_of(ctx)
        for j in range(n):
            regrets[first + j] += ctx.other_reach[ply] * (ctx.move_values[ply, j] - expected)
            if not ctx.is_external:
                sums[first + j] += ctx.own_reach[ply] * policy[j]
    return expected


@native
def descend(ctx, s, ply, mover, a, mine, theirs):
    """What the traverser gets after a move, which the traverser or the others choose so likely."""
    after = rules.result(ctx, ply + 1, s, a)
    know_move(ctx, ply + 1, mover, a, after)
    ctx.own_reach[ply + 1] = ctx.own_reach[ply] * mine
    ctx.other_reach[ply + 1] = ctx.other_reach[ply] * theirs
    return traverse(ctx, after, ply + 1)


@native
def drawn(ctx, s, ply):
    """A random outcome of chance."""
    n = rules.chance(ctx, s, ctx.moves[ply], ctx.odds)
    if n <= 0 or n > rules.MOST_OUTCOMES:
        ctx.fault = TOO_MANY
        return np.int64(0)
    left = random_fraction(ctx)
    for j in range(n - 1):
        left -= ctx.odds[j]
        if left < 0:
            return ctx.moves[ply, j]
    return ctx.moves[ply, n - 1]


@native
def match_regrets(ctx, ply, first, n):
    """Set the policy of a ply by regret matching."""
    regrets, policy = regrets_of(ctx), ctx.policy[ply]
    positive = 0.0
    for j in range(n):
        positive += max(regrets[first + j], 0.0)
    for j in range(n):
        policy[j] = max(regrets[first + j], 0.0) / positive if positive > 0 else 1.0 / n


@native
def slot_of(ctx, mover, ply, n):
    """The first slot of the information set that the mover is in. A new one is entered."""
    index = array_at(ctx.index, (ctx.index_size,), np.int32)
    keys = array_at(ctx.set_keys, (ctx.set_room,), np.uint64)
    players = array_at(ctx.set_players, (ctx.set_room,), np.int8)
    firsts = array_at(ctx.set_firsts, (ctx.set_room,), np.int64)
    counts = array_at(ctx.set_counts, (ctx.set_room,), np.int32)
    slot_moves = array_at(ctx.slot_moves, (ctx.slot_room,), np.int64)
    key, mask = ctx.known[ply, mover], ctx.index_size - 1
    at = np.int64(key * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(20)) + mover & mask
    while index[at] != EMPTY:
        i = index[at]
        if keys[i] == key and players[i] == mover:
            if counts[i] != n:
                ctx.fault = OTHER_COUNT
            return firsts[i]
        at = at + 1 & mask
    if ctx.sets == ctx.set_room or ctx.slots + n > ctx.slot_room:
        ctx.fault = FULL
        return np.int64(0)
    i, first = ctx.sets, ctx.slots
    index[at] = i
    keys[i], players[i], firsts[i], counts[i] = key, mover, first, n
    for j in range(n):
        slot_moves[first + j] = ctx.moves[ply, j]
    ctx.sets += 1
    ctx.slots += n
    return first
