"""AND-OR search over belief states, compiled for a game.

A belief state is a range of the array `belief_states`: the states that the viewer takes for
possible when it is to move. The array is a stack: what follows a move is written above it. A state
is in a belief state once; two states with the same key are the same.

A belief state is won within n own moves if one move leads, in all its states and whatever the
others do, either to a won end or to belief states that are won within n - 1. The table remembers
both answers: the fewest moves that are known to be enough, and the most that are not.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.casts import as_uint64
from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, entry, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.hashing import hash
from counterplay.engine.hidden.kernel.worlds import WORLD_FIELDS, find_worlds  # noqa: F401 (entry)

WIDTH = max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES) + 1
DEEPEST = 256
NO_ROOM = 105
LOST = np.int64(-1)
ENTRY = np.dtype(
    [("belief", np.uint64), ("move", np.int64), ("enough", np.int16), ("too_few", np.int16)]
)
GAPS = (701, 301, 132, 57, 23, 10, 4, 1)
"""The steps of a Shell sort (Ciura 2001)."""

CONTEXT = [
    *WORLD_FIELDS,
    ("belief_states", np.int64),
    ("belief_known", np.int64),
    ("belief_keys", np.int64),
    ("belief_order", np.int64),
    ("belief_room", np.int64),
    ("belief_count", np.int64),
    ("belief_table", np.int64),
    ("table_room", np.int64),
    ("table_count", np.int64),
    ("wanted", np.float64),
    ("own_limit", np.int64),
    ("sorted_from", np.int64),
    ("beliefs", np.int64),
    ("made", np.int64),
    ("is_won", np.int64),
    ("best_move", np.int64),
    ("own_choices", np.int64, (DEEPEST + 2, WIDTH)),
    ("replies", np.int64, (WIDTH,)),
    ("reply_odds", np.float64, (WIDTH,)),
]


@native
def states_of(ctx):
    return array_at(ctx.belief_states, (ctx.belief_room,), rules.STATE)


@native
def known_of(ctx):
    """What the viewer knows in each state."""
    return array_at(ctx.belief_known, (ctx.belief_room,), np.uint64)


@native
def keys_of(ctx):
    return array_at(ctx.belief_keys, (ctx.belief_room,), np.uint64)


@native
def order_of(ctx):
    return array_at(ctx.belief_order, (ctx.belief_room,), np.int64)


@native
def table_of(ctx):
    return array_at(ctx.belief_table, (ctx.table_room,), ENTRY)


@entry
def prove(contexts):
    """Say whether the viewer wins for sure from the first `belief_count` states."""
    ctx = contexts[0]
    ctx.is_won = 0
    ctx.best_move = -1
    high = spread(ctx, np.int64(0), ctx.belief_count)
    low = ctx.sorted_from
    if high == LOST:
        return
    while low < high:
        end = group_end(ctx, low, high)
        if prove_belief(ctx, low, end, high, ctx.own_limit) == 0:
            return
        low = end
    ctx.is_won = 1


@recursive
def prove_belief(ctx, low, end, top, left):
    """Whether the belief state from `low` to `end` is won within `left` own moves: 1 or 0.

    The stack is free from `top` on.
    """
    if left <= 0 or ctx.halt or ctx.fault:
        return np.int64(0)
    ctx.beliefs += 1
    belief = belief_key(ctx, low, end)
    answer = recall(ctx, belief, left)
    if answer >= 0:
        return answer
    n = list_own(ctx, low, left)
    for i in range(n):
        move = ctx.own_choices[left, i]
        high = make_move(ctx, low, end, top, move)
        if high == LOST:
            continue
        start = ctx.sorted_from
        while start < high:
            stop = group_end(ctx, start, high)
            if prove_belief(ctx, start, stop, high, left - 1) == 0:
                break
            start = stop
        if ctx.halt or ctx.fault:
            return np.int64(0)
        if start >= high:
            remember(ctx, belief, move, left, np.int64(0))
            ctx.best_move = move
            return np.int64(1)
    if ctx.halt or ctx.fault:
        return np.int64(0)
    remember(ctx, belief, np.int64(-1), np.int64(0), left)
    return np.int64(0)


@native
def list_own(ctx, low, left):
    """Write the viewer's moves in a belief state, which are the same in all its states."""
    s = rules.load(ctx, np.int64(0), states_of(ctx)[low])
    n = rules.actions(ctx, s, ctx.own_choices[left])
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        return np.int64(0)
    return n


@native
def make_move(ctx, low, end, top, move):
    """Make a move in all states of a belief state; return the height of the stack after `spread`,
    LOST if the move can lose."""
    count = top
    for i in range(low, end):
        s = rules.load(ctx, np.int64(0), states_of(ctx)[i])
        count = push(ctx, s, move, known_of(ctx)[i], True, count)
        if count == LOST:
            return LOST
    return spread(ctx, top, count)


