"""Expectiminimax (Michie 1966) for two players and chance, pruned by Star1 and Star2.

The value of a state is the expected payoff of the first player, measured from an even share. Player
0 maximizes it, player 1 minimizes it, chance takes the mean of the outcomes by their probabilities.

Depth counts the moves of players: a roll costs no depth. At depth 0 a state is evaluated, be it a
chance node or not.

Fail-soft: a value at or below alpha is an upper bound, one at or above beta a lower bound, one in
between is exact. A state has the same value whenever it is searched to the same depth, with any
techniques: they only save work. (A beam and a sample of the outcomes change values.)

Star1 (Ballard 1983): the outcomes that were searched, and the least and the greatest value that the
others can have, bound the mean. So every outcome is searched with a window of its own, and the
rest is skipped once the mean is outside the window.

Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004): before that, each outcome is probed: its first
move alone is searched. That bounds the outcome from one side. Often the mean is then already
outside the window, and no outcome has to be searched in full.
"""

import numpy as np

from counterplay.core.compile.kernel import entry, native, recursive
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.alphabeta.kernel.transposition import tag_of
from counterplay.engine.expectiminimax.kernel.ordering import list_moves
from counterplay.engine.expectiminimax.kernel.outcomes import (
    HAS_LIST,
    MOST_OUTCOMES,
    OUTCOME_FIELDS,
    list_outcomes,
)
from counterplay.engine.expectiminimax.kernel.root import list_root, search_root
from counterplay.engine.expectiminimax.kernel.switches import (
    REPLIES,
    STAR1,
    STAR2,
    TRANSPOSITION_TABLE,
)
from counterplay.engine.expectiminimax.kernel.table import (
    DEEPEST,
    TABLE_FIELDS,
    best_tag,
    find,
    found_bounds,
    is_complete,
    store,
)
from counterplay.engine.expectiminimax.kernel.values import (
    NARROWEST,
    SPAN,
    end_value,
    static_value,
    value_range,
)

PLIES = rules.PLIES
WIDEST = max(rules.MOST_ACTIONS, MOST_OUTCOMES)
CHANCES = PLIES + 1 if rules.HAS_CHANCE else 1
HAS_ORDER = rules.HAS_ORDER
HAS_NETWORK = hasattr(rules, "network_update")
ROOM = rules.MOST_ACTIONS + 1

CONTEXT = [
    ("use", np.int64),
    ("beam", np.int64),
    ("reply_beam", np.int64),
    ("margin", np.float64),
    ("thread", np.int64),
    ("threads", np.int64),
    ("depth", np.int64),
    ("lines", np.int64),
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("aborted", np.int64),
    ("fault", np.int64),
    ("horizon", np.int64),
    ("improved", np.int64),
    ("root_count", np.int64),
    ("root_near", np.int64),
    ("root_moves", np.int64, (rules.MOST_ACTIONS,)),
    ("root_values", np.float64, (ROOM,)),
    *TABLE_FIELDS,
    *OUTCOME_FIELDS,
    ("ranks", np.float64, (rules.MOST_ACTIONS,)),
    ("moves", np.int64, (PLIES + 2, WIDEST)),
    ("probabilities", np.float64, (CHANCES, MOST_OUTCOMES)),
    ("reply", np.int64, (PLIES + 2,)),
    ("replies", np.int64, (CHANCES, MOST_OUTCOMES)),
    ("least", np.float64, (CHANCES, MOST_OUTCOMES)),
    ("most", np.float64, (CHANCES, MOST_OUTCOMES)),
]


