"""Alpha-beta with all its techniques: the value of a state, searched `depth` plies deep.

Values are score points for the player to move (see `values.py`). Players need not alternate: if the
same player moves again, the value keeps its sign and its window. Fail-soft: a value at or below
alpha is an upper bound, one at or above beta a lower bound, one in between is exact. The first
move is searched with the whole window, the others first with a null window (principal variation
search, Marsland and Campbell 1982).

All data that change are in the context. The transposition table belongs to the caller; the context
has its address. `ctx.use` has a bit for each technique that is on. In an exact search `depth` is
the number of moves that remain in the game, and nothing is pruned.
"""

import numpy as np

from counterplay.core.compile.kernel import (
    NO_ACTION,
    TOO_MANY,
    extend_line,
    merged,
    native,
    recursive,
)
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.cutoffs import (
    CUTOFF_FIELDS,
    enhanced_cutoff,
    known_value,
    prefetch_children,
    store_result,
    table_cutoff,
    table_key,
)
from counterplay.engine.alphabeta.kernel.evaluations import EVALUATION_FIELDS, static_evaluation
from counterplay.engine.alphabeta.kernel.exact import EXACT_FIELDS
from counterplay.engine.alphabeta.kernel.extensions import (
    EXTENSION_FIELDS,
    check_extension,
    late_move_reduction,
    singular_extension,
)
from counterplay.engine.alphabeta.kernel.ordering import (
    FEW,
    ORDERING_FIELDS,
    credit_cutoff,
    put_first,
    rank_moves,
    select_best,
)
from counterplay.engine.alphabeta.kernel.parallel import (
    LEAST_MARKED_DEPTH,
    PARALLEL_FIELDS,
    defer_move,
    is_busy,
    mark_of,
    set_mark,
)
from counterplay.engine.alphabeta.kernel.path import (
    HAS_PATH,
    PATH_FIELDS,
    SUPERKO,
    is_drawn,
    is_forbidden,
    step,
)
from counterplay.engine.alphabeta.kernel.pruning import (
    PRUNING_FIELDS,
    forward_cut,
    loses_exchange,
    quiet_move_limit,
)
from counterplay.engine.alphabeta.kernel.quiescence import (
    QUIESCENCE_FIELDS,
    leaf_value,
    quiescence,
)
from counterplay.engine.alphabeta.kernel.root import ROOT_FIELDS
from counterplay.engine.alphabeta.kernel.switches import (
    ENHANCED_CUTOFFS,
    EXCHANGE_PRUNING,
    FUTILITY,
    INTERNAL_ITERATIVE_DEEPENING,
    LATE_MOVE_PRUNING,
    LATE_MOVE_REDUCTIONS,
    NULL_MOVE,
    PROBCUT,
    QUIESCENCE,
    RAZORING,
    SCOUT,
    SINGULAR_EXTENSIONS,
    SUFFICIENT_MOVES,
    TRANSPOSITION_TABLE,
)
from counterplay.engine.alphabeta.kernel.symmetry import SYMMETRY_FIELDS, to_canonical
from counterplay.engine.alphabeta.kernel.tablebase import TABLEBASE_FIELDS
from counterplay.engine.alphabeta.kernel.transposition import (
    LOWER,
    NO_TAG,
    TABLE_FIELDS,
    UPPER,
    entry_bound,
    entry_tag,
    entry_value,
    fetch_bucket,
    probe,
    tag_of,
)
from counterplay.engine.alphabeta.kernel.values import (
    HAS_EVALUATOR,
    HAS_IN_CHECK,
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
)

PRUNING = NULL_MOVE | FUTILITY | RAZORING | PROBCUT | LATE_MOVE_PRUNING
LATE_MOVES = LATE_MOVE_REDUCTIONS | LATE_MOVE_PRUNING | FUTILITY | EXCHANGE_PRUNING
"""Techniques that treat late quiet moves apart. Without them `noisy` is not asked."""
DEEPENING_DEPTH = 5
"""The least depth for internal iterative deepening."""

