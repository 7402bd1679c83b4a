"""Cutoffs without a search: endgame tables, the game's bounds and the transposition table.

Each function returns a value that settles the window, or NO_CUT. Enhanced transposition cutoffs
(Plaat and others 1996) look the successors of a state up before any of them is searched.
"""

import numpy as np

from counterplay.core.compile.kernel import hot, merged, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.path import HAS_PATH, SUPERKO, is_forbidden, mixed, step
from counterplay.engine.alphabeta.kernel.switches import BOUNDS, DEEPER_ENTRIES, HISTORY_KEYS
from counterplay.engine.alphabeta.kernel.symmetry import to_canonical
from counterplay.engine.alphabeta.kernel.tablebase import UNKNOWN, is_in_time, tablebase_score
from counterplay.engine.alphabeta.kernel.transposition import (
    COMPLETE,
    EXACT,
    LOWER,
    UPPER,
    entry_bound,
    entry_depth,
    entry_value,
    fetch_bucket,
    probe,
    store,
)
from counterplay.engine.alphabeta.kernel.values import (
    HAS_BOUNDS,
    HAS_INDEX,
    NO_CUT,
    PROVEN,
    from_state,
    to_state,
)

CUTOFF_FIELDS = [
    ("probes", np.int64),
    ("child_keys", np.uint64, (rules.MOST_ACTIONS,)),
    ("child_movers", np.int64, (rules.MOST_ACTIONS,)),
]


@merged
def known_value(ctx, s, ply, alpha, beta, is_null_window):
    """The value in an endgame table, or a cutoff by the game's bounds; else NO_CUT."""
    if HAS_INDEX and ctx.tablebase_count > 0 and ply > 0:
        exact = tablebase_score(ctx, rules.index(ctx, s))
        if exact != UNKNOWN and is_in_time(ctx, ply, exact):
            ctx.probes += 1
            return from_state(exact, ply)
    if HAS_BOUNDS and is_null_window and ctx.use & BOUNDS:
        return bound_cutoff(ctx, s, ply, alpha, beta)
    return NO_CUT


@hot
def bound_cutoff(ctx, s, ply, alpha, beta):
    """A cutoff by the bounds that the game proves."""
    low, high = rules.bounds(ctx, s, to_state(alpha, ply), to_state(beta, ply))
    low, high = from_state(low, ply), from_state(high, ply)
    if low >= beta:
        return low
    if high <= alpha:
        return high
    return NO_CUT


@hot
def table_key(ctx, s, ply):
    """The key of a state in the transposition table; with HISTORY_KEYS also of the path to it.

    With a path, the state is at this ply of it, so its key is known already.
    """
    key = ctx.path[ctx.path_root + ply] if HAS_PATH else rules.key(ctx, s)
    if HAS_PATH and ctx.use & HISTORY_KEYS:
        key ^= mixed(ctx.path_hash[ply])
    return key


@hot
def table_cutoff(ctx, data, depth, ply, alpha, beta) -> int:
    """A cutoff by the entry of the state itself."""
    known = from_state(entry_value(data), ply)
    if not is_enough(ctx, data, known, depth, alpha, beta):
        return NO_CUT
    is_win = known > PROVEN and known >= beta
    is_loss = known < -PROVEN and known <= alpha
    if entry_depth(data) < COMPLETE and not (is_win or is_loss):
        ctx.horizon += 1
    return known


@hot
def is_enough(ctx, data, known, depth, alpha, beta):
    """Whether a stored value settles this window: deep enough, or a proven win or loss."""
    bound = entry_bound(data)
    if known >= beta and bound != UPPER:
        return known > PROVEN or is_deep(ctx, data, depth)
    if known <= alpha and bound != LOWER:
        return known < -PROVEN or is_deep(ctx, data, depth)
    return False


@hot
def is_deep(ctx, data, depth):
    """Whether an entry is from a search to this depth, to the end of the game, or deeper.

    An exact search accepts only searches to the end of the game.
    """
    stored = entry_depth(data)
    if stored == COMPLETE:
        return True
    if ctx.exact:
        return False
    return stored == depth or (stored > depth and ctx.use & DEEPER_ENTRIES != 0)


@native
def prefetch_children(ctx, s, ply, n) -> None:
    """Compute the key of each successor and prefetch its bucket."""
    moves, keys, movers = ctx.moves[ply], ctx.child_keys, ctx.child_movers
    for i in range(n):
        child = rules.result(ctx, ply + 1, s, moves[i])
        if HAS_PATH:
            step(ctx, ply, s, moves[i], child)
        child = to_canonical(ctx, ply, child)
        keys[i] = table_key(ctx, child, ply + 1)
        movers[i] = rules.player(ctx, child)
        fetch_bucket(ctx, keys[i])
        if SUPERKO and is_forbidden(ctx, ply, child):
            movers[i] = -1


@native
def enhanced_cutoff(ctx, p, ply, n, depth, beta) -> int:
    """A cutoff by the entry of a successor that is good enough for player `p`."""
    keys, movers = ctx.child_keys, ctx.child_movers
    for i in range(n):
        found = probe(ctx, keys[i])
        if found == 0 or movers[i] < 0:
            continue
        is_mine = movers[i] == p
        known = from_state(entry_value(found), ply + 1)
        v = known if is_mine else -known
        if v < beta or entry_bound(found) == (UPPER if is_mine else LOWER):
            continue
        if v > PROVEN or is_deep(ctx, found, depth - 1):
            if entry_depth(found) < COMPLETE and v <= PROVEN:
                ctx.horizon += 1
            return v
    return NO_CUT


@merged
def store_result(ctx, key, best, depth, ply, alpha, beta, tag, is_complete):
    """Store what the search of a state found. A value without any horizon fits every depth."""
    bound = UPPER if best <= alpha else LOWER if best >= beta else EXACT
    reach = COMPLETE if is_complete else min(depth, COMPLETE - 1)
    store(ctx, key, to_state(best, ply), reach, bound, tag)