@recursive
def value(ctx, s, depth, ply, alpha: float, beta: float) -> float:
    """The value of `s`, as far as the window from `alpha` to `beta` asks for it."""
    # 1. The node limit, ends of the game and the horizon.
    ctx.nodes += 1
    if ctx.nodes > ctx.node_limit:
        ctx.aborted = 1
        return 0.0
    if rules.terminal(ctx, s):
        return end_value(ctx, s)
    if depth <= 0 or ply >= PLIES:
        ctx.horizon += 1
        return horizon_value(ctx, ply, s)

    # 2. The table: a bound may settle the window, or narrow it.
    key = rules.key(ctx, s)
    mover = rules.player(ctx, s)
    lower, upper, seen = -SPAN, SPAN, ctx.horizon
    if ctx.use & TRANSPOSITION_TABLE:
        if find(ctx, key, depth):
            lower, upper = found_bounds(ctx)
            if not is_complete(ctx.entry[3]):
                ctx.horizon += 1
            if lower >= beta or lower >= upper:
                return lower
            if upper <= alpha:
                return upper
            alpha, beta = max(alpha, lower), min(beta, upper)

    # Windows come from sums, which are rounded, so there may be no room between their ends. The
    # moves would then be cut off at once, and the value of the first one taken for a bound.
    beta = max(beta, alpha + NARROWEST)

    # 3. The best move, or the mean of the outcomes.
    tag = np.int64(0)
    if mover == CHANCE:
        v = mean_value(ctx, s, key, depth, ply, alpha, beta)
    else:
        v, best = 2.0 * SPAN, np.int64(-1)
        if mover == 0:
            v = -v
        low, high = alpha, beta
        n = list_moves(ctx, s, ply, mover, depth, best_tag(ctx, key))
        for i in range(n):
            move = ctx.moves[ply, i]
            child = rules.result(ctx, ply + 1, s, move)
            ctx.reply[ply + 1] = 0
            found = value(ctx, child, depth - 1, ply + 1, low, high)
            if ctx.aborted:
                return 0.0
            if best < 0 or (found > v if mover == 0 else found < v):
                v, best, tag = found, i, tag_of(move)
                if mover == 0:
                    low = max(low, v)
                else:
                    high = min(high, v)
                if low >= high:
                    break
        ctx.reply[ply] = tag
    if ctx.aborted:
        return 0.0

    # 4. Store what is now known.
    if v > alpha:
        lower = max(lower, v)
    if v < beta:
        upper = min(upper, v)
    if ctx.use & TRANSPOSITION_TABLE:
        complete = np.int64(ctx.horizon == seen)
        store(ctx, key, min(depth, DEEPEST), complete, tag, lower, upper)
    return min(max(v, lower), upper)