@native
def push(ctx, s, a, known, is_own, count):
    """Write the state after a move on the stack; return the new height, LOST if there is no room.

    A state that is lost for the viewer is LOST, too: nothing more needs to be known.
    """
    after = rules.result(ctx, np.int64(1), s, a)
    ctx.made += 1
    if rules.terminal(ctx, after):
        return count if rules.utility(ctx, after, ctx.viewer) >= ctx.wanted else LOST
    if count >= ctx.belief_room:
        ctx.fault = NO_ROOM
        return LOST
    rules.store(states_of(ctx)[count], after)
    keys_of(ctx)[count] = rules.key(ctx, after)
    if rules.HAS_INFORMATION:
        known_of(ctx)[count] = rules.information(ctx, after, ctx.viewer)
    elif rules.HAS_OBSERVE:
        did = as_uint64(a + 1) if is_own else np.uint64(0)
        known_of(ctx)[count] = hash(known, rules.observe(ctx, after, ctx.viewer), did)
    else:
        known_of(ctx)[count] = hash(known, as_uint64(a))
    return count + 1


@native
def spread(ctx, low, high):
    """Follow the others' moves from the states between `low` and `high` until the viewer moves.

    The states in which it moves are then on the stack from `ctx.sorted_from` on, each once, sorted
    by what the viewer knows. Returns the new height; LOST if a state is lost or there is no room.
    """
    order, kept, i, top = order_of(ctx), np.int64(0), low, high
    while i < top:
        s = rules.load(ctx, np.int64(0), states_of(ctx)[i])
        mover = rules.player(ctx, s)
        if mover == ctx.viewer:
            order[low + kept] = i
            kept += 1
        else:
            top = push_replies(ctx, s, mover, known_of(ctx)[i], top)
            if top == LOST:
                return LOST
        i += 1
    sort_kept(ctx, low, kept)
    ctx.sorted_from = top
    return copy_kept(ctx, low, kept, top)


@native
def push_replies(ctx, s, mover, known, top):
    """Push all states that can follow when another player, or chance, is to move."""
    if mover == CHANCE:
        n = rules.chance(ctx, s, ctx.replies, ctx.reply_odds)
        limit = rules.MOST_OUTCOMES
    else:
        n = rules.actions(ctx, s, ctx.replies)
        limit = rules.MOST_ACTIONS
    if n <= 0 or n > limit:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        return LOST
    for j in range(n):
        if mover == CHANCE and ctx.reply_odds[j] <= 0.0:
            continue
        top = push(ctx, s, ctx.replies[j], known, False, top)
        if top == LOST:
            return LOST
    return top


@native
def comes_before(ctx, a, b):
    """Whether state a is sorted before state b: by what the viewer knows, then by key."""
    known, keys = known_of(ctx), keys_of(ctx)
    if known[a] != known[b]:
        return known[a] < known[b]
    return keys[a] < keys[b]


@native
def sort_kept(ctx, low, kept):
    """Sort the indices of the kept states: a Shell sort."""
    order = order_of(ctx)
    for gap in GAPS:
        for i in range(low + gap, low + kept):
            moving, j = order[i], i
            while j >= low + gap and comes_before(ctx, moving, order[j - gap]):
                order[j] = order[j - gap]
                j -= gap
            order[j] = moving


@native
def copy_kept(ctx, low, kept, top):
    """Copy the kept states to the top of the stack in order, each once; return the new height."""
    order, states, known, keys = order_of(ctx), states_of(ctx), known_of(ctx), keys_of(ctx)
    for i in range(low, low + kept):
        at = order[i]
        if top > ctx.sorted_from and known[top - 1] == known[at] and keys[top - 1] == keys[at]:
            continue
        if top >= ctx.belief_room:
            ctx.fault = NO_ROOM
            return LOST
        states[top] = states[at]
        known[top] = known[at]
        keys[top] = keys[at]
        top += 1
    return top


@native
def group_end(ctx, low, high):
    """Where the belief state that begins at `low` ends: the viewer knows something else there."""
    known, end = known_of(ctx), low + 1
    while end < high and known[end] == known[low]:
        end += 1
    return end


@native
def belief_key(ctx, low, end):
    """A hash of the keys of a belief state, which are sorted."""
    keys, mixed = keys_of(ctx), hash(as_uint64(end - low))
    for i in range(low, end):
        mixed = hash(mixed, keys[i])
    return mixed


@native
def slot_of(ctx, belief):
    """The slot of the table where a belief state is, or belongs; the table is never full."""
    table = table_of(ctx)
    mask = as_uint64(ctx.table_room - 1)
    at = np.int64(belief & mask)
    while table[at]["belief"] != np.uint64(0) and table[at]["belief"] != belief:
        at = (at + 1) & (ctx.table_room - 1)
    return at


@native
def recall(ctx, belief, left):
    """What the table says about a belief state: 1 won, 0 not won within `left`, -1 unknown."""
    known = table_of(ctx)[slot_of(ctx, belief)]
    if known["belief"] == np.uint64(0):
        return np.int64(-1)
    if known["enough"] > 0 and known["enough"] <= left:
        ctx.best_move = known["move"]
        return np.int64(1)
    return np.int64(0) if known["too_few"] >= left else np.int64(-1)


@native
def remember(ctx, belief, move, enough, too_few):
    """Write into the table how many own moves are enough, or how many are too few."""
    entry = table_of(ctx)[slot_of(ctx, belief)]
    if entry["belief"] == np.uint64(0):
        if 4 * ctx.table_count >= 3 * ctx.table_room:
            ctx.fault = NO_ROOM
            return
        ctx.table_count += 1
        entry["belief"] = belief
    if enough > 0:
        entry["move"], entry["enough"] = move, enough
    else:
        entry["too_few"] = too_few
