"""Every state that can come up in a game, and what it is worth.

`grow` enters the states that those of one level lead to; `settle` works states out from what is
known of the states they lead to. Both are called by several threads at once, which take chunks of
the same range in turn. What a state is worth is a code for its mover, 0 while it is not known:

    games that are won or lost    DRAW; 2 + n: won in n plies; -1 - n: lost in n plies
    games with a score            2 * score + 1, in score points
    other numbers of players      2 * n + 1 for each player, side by side: n half payoffs

A won or lost state has the length of the game in which the winner hurries and the loser delays. It
may be settled before its fastest win is known: where moves lead back to earlier levels, all levels
are gone through until nothing changes. Nothing wrong can last then, for what a length rests on is
shorter than itself, and so on down to the ends of games.
"""

import numpy as np

from counterplay.core.bits.atomics import fetch_add
from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, TOO_MUCH, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.tablebase.reachable.kernel.hashed_states import (
    BROKEN,
    CHANGES,
    GOES_BACK,
    NEXT,
    NOWHERE,
    PLACE_FIELDS,
    VALUES,
    enter,
    enter_again,
    find,
    fresh_of,
    held_of,
    shared_at,
    values_of,
)
from counterplay.tablebase.reachable.kernel.sorting import SORT_FIELDS, part, sort_range

CHUNK = 256
SCORED = rules.SCORED
UNKNOWN, DRAW = np.int16(0), np.int16(1)
LONGEST = 32_000
"""The most plies that a code can hold; a longer way to win stays at that, and is refused later."""

NONE = 2**31
MOST_HALVES = 16_000

CONTEXT = [
    *PLACE_FIELDS,
    *SORT_FIELDS,
    ("fault", np.int64),
    ("halt", np.int64),
    ("first", np.int64),
    ("last", np.int64),
    ("stopped_at", np.int64),
    ("wanted", np.int64),
    ("found", np.int64),
    ("moves", np.int64, (rules.MOST_ACTIONS + 1,)),
    ("payoffs", np.int64, (rules.PLAYERS,)),
]


@entry
def grow(contexts):
    """Enter what the states from `first` up to `last` lead to; where it ends early, `stopped_at` is
    where to go on.
    """
    ctx = contexts[0]
    held = held_of(ctx)
    ctx.stopped_at = ctx.last
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        for i in range(start, min(start + CHUNK, ctx.last)):
            s = rules.load(ctx, np.int64(0), held[i])
            if rules.terminal(ctx, s):
                continue
            n = list_moves(ctx, s)
            if n == 0:
                return
            for j in range(n):
                follow(ctx, s, ctx.moves[j])
                place = enter(ctx)
                if place == NOWHERE:
                    ctx.stopped_at = start
                    return
                if place < ctx.last:
                    fetch_add(shared_at(ctx, GOES_BACK), 1)
        if start + CHUNK >= ctx.last:
            return
    ctx.stopped_at = ctx.first


@native
def list_moves(ctx, s):
    """How many moves a state has, in `ctx.moves`; 0 where the rules are at fault."""
    n = rules.actions(ctx, s, ctx.moves)
    if n > 0 and n <= rules.MOST_ACTIONS:
        return n
    ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
    return np.int64(0)


@native
def follow(ctx, s, a):
    """The state after a move, or the one that stands for those alike, becomes the fresh one."""
    after = rules.result(ctx, np.int64(1), s, a)
    if rules.HAS_CANONICAL:
        after = rules.canonical(ctx, np.int64(2), after)
    rules.store(fresh_of(ctx), after)


@entry
def rebuild(contexts):
    """Give all states from `first` up to `last` slots in a new table."""
    ctx = contexts[0]
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        if start >= ctx.last:
            return
        for i in range(start, min(start + CHUNK, ctx.last)):
            enter_again(ctx, i)


@entry
def seek(contexts):
    """Where the root's state, or the one that stands for it, has its place: `found`."""
    ctx = contexts[0]
    s = rules.load(ctx, np.int64(0), ctx.root)
    if rules.HAS_CANONICAL:
        s = rules.canonical(ctx, np.int64(1), s)
    rules.store(fresh_of(ctx), s)
    if ctx.wanted:
        ctx.found = enter(ctx)
    else:
        ctx.found = find(ctx, ctx.fresh)


# Settling ----------------------------------------------------------------------------------------