@recursive
def mean_value(ctx, s, key, depth, ply, alpha: float, beta: float) -> float:
    """The mean of the outcomes of a chance node, as far as the window asks for it.

    `lowest` and `highest` bound the mean: by what each outcome is worth at least and at most.
    """
    low, high = value_range(ctx, s, CHANCE)
    if high <= alpha:
        return high
    if low >= beta:
        return low
    if not ctx.use & STAR1:
        alpha, beta = low, high
    n = list_outcomes(ctx, s, ply, key)
    if ctx.aborted:
        return 0.0
    least, most = ctx.least[ply], ctx.most[ply]
    least[:n], most[:n] = low, high
    lowest, highest = low, high

    # 1. Star2: the first move of each outcome bounds it from one side.
    if ctx.use & STAR2 and finds_good_move(ctx, depth) and (alpha > low or beta < high):
        for i in range(n):
            p = ctx.probabilities[ply, i]
            child = rules.result(ctx, ply + 1, s, ctx.moves[ply, i])
            if p <= 0.0 or not can_probe(ctx, child, ply + 1):
                continue
            mover = rules.player(ctx, child)
            ctx.reply[ply + 1] = ctx.replies[ply, i]
            if mover == 0 and beta < high:
                b = (beta - lowest) / p + least[i]
                v = first_move_value(ctx, child, depth, ply + 1, low, min(b, high))
                lowest += p * max(v - least[i], 0.0)
                least[i] = max(least[i], v)
                if b <= high and v >= b:
                    return max(lowest, beta)
            elif mover != 0 and alpha > low:
                a = (alpha - highest) / p + most[i]
                v = first_move_value(ctx, child, depth, ply + 1, max(a, low), high)
                highest += p * min(v - most[i], 0.0)
                most[i] = min(most[i], v)
                if a >= low and v <= a:
                    return min(highest, alpha)
            if ctx.aborted:
                return 0.0

    # 2. Star1: each outcome is searched with a window of its own. Threads begin at different ones.
    for turn in range(n):
        i = (turn + ctx.thread * n // ctx.threads) % n
        p = ctx.probabilities[ply, i]
        if p <= 0.0:
            continue
        a = (alpha - highest) / p + most[i]
        b = (beta - lowest) / p + least[i]
        child = rules.result(ctx, ply + 1, s, ctx.moves[ply, i])
        ctx.reply[ply + 1] = ctx.replies[ply, i]
        v = value(ctx, child, depth, ply + 1, max(a, low), min(b, high))
        if ctx.aborted:
            return 0.0
        ctx.replies[ply, i] = ctx.reply[ply + 1]
        lowest += p * (v - least[i])
        highest += p * (v - most[i])
        least[i], most[i] = v, v
        if a >= low and v <= a:
            return min(highest, alpha)
        if b <= high and v >= b:
            return max(lowest, beta)
    return sum_of(ctx, ply, n)


@native
def horizon_value(ctx, ply, s):
    """The static evaluation. That of a network is slow, so the table keeps it, as depth 0."""
    if not HAS_NETWORK or not ctx.use & TRANSPOSITION_TABLE:
        return static_value(ctx, ply, s)
    key = rules.key(ctx, s)
    if find(ctx, key, np.int64(0)):
        return found_bounds(ctx)[0]
    v = static_value(ctx, ply, s)
    store(ctx, key, np.int64(0), np.int64(0), np.int64(0), v, v)
    return v


@native
def finds_good_move(ctx, depth):
    """Whether a probe has a good move to begin with: one of the order, or a former reply."""
    return depth > 1 or HAS_ORDER or ctx.use & REPLIES != 0


@native
def can_probe(ctx, s, ply):
    """Whether a player has a move to try in `s`."""
    return ply < PLIES and not rules.terminal(ctx, s) and rules.player(ctx, s) != CHANCE


@native
def sum_of(ctx, ply, n):
    """The mean of outcomes whose values are all known, added in their order."""
    mean = 0.0
    for i in range(n):
        mean += ctx.probabilities[ply, i] * ctx.least[ply, i]
    return mean


@recursive
def first_move_value(ctx, s, depth, ply, alpha: float, beta: float) -> float:
    """The value of the first move in `s`: a bound of the value of `s`."""
    ctx.nodes += 1
    if list_moves(ctx, s, ply, rules.player(ctx, s), depth, best_tag(ctx, rules.key(ctx, s))) == 0:
        return 0.0
    child = rules.result(ctx, ply + 1, s, ctx.moves[ply, 0])
    return value(ctx, child, depth - 1, ply + 1, alpha, beta)


@entry
def begin(contexts):
    """List the moves of the root."""
    ctx = contexts[0]
    list_root(ctx, rules.load(ctx, 0, ctx.root))


@entry
def think(contexts):
    """Search the moves of the root to `depth`."""
    ctx = contexts[0]
    search_root(ctx, rules.load(ctx, 0, ctx.root))


@native
def look_up(ctx, s):
    """The best move of `s` in the table, at `depth`; -1 if it is not there.

    Its bounds are in `ctx.entry`.
    """
    key = rules.key(ctx, s)
    if not find(ctx, key, ctx.depth):
        return np.int64(-1)
    tag = best_tag(ctx, key)
    for i in range(rules.actions(ctx, s, ctx.moves[1])):
        if tag_of(ctx.moves[1, i]) == tag:
            return ctx.moves[1, i]
    return np.int64(-1)


@entry
def look(contexts):
    """Look the root up in the table: its best move, or -1, and bounds of its value."""
    ctx = contexts[0]
    ctx.root_moves[0] = look_up(ctx, rules.load(ctx, 0, ctx.root))
    ctx.root_values[0], ctx.root_values[1] = found_bounds(ctx)


@entry
def look_after_outcomes(contexts):
    """Look up what follows each outcome of the root, a chance node. Returns their number.

    Outcome i is in `moves[0]`, with the best move, or -1, in `replies[0]`. The bounds of its value
    are those of the mover.
    """
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    n = rules.chance(ctx, s, ctx.moves[0], ctx.probabilities[0]) if HAS_LIST else np.int64(0)
    for i in range(n):
        child = rules.result(ctx, 1, s, ctx.moves[0, i])
        ctx.replies[0, i] = -1
        if can_probe(ctx, child, np.int64(1)):
            ctx.replies[0, i] = look_up(ctx, child)
            low, high = found_bounds(ctx)
            is_first = rules.player(ctx, child) == 0
            ctx.least[0, i], ctx.most[0, i] = (low, high) if is_first else (-high, -low)
    return n
