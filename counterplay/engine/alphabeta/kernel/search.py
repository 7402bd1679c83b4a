"""Alpha-beta by player, with all that makes it fast: the value of a state, `depth` plies on.

Values are score points for the player to move (see `values`). Players need not alternate: a reply
by the same player keeps its sign and window. Fail-soft: a value at or below alpha is an upper
bound, one at or above beta a lower bound, one in between is exact. The first move is searched with
the whole window, the rest are tried with a closed one first (Marsland and Campbell 1982).

Everything that is written to lies in the context; the table belongs to the caller and stands
there by its address. Techniques are bits of `ctx.use`. In an exact search `depth` is the game's
own measure of what is left, and nothing is cut off.
"""

import numpy as np

from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, extend_line, hot, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.extensions import STRETCHING_FIELDS, reduction, singular
from counterplay.engine.alphabeta.kernel.ordering import (
    FEW,
    ORDERING_FIELDS,
    bring_best,
    rank_moves,
    reward,
)
from counterplay.engine.alphabeta.kernel.parallel import (
    SHARED_DEPTH,
    SHARING_FIELDS,
    is_busy,
    note_of,
    put_off,
    write_note,
)
from counterplay.engine.alphabeta.kernel.path import (
    HAS_PATH,
    PATH_FIELDS,
    SUPERKO,
    is_drawn,
    is_forbidden,
    mixed,
    step,
)
from counterplay.engine.alphabeta.kernel.pruning import (
    SELECTIVE_FIELDS,
    early_cut,
    most_quiet,
)
from counterplay.engine.alphabeta.kernel.quiescence import LEAF_FIELDS, leaf, quiet
from counterplay.engine.alphabeta.kernel.root import ROOT_FIELDS
from counterplay.engine.alphabeta.kernel.switches import (
    BOUNDS,
    DEEPER_ENTRIES,
    FUTILITY,
    INTERNAL_DEEPENING,
    LATE_CUTS,
    LATE_REDUCTIONS,
    NULL_MOVE,
    PATHS,
    PROBCUT,
    QUIESCENCE,
    SCOUT,
    SINGULAR,
    SUFFICIENT_MOVES,
    TABLE,
    TABLE_CUTS,
    THREATS,
)
from counterplay.engine.alphabeta.kernel.symmetry import SYMMETRY_FIELDS, framed
from counterplay.engine.alphabeta.kernel.tablebase import (
    ENDGAME_FIELDS,
    UNKNOWN,
    is_in_time,
    looked_up,
)
from counterplay.engine.alphabeta.kernel.transposition import (
    COMPLETE,
    EXACT,
    LOWER,
    NO_TAG,
    TABLE_FIELDS,
    UPPER,
    entry_bound,
    entry_depth,
    entry_tag,
    entry_value,
    fetch_bucket,
    probe,
    store,
    tag_of,
)
from counterplay.engine.alphabeta.kernel.values import (
    HAS_BOUNDS,
    HAS_EVALUATOR,
    HAS_IN_CHECK,
    HAS_INDEX,
    HAS_NOISY,
    HAS_REMAINING,
    HAS_SUFFICIENT_MOVES,
    INFINITY,
    NO_CUT,
    PLIES,
    PROVEN,
    SCORED,
    WIN,
    end_value,
    from_state,
    guess,
    to_state,
)

CUTS = NULL_MOVE | FUTILITY | PROBCUT | LATE_CUTS

CONTEXT = [
    ("use", np.int64),
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("aborted", np.int64),
    ("fault", np.int64),
    ("exact", np.int64),
    ("order_depth", np.int64),
    ("table_depth", np.int64),
    ("table_cut_depth", np.int64),
    *ENDGAME_FIELDS,
    ("probes", np.int64),
    ("child_keys", np.uint64, (rules.MOST_ACTIONS,)),
    ("child_movers", np.int64, (rules.MOST_ACTIONS,)),
    ("line_length", np.int64, (PLIES + 2,)),
    ("line", np.int64, (PLIES + 2, PLIES + 2)),
    *TABLE_FIELDS,
    *ORDERING_FIELDS,
    *PATH_FIELDS,
    *LEAF_FIELDS,
    *SELECTIVE_FIELDS,
    *STRETCHING_FIELDS,
    *SHARING_FIELDS,
    *SYMMETRY_FIELDS,
    *ROOT_FIELDS,
]


