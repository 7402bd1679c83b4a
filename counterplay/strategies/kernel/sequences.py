"""Walk through a whole game tree and write its sequence form (`sequence_form.py`).

Sequences of all players are numbered together: sequence p is the empty one of player p, then one
follows for each move of each information set. `last[ply, p]` is the sequence of player p at a ply.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import NO_ACTION, TOO_LONG, TOO_MANY, entry, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.shared.knowledge import know_move, know_start

WIDEST = max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES)
WRONG_ODDS, OTHER_MOVES, FORGETS = 101, 102, 103
"""Faults of the rules: probabilities do not add up to 1; two states of an information set have
different moves; a player has forgotten an own move, or what was known when it was made."""

SUM_ERROR = 1e-9

SEQUENCE_FIELDS = [
    ("fault", np.int64),
    ("halt", np.int64),
    ("is_counting", np.int64),
    ("most_ends", np.int64),
    ("most_sequences", np.int64),
    ("ends", np.int64),
    ("decisions", np.int64),
    ("edges", np.int64),
    ("sets", np.int64),
    ("sequences", np.int64),
    ("slots", np.int64),
    ("moves", np.int64, (rules.PLIES + 2, WIDEST + 1)),
    ("odds", np.float64, (rules.PLIES + 2, rules.MOST_OUTCOMES + 1)),
    ("chance_weight", np.float64, (rules.PLIES + 2,)),
    ("last", np.int32, (rules.PLIES + 2, rules.PLAYERS)),
    ("path", np.int64, (rules.PLIES + 2,)),
    ("path_length", np.int64),
    ("slot_sets", np.int64),
    ("set_players", np.int64),
    ("set_keys", np.int64),
    ("set_parents", np.int64),
    ("set_firsts", np.int64),
    ("set_counts", np.int64),
    ("sequence_moves", np.int64),
    ("end_sequences", np.int64),
    ("end_payoffs", np.int64),
]


@entry
def walk_tree(contexts):
    """Count the ends and decisions of the tree if `is_counting`; otherwise write them."""
    ctx = contexts[0]
    ctx.ends = ctx.decisions = ctx.edges = ctx.sets = 0
    ctx.sequences = rules.PLAYERS
    s = rules.load(ctx, np.int64(0), ctx.root)
    ctx.chance_weight[0] = 1.0
    for p in range(rules.PLAYERS):
        ctx.last[0, p] = p
    know_start(ctx, s)
    walk(ctx, s, np.int64(0))


@recursive
def walk(ctx, s, ply):
    """Enter everything below a state. Returns 0."""
    if ctx.fault or ctx.halt:
        return np.int64(0)
    if rules.terminal(ctx, s):
        enter_end(ctx, s, ply)
        return np.int64(0)
    mover = rules.player(ctx, s)
    n = list_choices(ctx, s, ply, mover)
    first = np.int64(-1)
    if mover != CHANCE and not ctx.fault:
        ctx.decisions += 1
        ctx.edges += n
        if not ctx.is_counting:
            first = enter_set(ctx, mover, ply, n)
    if ctx.fault:
        ctx.path_length = ply
        return np.int64(0)
    for j in range(n):
        a = ctx.moves[ply, j]
        after = rules.result(ctx, ply + 1, s, a)
        weight = ctx.odds[ply, j] if mover == CHANCE else 1.0
        ctx.chance_weight[ply + 1] = ctx.chance_weight[ply] * weight
        for p in range(rules.PLAYERS):
            ctx.last[ply + 1, p] = ctx.last[ply, p]
        if first >= 0:
            ctx.last[ply + 1, mover] = first + j
        know_move(ctx, ply + 1, mover, a, after)
        ctx.path[ply] = a
        walk(ctx, after, ply + 1)
        if ctx.fault or ctx.halt:
            return np.int64(0)
    return np.int64(0)


@native
def list_choices(ctx, s, ply, mover):
    """Write the moves, or the outcomes of chance that are possible; return how many there are."""
    if ply >= rules.PLIES:
        ctx.fault = TOO_LONG
        return np.int64(0)
    if mover != CHANCE:
        n = rules.actions(ctx, s, ctx.moves[ply])
        if n <= 0 or n > rules.MOST_ACTIONS:
            ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        return n
    n = rules.chance(ctx, s, ctx.moves[ply], ctx.odds[ply])
    if n <= 0 or n > rules.MOST_OUTCOMES:
        ctx.fault = TOO_MANY
        return np.int64(0)
    total, kept = 0.0, np.int64(0)
    for j in range(n):
        total += ctx.odds[ply, j]
        if ctx.odds[ply, j] < 0:
            ctx.fault = WRONG_ODDS
        if ctx.odds[ply, j] > 0:
            ctx.moves[ply, kept], ctx.odds[ply, kept] = ctx.moves[ply, j], ctx.odds[ply, j]
            kept += 1
    if not abs(total - 1) <= SUM_ERROR:
        ctx.fault = WRONG_ODDS
    return kept


@native
def enter_end(ctx, s, ply):
    """Enter an ended game: the sequences that lead to it, the payoffs times the odds of chance."""
    row = ctx.ends
    ctx.ends += 1
    if ctx.is_counting:
        ctx.halt = ctx.halt or ctx.ends > ctx.most_ends
        return
    shape = (ctx.most_ends, rules.PLAYERS)
    sequences = array_at(ctx.end_sequences, shape, np.int32)
    payoffs = array_at(ctx.end_payoffs, shape, np.float64)
    for p in range(rules.PLAYERS):
        sequences[row, p] = ctx.last[ply, p]
        payoffs[row, p] = ctx.chance_weight[ply] * rules.utility(ctx, s, np.int64(p))


@native
def enter_set(ctx, mover, ply, n):
    """The first sequence of the information set that `mover` is in. A new one is entered."""
    slot_sets = array_at(ctx.slot_sets, (ctx.slots,), np.int32)
    players = array_at(ctx.set_players, (ctx.slots,), np.int8)
    keys = array_at(ctx.set_keys, (ctx.slots,), np.uint64)
    parents = array_at(ctx.set_parents, (ctx.slots,), np.int32)
    firsts = array_at(ctx.set_firsts, (ctx.slots,), np.int32)
    counts = array_at(ctx.set_counts, (ctx.slots,), np.int32)
    sequence_moves = array_at(ctx.sequence_moves, (ctx.most_sequences,), np.int64)
    key, moves, parent = ctx.known[ply, mover], ctx.moves[ply], ctx.last[ply, mover]
    mask = np.uint64(ctx.slots - 1)
    slot = np.int64(
        (key * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(20)) + np.uint64(mover) & mask
    )
    while slot_sets[slot] >= 0:
        i = slot_sets[slot]
        if keys[i] == key and players[i] == mover:
            first = np.int64(firsts[i])
            is_same = counts[i] == n
            for j in range(n):
                is_same = is_same and sequence_moves[first + j] == moves[j]
            if not is_same:
                ctx.fault = OTHER_MOVES
            elif parents[i] != parent:
                ctx.fault = FORGETS
            return first
        slot = (slot + 1) & np.int64(mask)
    i, first = ctx.sets, ctx.sequences
    slot_sets[slot] = i
    players[i], keys[i], parents[i], firsts[i], counts[i] = mover, key, parent, first, n
    for j in range(n):
        sequence_moves[first + j] = moves[j]
    ctx.sets += 1
    ctx.sequences += n
    return first
