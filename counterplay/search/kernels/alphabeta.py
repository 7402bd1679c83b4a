"""Alpha-beta by player, with a transposition table: the value of a state, looking `depth` plies on.

Values are score points for the player to move. Players need not alternate: a reply by the same
player keeps its sign and window. Fail-soft: a value at or below alpha is an upper bound, one at
or above beta a lower bound, one in between is exact. The first move is searched with the whole
window, the rest are tried with an empty one first (Marsland and Campbell 1982).

In games that are won or lost, a win in n plies from the root scores WIN - n: faster wins are
better, slower losses too. In scored games the payoff alone counts.

Everything that is written to lies in the context; the table belongs to the caller and stands
there by its address, two words an entry (see `store`).
"""

import numpy as np

from counterplay.core.kernel import (
    NO_ACTION,
    TOO_MANY,
    TOO_MUCH,
    entry,
    extend_line,
    native,
)
from counterplay.core.memory import array_at
from counterplay.core.unbound import rules

PLIES = rules.PLIES
WIN = rules.WIN
SCORED = rules.SCORED
HAS_ORDER = rules.HAS_ORDER
PROVEN = WIN + 1 if SCORED else WIN - 1000
GUESS_LIMIT = WIN if SCORED else PROVEN - 1
INFINITY = 2**31 - 1

UPPER, LOWER, EXACT = 1, 2, 3
COMPLETE = 255
NO_MOVE = -1

GOLDEN = np.uint64(0x9E3779B97F4A7C15)

CONTEXT = [
    ("depth", np.int64),
    ("value", np.int64),
    ("root_first", np.int64),
    ("root_tried", np.int64),
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("aborted", np.int64),
    ("fault", np.int64),
    ("horizon", np.int64),
    ("table", np.int64),
    ("table_words", np.int64),
    ("table_shift", np.uint64),
    ("line_length", np.int64, (PLIES + 2,)),
    ("line", np.int64, (PLIES + 2, PLIES + 2)),
    ("moves", np.int64, (PLIES + 2, rules.MOST_ACTIONS)),
    ("ranks", np.int64, (rules.MOST_ACTIONS if HAS_ORDER else 1,)),
]


@native
def value(ctx, s, p, depth, ply, alpha, beta):
    """The value of `s` for player `p`, who is to move there."""
    # 1. Ends, limits and the horizon.
    ctx.nodes += 1
    is_open = beta - alpha > 1
    if is_open:
        ctx.line_length[ply] = 0
    if ctx.nodes > ctx.node_limit:
        ctx.aborted = 1
        return 0
    if rules.terminal(ctx, s):
        return end_value(ctx, s, p, ply)
    if depth <= 0 or ply >= PLIES:
        ctx.horizon += 1
        return min(max(rules.guess(ctx, s, p), -GUESS_LIMIT), GUESS_LIMIT)

    # 2. Nothing below can be better than a win, or worse than a loss, at the next ply.
    if not SCORED:
        alpha = max(alpha, ply - WIN)
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha

    # 3. The table. Open windows are searched through, so that the best line is known in full.
    key = rules.key(ctx, s)
    found = probe(ctx, key)
    first = NO_MOVE
    if found != 0:
        first = entry_move(found)
        if not is_open:
            known = from_table(entry_value(found), ply)
            if is_enough(found, known, depth, alpha, beta):
                is_win = known > PROVEN and known >= beta
                is_loss = known < -PROVEN and known <= alpha
                if entry_depth(found) < COMPLETE and not (is_win or is_loss):
                    ctx.horizon += 1
                return known

    # 4. The moves: the table's first, then in the order of the rules.
    moves = ctx.moves[ply]
    n = rules.actions(ctx, s, moves)
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        ctx.aborted = 1
        return 0
    if HAS_ORDER:
        sort_moves(ctx, s, moves, n)
    if ply == 0:
        first = ctx.root_first
    if first >= n:
        first = NO_MOVE

    best, best_move, floor, seen = -INFINITY, NO_MOVE, alpha, ctx.horizon
    for turn in range(-1, n):
        i = first if turn < 0 else turn
        if i < 0 or (turn >= 0 and i == first):
            continue
        child = rules.result(ctx, ply + 1, s, moves[i])
        q = rules.player(ctx, child)

        # 5. An empty window asks whether the move is better; the whole one, how good it is.
        mine = q == p
        sign = 1 if mine else -1
        ceiling = beta if best_move == NO_MOVE else alpha + 1
        while True:
            low, high = (alpha, ceiling) if mine else (-ceiling, -alpha)
            v = sign * value(ctx, child, q, depth - 1, ply + 1, low, high)
            if ctx.aborted:
                return 0
            if ceiling == beta or v <= alpha or v >= beta:
                break
            ceiling = beta

        if ply == 0:
            ctx.root_tried += 1

        # 6. Keep the best, its line, and stop where the opponent would not let it come to this.
        if v > best:
            best = v
            best_move = i
            if v > alpha:
                alpha = v
                if is_open:
                    extend_line(ctx, ply, moves[i])
                    if ply == 0:
                        ctx.value = v
                        ctx.root_first = i
                if alpha >= beta:
                    break

    # 7. Remember. What never met the horizon holds at any depth.
    bound = UPPER if best <= floor else LOWER if best >= beta else EXACT
    reach = COMPLETE if ctx.horizon == seen else depth
    store(ctx, key, to_table(best, ply), reach, bound, best_move)
    return best