CONTEXT = [
    ("use", np.int64),
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("aborted", np.int64),
    ("fault", np.int64),
    ("exact", np.int64),
    ("order_depth", np.int64),
    ("transposition_depth", np.int64),
    ("enhanced_cutoff_depth", np.int64),
    *TABLEBASE_FIELDS,
    *CUTOFF_FIELDS,
    ("line_length", np.int64, (PLIES + 2,)),
    ("line", np.int64, (PLIES + 2, PLIES + 2)),
    *TABLE_FIELDS,
    *ORDERING_FIELDS,
    *PATH_FIELDS,
    *QUIESCENCE_FIELDS,
    *EVALUATION_FIELDS,
    *PRUNING_FIELDS,
    *EXTENSION_FIELDS,
    *PARALLEL_FIELDS,
    *SYMMETRY_FIELDS,
    *ROOT_FIELDS,
    *EXACT_FIELDS,
]


@recursive
def value(ctx, s, p, depth, ply, alpha, beta):
    """The value of `s` for player `p`, who is to move there."""
    # 1. The node limit, the end of the game, and draws by history.
    if ctx.nodes >= ctx.node_limit:
        ctx.aborted = 1
        return np.int64(0)
    ctx.nodes += 1
    ctx.line_length[ply] = 0
    uses_table = ctx.use & TRANSPOSITION_TABLE != 0 and depth >= ctx.transposition_depth
    key = np.uint64(0)
    if uses_table:
        key = table_key(ctx, s, ply)
        fetch_bucket(ctx, key)
    if rules.terminal(ctx, s):
        return end_value(ctx, s, p, ply)
    if HAS_PATH and is_drawn(ctx, ply):
        return np.int64(0)

    # 2. Mate distance: nothing is better than a win, or worse than a loss, at the next ply.
    if not SCORED:
        alpha = max(alpha, ply - WIN)
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha

    # 3. Endgame tables and the game's bounds. An endgame table settles every window; all other
    #    cutoffs need a null window, so that the principal variation is searched in full.
    is_null_window = beta - alpha == 1
    known = known_value(ctx, s, ply, alpha, beta, is_null_window)
    if known != NO_CUT:
        return known

    # 4. The horizon.
    if depth <= 0 or ply >= PLIES:
        if HAS_NOISY and ctx.use & QUIESCENCE:
            ctx.nodes -= 1
            return quiescence(ctx, s, p, ply, alpha, beta)
        return leaf_value(ctx, s, p, ply, key)

    # 5. The transposition table. `skipped` is the move that a singular search leaves out.
    skipped = ctx.skipped[ply]
    found = np.uint64(0)
    if uses_table:
        found = probe(ctx, key)
        if found != 0 and is_null_window and skipped == NO_TAG:
            known = table_cutoff(ctx, found, depth, ply, alpha, beta)
            if known != NO_CUT:
                return known

    # 6. Forward pruning, unless the player is in check.
    static, is_prunable, is_rising = np.int64(INFINITY), False, False
    if HAS_EVALUATOR:
        if ctx.use & PRUNING and not ctx.in_check[ply]:
            static = static_evaluation(ctx, ply, s, p, key)
            is_prunable = is_null_window and abs(alpha) < PROVEN
        ctx.static_evaluations[ply] = static
        is_rising = ply >= 2 and ctx.mover[ply - 2] == p
        is_rising = is_rising and static > ctx.static_evaluations[ply - 2]
        if is_prunable and found != 0:
            static = sharper(static, found, ply)
    if HAS_EVALUATOR and is_prunable and skipped == NO_TAG:
        cut = forward_cut(ctx, s, p, depth, ply, alpha, beta, static, is_rising)
        if ctx.aborted:
            return np.int64(0)
        if cut != NO_CUT:
            return cut

    # 7. The move to try first: from the table, or else by internal iterative deepening. Without
    #    one, a null window is searched a ply less deep. A singular move gets a ply more.
    first = entry_tag(found)
    if first == NO_TAG and uses_table and depth >= DEEPENING_DEPTH and ctx.exact == 0:
        if ctx.use & INTERNAL_ITERATIVE_DEEPENING:
            if not is_null_window:
                first = deepened_move(ctx, s, p, key, depth, ply, alpha, beta)
                if ctx.aborted:
                    return np.int64(0)
            elif HAS_EVALUATOR and ctx.use & LATE_MOVE_REDUCTIONS:
                depth -= 1
    extension = np.int64(0)
    if HAS_EVALUATOR and ctx.use & SINGULAR_EXTENSIONS:
        if ply > 0 and skipped == NO_TAG and first != NO_TAG:
            extension = singular_extension(ctx, s, p, depth, ply, found)
            if ctx.aborted:
                return np.int64(0)

    # 8. The legal moves in order: the move to try first at the front, the others ranked after it.
    #    Without one they are ranked while memory fetches the successors' entries.
    moves = ctx.moves[ply]
    n = generate_moves(ctx, s, moves)
    if ctx.aborted:
        return np.int64(0)
    asks_children = is_null_window and uses_table and depth >= ctx.enhanced_cutoff_depth
    asks_children = asks_children and ctx.use & ENHANCED_CUTOFFS
    if asks_children:
        prefetch_children(ctx, s, ply, n)
    is_ranked = n > 1 and depth >= ctx.order_depth
    in_place = np.int64(0)
    if is_ranked:
        if first != NO_TAG:
            in_place = put_first(ctx, ply, n, first)
        if in_place == 0:
            rank_moves(ctx, s, p, ply, in_place, n, first, depth)
    if asks_children:
        known = enhanced_cutoff(ctx, p, ply, n, depth, beta)
        if known != NO_CUT:
            return known
    quiet_limit = n
    if HAS_EVALUATOR and is_prunable:
        quiet_limit = quiet_move_limit(ctx, depth, n, alpha, static, is_rising)

    best, best_tag, floor, horizon = np.int64(-INFINITY), NO_TAG, alpha, ctx.horizon
    turn, deferred = np.int64(-1), np.int64(0)
    while turn < n - 1:
        turn += 1
        if is_ranked:
            if turn == 1 and in_place == 1:
                rank_moves(ctx, s, p, ply, turn, n, first, depth)
                in_place = np.int64(0)
            if n > FEW and turn >= in_place and turn < quiet_limit:
                select_best(ctx, ply, turn, n)
        move = moves[turn]
        if skipped != NO_TAG and tag_of(move) == skipped:
            continue

        # 9. Make the move. Late quiet moves are skipped or reduced once a move is known that does
        #    not lose.
        is_late = turn > 0 and best >= -PROVEN
        if is_late and ctx.beam > 0 and turn >= ctx.beam:
            ctx.horizon += 1
            break
        less, is_hopeless = np.int64(0), False
        if HAS_EVALUATOR and is_late and ctx.use & LATE_MOVES and not rules.noisy(ctx, s, move):
            is_falling = is_prunable and not is_rising
            less = late_move_reduction(ctx, p, ply, move, depth, turn, is_falling)
            if is_prunable:
                is_hopeless = turn >= quiet_limit or loses_exchange(ctx, s, move, depth - 1 - less)
        child = rules.result(ctx, ply + 1, s, move)
        if SUPERKO and is_forbidden(ctx, ply, child):
            continue
        if HAS_PATH:
            step(ctx, ply, s, move, child)
        child = to_canonical(ctx, ply, child)
        gives_check = HAS_IN_CHECK and rules.in_check(ctx, child)
        if HAS_EVALUATOR and is_hopeless and not gives_check:
            ctx.horizon += 1
            best = max(best, alpha)
            continue
        q = rules.player(ctx, child)
        ctx.played[ply] = move
        ctx.mover[ply] = p
        ctx.in_check[ply + 1] = gives_check

        # 10. The depth of the successor: extensions, and the reduction of late moves.
        rest = depth - 1
        if HAS_REMAINING and ctx.exact:
            rest = max(rules.remaining(ctx, child), np.int64(1))
        if turn == 0:
            rest += extension
        if gives_check:
            rest += check_extension(ctx, s, ply, move)
        if turn < 2 or depth < 3 or gives_check:
            less = np.int64(0)

        # 11. Parallel search: defer a move, once, that another thread is searching.
        mark = np.uint64(0)
        if ctx.busy != 0 and turn > 0 and rest >= LEAST_MARKED_DEPTH:
            mark = mark_of(table_key(ctx, child, ply + 1), rest)
            if turn < n - 1 - deferred and is_busy(ctx, mark):
                defer_move(ctx, ply, turn, n)
                deferred += 1
                turn -= 1
                continue
            set_mark(ctx, mark, True)

        # 12. Search the move.
        v = move_value(ctx, child, q, q == p, rest, less, ply, turn, alpha, beta)
        if ctx.aborted:
            return np.int64(0)
        if mark != 0:
            set_mark(ctx, mark, False)

        # 13. Keep the best move and its line. At beta the opponent avoids this state: cut off.
        if v > best:
            best = v
            best_tag = tag_of(move) if v > alpha else NO_TAG
            if v > alpha:
                alpha = v
                if not is_null_window:
                    extend_line(ctx, ply, move)
                if alpha >= beta:
                    credit_cutoff(ctx, s, p, ply, turn, depth)
                    break

    if best == -INFINITY:
        if skipped == NO_TAG:  # superko forbids every move
            ctx.fault = NO_ACTION
            ctx.aborted = 1
        return floor

    # 14. Store the result in the transposition table.
    if uses_table and skipped == NO_TAG:
        is_complete = ctx.horizon == horizon
        store_result(ctx, key, best, depth, ply, floor, beta, best_tag, is_complete)
    return best


