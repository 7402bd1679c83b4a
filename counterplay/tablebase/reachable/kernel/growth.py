"""Enter the successors of states: a part of both kernels that solve a game from its start.

`grow` enters the successors of one level of states. Several threads call it at once, and take
chunks of the same range in turn. Outcomes of chance are listed like moves, without those that have
probability 0.
"""

import numpy as np

from counterplay.core.bits.atomics import fetch_add
from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.tablebase.reachable.kernel.hashed_states import (
    GOES_BACK,
    NEXT,
    NOWHERE,
    STATE_FIELDS,
    enter,
    enter_again,
    find,
    fresh_of,
    shared_at,
    states_of,
)

CHUNK = 256
WIDEST = max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES)
WRONG_ODDS = 99
"""A fault: the probabilities of a chance node do not add up to 1. `found` is the row."""

SUM_ERROR = 1e-9

GROWTH_FIELDS = [
    *STATE_FIELDS,
    ("fault", np.int64),
    ("halt", np.int64),
    ("first", np.int64),
    ("last", np.int64),
    ("stopped_at", np.int64),
    ("wanted", np.int64),
    ("found", np.int64),
    ("moves", np.int64, (WIDEST + 1,)),
    ("odds", np.float64, (rules.MOST_OUTCOMES + 1,)),
]


@entry
def grow(contexts):
    """Enter the successors of the states from `first` up to `last`.

    If memory runs out, `stopped_at` is where to continue.
    """
    ctx = contexts[0]
    states = states_of(ctx)
    ctx.stopped_at = ctx.last
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        for i in range(start, min(start + CHUNK, ctx.last)):
            s = rules.load(ctx, np.int64(0), states[i])
            if rules.terminal(ctx, s):
                continue
            n = list_moves(ctx, s)
            if n == 0:
                ctx.found = i
                return
            for j in range(n):
                follow(ctx, s, ctx.moves[j])
                row = enter(ctx)
                if row == NOWHERE:
                    ctx.stopped_at = start
                    return
                if row < ctx.last:
                    fetch_add(shared_at(ctx, GOES_BACK), 1)
        if start + CHUNK >= ctx.last:
            return
    ctx.stopped_at = ctx.first


@native
def list_moves(ctx, s):
    """Fill `ctx.moves`; returns how many moves there are, 0 if the rules are at fault."""
    if rules.HAS_CHANCE and rules.player(ctx, s) == CHANCE:
        return list_outcomes(ctx, s)
    n = rules.actions(ctx, s, ctx.moves)
    if n > 0 and n <= rules.MOST_ACTIONS:
        return n
    ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
    return np.int64(0)


@native
def list_outcomes(ctx, s):
    """Fill `ctx.moves` and `ctx.odds` with the possible outcomes of chance; returns how many."""
    n = rules.chance(ctx, s, ctx.moves, ctx.odds)
    if n <= 0 or n > rules.MOST_OUTCOMES:
        ctx.fault = TOO_MANY
        return np.int64(0)
    total, kept = 0.0, np.int64(0)
    for j in range(n):
        total += ctx.odds[j]
        if ctx.odds[j] < 0:
            ctx.fault = WRONG_ODDS
        if ctx.odds[j] > 0:
            ctx.moves[kept], ctx.odds[kept] = ctx.moves[j], ctx.odds[j]
            kept += 1
    if not abs(total - 1) <= SUM_ERROR:
        ctx.fault = WRONG_ODDS
    if ctx.fault:
        return np.int64(0)
    for j in range(kept):
        ctx.odds[j] /= total
    return kept


@native
def follow(ctx, s, a):
    """Make the successor by a move, in canonical form, the fresh state."""
    after = rules.result(ctx, np.int64(1), s, a)
    if rules.HAS_CANONICAL:
        after = rules.canonical(ctx, np.int64(2), after)
    rules.store(fresh_of(ctx), after)


@entry
def rebuild(contexts):
    """Enter the states from `first` up to `last` into a new hash table."""
    ctx = contexts[0]
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        if start >= ctx.last:
            return
        for i in range(start, min(start + CHUNK, ctx.last)):
            enter_again(ctx, i)


@entry
def seek(contexts):
    """Set `found` to the row of the root's canonical form; enter it if `wanted` is set."""
    ctx = contexts[0]
    s = rules.load(ctx, np.int64(0), ctx.root)
    if rules.HAS_CANONICAL:
        s = rules.canonical(ctx, np.int64(1), s)
    rules.store(fresh_of(ctx), s)
    if ctx.wanted:
        ctx.found = enter(ctx)
    else:
        ctx.found = find(ctx, ctx.fresh)