@recursive
def value(ctx, s, p, depth, ply, alpha, beta):
    """The value of `s` for player `p`, who is to move there."""
    # 1. Limits and ends.
    if ctx.nodes >= ctx.node_limit:
        ctx.aborted = 1
        return np.int64(0)
    ctx.nodes += 1
    ctx.line_length[ply] = 0
    in_table = ctx.use & TABLE != 0 and depth >= ctx.table_depth
    key = np.uint64(0)
    if in_table:
        key = table_key(ctx, s, ply)
        fetch_bucket(ctx, key)
    if rules.terminal(ctx, s):
        return end_value(ctx, s, p, ply)
    if HAS_PATH and is_drawn(ctx, ply):
        return np.int64(0)

    # 2. Nothing below can be better than a win, or worse than a loss, at the next ply.
    if not SCORED:
        alpha = max(alpha, ply - WIN)
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha

    # 3. What is known without a search. Open windows are searched through, here and below, so
    #    that the best line is known in full; but an endgame table has the last word.
    is_closed = beta - alpha == 1
    if HAS_INDEX and ctx.book_count > 0 and ply > 0:
        exact = looked_up(ctx, rules.index(ctx, s))
        if exact != UNKNOWN and is_in_time(ctx, ply, exact):
            ctx.probes += 1
            return from_state(exact, ply)
    if is_closed and HAS_BOUNDS and ctx.use & BOUNDS:
        known = bounded(ctx, s, ply, alpha, beta)
        if known != NO_CUT:
            return known

    # 4. The horizon.
    if depth <= 0 or ply >= PLIES:
        if HAS_NOISY and ctx.use & QUIESCENCE:
            ctx.nodes -= 1
            return quiet(ctx, s, p, ply, alpha, beta)
        return leaf(ctx, s, p, ply)

    # 5. The table.
    skipped = ctx.skipped[ply]
    found = np.uint64(0)
    if in_table:
        found = probe(ctx, key)
        if found != 0 and is_closed and skipped == NO_TAG:
            known = from_state(entry_value(found), ply)
            if is_enough(ctx, found, known, depth, alpha, beta):
                is_win = known > PROVEN and known >= beta
                is_loss = known < -PROVEN and known <= alpha
                if entry_depth(found) < COMPLETE and not (is_win or is_loss):
                    ctx.horizon += 1
                return known

    # 6. Cuts that are only likely to be right; not where a threat has to be answered.
    static, is_calm = np.int64(INFINITY), False
    if HAS_EVALUATOR:
        if ctx.use & CUTS and is_closed and not ctx.threat[ply]:
            static = guess(ctx, s, p)
            is_calm = abs(alpha) < PROVEN
        ctx.guesses[ply] = static
    if HAS_EVALUATOR and is_calm and skipped == NO_TAG:
        cut = early_cut(ctx, s, p, depth, ply, alpha, beta, static)
        if ctx.aborted:
            return np.int64(0)
        if cut != NO_CUT:
            return cut

    # 7. A first move to try: from the table, or from a shallower search.
    first = entry_tag(found)
    if first == NO_TAG and in_table and depth >= 5 and ctx.use & INTERNAL_DEEPENING:
        if not is_closed and ctx.exact == 0:
            met = ctx.horizon
            value(ctx, s, p, depth - 2, ply, alpha, beta)
            if ctx.aborted:
                return np.int64(0)
            ctx.line_length[ply] = 0
            ctx.horizon = met
            first = entry_tag(probe(ctx, key))
        elif HAS_EVALUATOR and ctx.use & LATE_REDUCTIONS and ctx.exact == 0:
            depth -= 1  # a state that was of no interest yet
    extension = np.int64(0)
    if HAS_EVALUATOR and ctx.use & SINGULAR and ply > 0 and skipped == NO_TAG and first != NO_TAG:
        extension = singular(ctx, s, p, depth, ply, found)
        if ctx.aborted:
            return np.int64(0)

    # 8. The moves.
    moves = ctx.moves[ply]
    if HAS_SUFFICIENT_MOVES and ctx.use & SUFFICIENT_MOVES:
        n = rules.sufficient_moves(ctx, s, moves)
    else:
        n = rules.actions(ctx, s, moves)
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        ctx.aborted = 1
        return np.int64(0)
    # Memory is slow, but has many hands: the moves are ranked while it looks for their results.
    is_asked = is_closed and in_table and depth >= ctx.table_cut_depth and ctx.use & TABLE_CUTS
    if is_asked:
        ask_for_results(ctx, s, ply, n)
    is_ranked = n > 1 and depth >= ctx.order_depth
    if is_ranked:
        rank_moves(ctx, s, p, ply, n, first, depth)
    if is_asked:
        known = table_cut(ctx, p, ply, n, depth, beta)
        if known != NO_CUT:
            return known

    enough, is_rising = n, False
    if HAS_EVALUATOR and is_calm:
        is_rising = ply >= 2 and ctx.mover[ply - 2] == p and static > ctx.guesses[ply - 2]
        enough = most_quiet(ctx, depth, n, alpha, static, is_rising)

    best, best_tag, floor, seen = np.int64(-INFINITY), NO_TAG, alpha, ctx.horizon
    turn, waiting = np.int64(-1), np.int64(0)
    while turn < n - 1:
        turn += 1
        if is_ranked and n > FEW:
            bring_best(ctx, ply, turn, n)
        move = moves[turn]
        if skipped != NO_TAG and tag_of(move) == skipped:
            continue

        # 9. Forward pruning, once a move is known that does not lose.
        is_late = turn > 0 and best >= -PROVEN
        if is_late and ctx.beam > 0 and turn >= ctx.beam:
            ctx.horizon += 1
            break

        child = rules.result(ctx, ply + 1, s, move)
        if SUPERKO and is_forbidden(ctx, ply, child):
            continue
        if HAS_PATH:
            step(ctx, ply, s, move, child)
        child = framed(ctx, ply, child)
        is_threat = HAS_IN_CHECK and rules.in_check(ctx, child)
        if HAS_EVALUATOR and is_late and turn >= enough and not is_threat:
            if not rules.noisy(ctx, s, move):
                ctx.horizon += 1
                best = max(best, alpha)
                continue
        q = rules.player(ctx, child)
        ctx.played[ply] = move
        ctx.mover[ply] = p
        rest = depth - 1
        if HAS_REMAINING and ctx.exact:
            rest = max(rules.remaining(ctx, child), np.int64(1))
        if turn == 0:
            rest += extension
        ctx.threat[ply + 1] = is_threat
        if is_threat and ctx.use & THREATS and ply < 2 * ctx.depth:
            rest += 1

        # What another thread is looking into is put off, once.
        note = np.uint64(0)
        if ctx.busy != 0 and turn > 0 and rest >= SHARED_DEPTH:
            note = note_of(table_key(ctx, child, ply + 1), rest)
            if turn < n - 1 - waiting and is_busy(ctx, note):
                put_off(ctx, ply, turn, n)
                waiting += 1
                turn -= 1
                continue
            write_note(ctx, note, True)

        # 10. A closed window asks whether the move is better, at a reduced depth if it comes
        #     late; the whole window asks how good it is.
        mine = q == p
        less = np.int64(0)
        if HAS_EVALUATOR and turn >= 2 and depth >= 3 and ctx.use & LATE_REDUCTIONS:
            if best >= -PROVEN and not is_threat:
                less = reduction(ctx, s, move, depth, turn, is_calm and not is_rising)
        ceiling = alpha + 1 if turn > 0 and ctx.use & SCOUT else beta
        if less > 0:
            ceiling = alpha + 1
        while True:
            low, high = (alpha, ceiling) if mine else (-ceiling, -alpha)
            v = value(ctx, child, q, rest - less, ply + 1, low, high)
            if ctx.aborted:
                return np.int64(0)
            if not mine:
                v = -v
            if v <= alpha:
                break
            if less > 0:
                less = np.int64(0)
            elif ceiling < beta and v < beta:
                ceiling = beta
            else:
                break
        if note != 0:
            write_note(ctx, note, False)

        # 11. Keep the best and its line; stop where the opponent would not let it come to this.
        if v > best:
            best = v
            best_tag = tag_of(move) if v > alpha else NO_TAG
            if v > alpha:
                alpha = v
                if not is_closed:
                    extend_line(ctx, ply, move)
                if alpha >= beta:
                    reward(ctx, p, ply, turn, depth)
                    break

    if best == -INFINITY:
        if skipped == NO_TAG:  # superko left no move
            ctx.fault = NO_ACTION
            ctx.aborted = 1
        return floor

    # 12. Remember. What never met the horizon holds at any depth.
    if in_table and skipped == NO_TAG:
        bound = UPPER if best <= floor else LOWER if best >= beta else EXACT
        reach = COMPLETE if ctx.horizon == seen else min(depth, COMPLETE - 1)
        store(ctx, key, to_state(best, ply), reach, bound, best_tag)
    return best