@merged
def deepened_move(ctx, s, p, key, depth, ply, alpha, beta):
    """Internal iterative deepening: the tag of the best move of a search two plies less deep."""
    horizon = ctx.horizon
    value(ctx, s, p, depth - 2, ply, alpha, beta)
    ctx.line_length[ply] = 0
    ctx.horizon = horizon
    return entry_tag(probe(ctx, key))


@native
def sharper(static, found, ply):
    """The static evaluation, or the value in the table entry `found` if that says more."""
    known, bound = from_state(entry_value(found), ply), entry_bound(found)
    if abs(known) < PROVEN:
        if (known > static and bound != UPPER) or (known < static and bound != LOWER):
            return known
    return static


@merged
def generate_moves(ctx, s, moves):
    """Write the legal moves, or the sufficient ones, to the buffer; return how many there are."""
    if HAS_SUFFICIENT_MOVES and ctx.use & SUFFICIENT_MOVES:
        n = rules.sufficient_moves(ctx, s, moves)
    else:
        n = rules.actions(ctx, s, moves)
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        ctx.aborted = 1
    return n


@merged
def move_value(ctx, child, q, is_mine, rest, less, ply, turn, alpha, beta):
    """The value of a move that leads to `child`, `rest` plies deep, reduced by `less` at first.

    A null window asks whether the move is better than alpha. If it is, the search is repeated
    without the reduction, and then with the whole window.
    """
    ceiling = beta
    if less > 0 or (turn > 0 and ctx.use & SCOUT):
        ceiling = alpha + 1
    while True:
        low, high = (alpha, ceiling) if is_mine else (-ceiling, -alpha)
        is_null_window = ceiling - alpha == 1
        ctx.expects_cut[ply + 1] = is_null_window and (less > 0 or not ctx.expects_cut[ply])
        v = value(ctx, child, q, rest - less, ply + 1, low, high)
        if not is_mine:
            v = -v
        if ctx.aborted or v <= alpha:
            break
        if less > 0:
            less = np.int64(0)
        elif ceiling < beta and v < beta:
            ceiling = beta
        else:
            break
    return v