@native
def end_value(ctx, s, p, ply):
    v = rules.score(ctx, s, p)
    if abs(v) > WIN:
        ctx.fault = TOO_MUCH
        ctx.aborted = 1
    if not SCORED:
        if v > 0:
            return v - ply
        if v < 0:
            return v + ply
    return v


@native
def sort_moves(ctx, s, moves, n):
    """Larger `order` first; equal ones stay as the rules gave them."""
    for i in range(n):
        move, rank = moves[i], rules.order(ctx, s, moves[i])
        j = i
        while j > 0 and ctx.ranks[j - 1] < rank:
            ctx.ranks[j] = ctx.ranks[j - 1]
            moves[j] = moves[j - 1]
            j -= 1
        ctx.ranks[j] = rank
        moves[j] = move


# The table: entries of two words, in pairs. The first word is key XOR data, so that an entry
# torn by two threads matches no key. Data, from the lowest bit: value 32, depth 8, bound 2,
# move 16 (its place among the state's moves, plus one).


@native
def probe(ctx, key):
    """The data stored for `key`, 0 if none."""
    table = array_at(ctx.table, (ctx.table_words,), np.uint64)
    slot = np.int64((key * GOLDEN) >> ctx.table_shift) * 4
    if table[slot] ^ table[slot + 1] == key:
        return table[slot + 1]
    if table[slot + 2] ^ table[slot + 3] == key:
        return table[slot + 3]
    return np.uint64(0)


@native
def store(ctx, key, v, depth, bound, move):
    """Keep an entry: in its own place, else in place of a shallower first, else in the second."""
    table = array_at(ctx.table, (ctx.table_words,), np.uint64)
    slot = np.int64((key * GOLDEN) >> ctx.table_shift) * 4
    data = (
        np.uint64(v + 2**31)
        | (np.uint64(depth) << np.uint64(32))
        | (np.uint64(bound) << np.uint64(40))
        | (np.uint64(move + 1) << np.uint64(42))
    )
    own = table[slot] ^ table[slot + 1] == key
    if not own and entry_depth(table[slot + 1]) > depth:
        slot += 2
    table[slot] = key ^ data
    table[slot + 1] = data


@native
def entry_value(data):
    return np.int64(data & np.uint64(0xFFFFFFFF)) - 2**31


@native
def entry_depth(data):
    return np.int64((data >> np.uint64(32)) & np.uint64(255))


@native
def entry_move(data):
    return np.int64((data >> np.uint64(42)) & np.uint64(0xFFFF)) - 1


@native
def is_enough(data, known, depth, alpha, beta):
    """Whether a stored value settles this window: deep enough, or a proven win or loss."""
    bound = np.int64((data >> np.uint64(40)) & np.uint64(3))
    is_deep = entry_depth(data) >= depth
    if known >= beta and bound != UPPER:
        return is_deep or known > PROVEN
    if known <= alpha and bound != LOWER:
        return is_deep or known < -PROVEN
    return False


@native
def to_table(v, ply):
    """Wins and losses are kept by their distance from the entry, not from the root."""
    if v > PROVEN:
        return v + ply
    if v < -PROVEN:
        return v - ply
    return v


@native
def from_table(v, ply):
    if v > PROVEN:
        return v - ply
    if v < -PROVEN:
        return v + ply
    return v


@entry
def think(contexts):
    """One search of the root to `depth`; the value and the line are left in the context.

    `root_first` is the place of the move to begin with, and afterwards that of the best: so the
    line of a search that was stopped is never worse than the line it began with.
    """
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    ctx.horizon = 0
    ctx.root_tried = 0
    ctx.line_length[0] = 0
    worst, best = np.int64(-INFINITY), np.int64(INFINITY)
    return value(ctx, s, rules.player(ctx, s), ctx.depth, np.int64(0), worst, best)