@hot
def table_key(ctx, s, ply):
    """The key of a state in the table; where the path counts, of the state and the path."""
    key = rules.key(ctx, s)
    if HAS_PATH and ctx.use & PATHS:
        key ^= mixed(ctx.path_hash[ply])
    return key


@hot
def bounded(ctx, s, ply, alpha, beta):
    """What the game's bounds say of this window; NO_CUT if nothing."""
    low, high = rules.bounds(ctx, s, to_state(alpha, ply), to_state(beta, ply))
    low, high = from_state(low, ply), from_state(high, ply)
    if low >= beta:
        return low
    if high <= alpha:
        return high
    return NO_CUT


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
    """Whether an entry is from a search of this depth; a deeper one will do, or its whole game."""
    stored = entry_depth(data)
    return (
        stored == depth or stored == COMPLETE or (stored > depth and ctx.use & DEEPER_ENTRIES != 0)
    )


@native
def ask_for_results(ctx, s, ply, n):
    """Note the key of each move's result, and have its bucket brought near."""
    moves, keys, movers = ctx.moves[ply], ctx.child_keys, ctx.child_movers
    for i in range(n):
        child = rules.result(ctx, ply + 1, s, moves[i])
        if HAS_PATH:
            step(ctx, ply, s, moves[i], child)
        child = framed(ctx, ply, child)
        keys[i] = table_key(ctx, child, ply + 1)
        movers[i] = rules.player(ctx, child)
        fetch_bucket(ctx, keys[i])
        if SUPERKO and is_forbidden(ctx, ply, child):
            movers[i] = -1


@native
def table_cut(ctx, p, ply, n, depth, beta):
    """A move whose result the table knows to be good enough (Plaat and others 1996)."""
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
