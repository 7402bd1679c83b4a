"""Find every reachable state of a game, and its value.

`grow` enters the successors of one level of states (`growth.py`); `settle` computes values from the
values of successors. Several threads call it at once, and take chunks of the same range in turn.
Values are codes of `core/game/tablebase_codec.py`, UNKNOWN at first.

A won or lost state has the distance at which the winner takes the fastest way and the loser the
slowest. A state may be settled before its fastest win is known. So, if moves lead back to earlier
levels, all levels are settled again until nothing changes. Then no distance can be wrong: each
rests on a shorter one, down to the ends of games.
"""

import numpy as np

from counterplay.core.bits.atomics import fetch_add
from counterplay.core.compile.kernel import TOO_MUCH, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.tablebase_codec import MOST_NUMBER
from counterplay.tablebase.kernel.codes import (
    DRAW,
    LOST_NOW,
    UNKNOWN,
    WON_NOW,
    code_of_end,
    lost_in,
    number_code,
    plies_of,
    won_in,
)
from counterplay.tablebase.reachable.kernel.growth import (
    CHUNK,
    GROWTH_FIELDS,
    follow,
    list_moves,
)
from counterplay.tablebase.reachable.kernel.hashed_states import (
    BROKEN,
    CHANGES,
    NEXT,
    NOWHERE,
    VALUES,
    find,
    fresh_of,
    shared_at,
    states_of,
    values_of,
)
from counterplay.tablebase.reachable.kernel.sorting import SORT_FIELDS, part, sort_range

SCORED = rules.SCORED
NONE = 2**31

CONTEXT = [
    *GROWTH_FIELDS,
    *SORT_FIELDS,
    ("payoffs", np.int64, (rules.PLAYERS,)),
]


@entry
def settle(contexts):
    """Compute the values of the states from `first` up to `last` that may still change."""
    ctx = contexts[0]
    states, values = states_of(ctx), values_of(ctx)
    changes = 0
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        if start >= ctx.last:
            break
        for i in range(start, min(start + CHUNK, ctx.last)):
            if is_final(values[i, 0]):
                continue
            s = rules.load(ctx, np.int64(0), states[i])
            if VALUES > 1:
                changes += settle_for_all(ctx, s, values, i)
                continue
            code = code_of_state(ctx, s, values)
            if code != values[i, 0]:
                values[i, 0] = code
                changes += 1
            if ctx.fault:
                return
    fetch_add(shared_at(ctx, CHANGES), changes)


@native
def is_final(code):
    """Whether a code cannot change any more: ends of games, draws and scores."""
    if SCORED or VALUES > 1:
        return code != UNKNOWN
    return code == DRAW or code == WON_NOW or code == LOST_NOW


@native
def code_of_state(ctx, s, values):
    """The code of a state, from the codes of its successors; UNKNOWN if they do not decide."""
    p = rules.player(ctx, s)
    if rules.terminal(ctx, s):
        score = rules.score(ctx, s, p)
        if abs(score) > rules.WIN:
            ctx.fault = TOO_MUCH
            return UNKNOWN
        return code_of_end(score)
    n = list_moves(ctx, s)
    is_open, best, fastest, slowest = n == 0, np.int64(-NONE), np.int64(NONE), np.int64(0)
    draws = False
    for j in range(n):
        follow(ctx, s, ctx.moves[j])
        row = find(ctx, ctx.fresh)
        after = rules.load(ctx, np.int64(1), fresh_of(ctx))
        code = np.int64(values[row, 0])
        same = rules.player(ctx, after) == p
        if code == UNKNOWN:
            is_open = True
        elif SCORED:
            score = code >> 1
            best = max(best, score if same else -score)
        elif code == DRAW:
            draws = True
        elif (code > 0) == same:
            fastest = min(fastest, plies_of(code))
        else:
            slowest = max(slowest, plies_of(code))
    if SCORED:
        return UNKNOWN if is_open else number_code(best)
    if fastest < NONE:
        return won_in(fastest + 1)  # LONGEST at most: the driver refuses that later
    if is_open:
        return UNKNOWN
    return DRAW if draws else lost_in(slowest + 1)


@native
def half_payoffs(ctx, s, q):
    """The payoff of a player at the end of a game, in halves. Finer payoffs are a fault."""
    twice = 2 * rules.utility(ctx, s, q)
    halves = np.int64(np.rint(twice))
    if halves != twice or abs(halves) > MOST_NUMBER:
        fetch_add(shared_at(ctx, BROKEN), 1)
    return halves


@native
def settle_for_all(ctx, s, values, i):
    """For several players: the mover takes the first move with the highest own payoff (max^n)."""
    if rules.terminal(ctx, s):
        for q in range(rules.PLAYERS):
            values[i, q] = number_code(half_payoffs(ctx, s, np.int64(q)))
        return 1
    p, n = rules.player(ctx, s), list_moves(ctx, s)
    best = np.int64(NOWHERE)
    for j in range(n):
        follow(ctx, s, ctx.moves[j])
        row = find(ctx, ctx.fresh)
        if values[row, 0] == UNKNOWN:
            return 0
        if best == NOWHERE or values[row, p] > values[best, p]:
            best = row
    if best == NOWHERE:
        return 0
    for q in range(rules.PLAYERS):
        values[i, q] = values[best, q]
    return 1


@entry
def verify(contexts):
    """Check the values of the states from `first` up to `last`; `found` is a wrong row."""
    ctx = contexts[0]
    states, values = states_of(ctx), values_of(ctx)
    ctx.found = NOWHERE
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        if start >= ctx.last:
            return
        for i in range(start, min(start + CHUNK, ctx.last)):
            s = rules.load(ctx, np.int64(0), states[i])
            if not is_right(ctx, s, values, i):
                ctx.found = i
                return


@native
def is_right(ctx, s, values, i):
    """Whether the values in row i agree with the values of the successors."""
    if not has_all(ctx, s):
        return False
    if VALUES == 1:
        return code_of_state(ctx, s, values) == values[i, 0]
    for q in range(VALUES):
        ctx.payoffs[q] = values[i, q]
    settle_for_all(ctx, s, values, i)
    is_same = True
    for q in range(VALUES):
        if values[i, q] != ctx.payoffs[q]:
            is_same = False
            values[i, q] = ctx.payoffs[q]
    return is_same


@native
def has_all(ctx, s):
    """Whether all successors of a state have rows."""
    if rules.terminal(ctx, s):
        return True
    for j in range(list_moves(ctx, s)):
        follow(ctx, s, ctx.moves[j])
        if find(ctx, ctx.fresh) == NOWHERE:
            return False
    return True


# Sorting ----------------------------------------------------------------------------------------


@entry
def divide(contexts):
    """Partition the states from `first` up to `last` in two, at `middle`."""
    ctx = contexts[0]
    ctx.middle = part(ctx, ctx.first, ctx.last)


@entry
def sort(contexts):
    """Sort the states from `first` up to `last`."""
    ctx = contexts[0]
    sort_range(ctx, ctx.first, ctx.last)