@entry
def settle(contexts):
    """Work out the states from `first` up to `last`; what is known and can get no better stays."""
    ctx = contexts[0]
    held, values = held_of(ctx), values_of(ctx)
    changes = 0
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        if start >= ctx.last:
            break
        for i in range(start, min(start + CHUNK, ctx.last)):
            if is_final(values[i, 0]):
                continue
            s = rules.load(ctx, np.int64(0), held[i])
            if VALUES > 1:
                changes += settle_for_all(ctx, s, values, i)
                continue
            code = worth(ctx, s, values)
            if code != values[i, 0]:
                values[i, 0] = code
                changes += 1
            if ctx.fault:
                return
    fetch_add(shared_at(ctx, CHANGES), changes)


@native
def is_final(code):
    """Whether a code cannot change any more: ends, draws and scores."""
    if SCORED or VALUES > 1:
        return code != UNKNOWN
    return code == DRAW or code == 2 or code == -1


@native
def worth(ctx, s, values):
    """What a state is worth to its mover, by what is known of those it leads to."""
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
        place = find(ctx, ctx.fresh)
        after = rules.load(ctx, np.int64(1), fresh_of(ctx))
        code = np.int64(values[place, 0])
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
        return np.int16(UNKNOWN if is_open else 2 * best + 1)
    if fastest < NONE:
        return np.int16(2 + min(fastest + 1, LONGEST))
    if is_open:
        return UNKNOWN
    return DRAW if draws else np.int16(-1 - min(slowest + 1, LONGEST))


@native
def plies_of(code):
    return code - 2 if code > 0 else -1 - code


@native
def code_of_end(score):
    if SCORED:
        return np.int16(2 * score + 1)
    if score == 0:
        return DRAW
    return np.int16(2 if score > 0 else -1)


@native
def half_payoffs(ctx, s, q):
    """What an end pays a player, in halves: more cannot be told apart."""
    twice = 2 * rules.utility(ctx, s, q)
    halves = np.int64(np.rint(twice))
    if halves != twice or abs(halves) > MOST_HALVES:
        fetch_add(shared_at(ctx, BROKEN), 1)
    return halves


@native
def settle_for_all(ctx, s, values, i):
    """Several players: whoever moves takes the most for themselves, the first such move."""
    if rules.terminal(ctx, s):
        for q in range(rules.PLAYERS):
            values[i, q] = np.int16(2 * half_payoffs(ctx, s, np.int64(q)) + 1)
        return 1
    p, n = rules.player(ctx, s), list_moves(ctx, s)
    best = np.int64(NOWHERE)
    for j in range(n):
        follow(ctx, s, ctx.moves[j])
        place = find(ctx, ctx.fresh)
        if values[place, 0] == UNKNOWN:
            return 0
        if best == NOWHERE or values[place, p] > values[best, p]:
            best = place
    if best == NOWHERE:
        return 0
    for q in range(rules.PLAYERS):
        values[i, q] = values[best, q]
    return 1


@entry
def verify(contexts):
    """Work out the states from `first` up to `last` again; `found` is one that is wrong."""
    ctx = contexts[0]
    held, values = held_of(ctx), values_of(ctx)
    ctx.found = NOWHERE
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        if start >= ctx.last:
            return
        for i in range(start, min(start + CHUNK, ctx.last)):
            s = rules.load(ctx, np.int64(0), held[i])
            if not is_right(ctx, s, values, i):
                ctx.found = i
                return


@native
def is_right(ctx, s, values, i):
    """Whether a state is worth what its row says, by the rows of those it leads to."""
    if not has_all(ctx, s):
        return False
    if VALUES == 1:
        return worth(ctx, s, values) == values[i, 0]
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
    """Whether the states that a state leads to are all there."""
    if rules.terminal(ctx, s):
        return True
    for j in range(list_moves(ctx, s)):
        follow(ctx, s, ctx.moves[j])
        if find(ctx, ctx.fresh) == NOWHERE:
            return False
    return True


# Order -------------------------------------------------------------------------------------------


@entry
def divide(contexts):
    """Part the states from `first` up to `last` in two, at `middle`."""
    ctx = contexts[0]
    ctx.middle = part(ctx, ctx.first, ctx.last)


@entry
def sort(contexts):
    """Bring the states from `first` up to `last` into the order of their bytes."""
    ctx = contexts[0]
    sort_range(ctx, ctx.first, ctx.last)
