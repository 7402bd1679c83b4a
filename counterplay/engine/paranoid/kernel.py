"""One player against all others, by alpha-beta: paranoid and best-reply search.

The value of a state is the score of one player, `me`, who maximizes it. All others minimize it.

Paranoid (Sturtevant and Korf 2000): all players move in turn. If the search reaches the end of the
game, its value is a lower bound of my payoff, for any play of the others.

Best reply (Schadd and Winands 2011), with `best_reply` set: between two turns of mine only one
opponent moves, the one with the strongest reply. The others pass, by the game's `null(s)`. A turn
of several moves stays with its player. This search plans further ahead, but the lines are not
legal play: with more than two players the value is an estimate.

Fail-soft: a value at or below alpha is an upper bound, one at or above beta a lower bound, one in
between is exact. In games that are won or lost, my win n plies from the root scores WIN - n. The
table belongs to the caller, and its entries are for one `me`.
"""

import numpy as np

from counterplay.core.compile.kernel import (
    NO_ACTION,
    TOO_MANY,
    TOO_MUCH,
    entry,
    extend_line,
    native,
    recursive,
)
from counterplay.core.compile.unbound import rules
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
    probe,
    store,
    tag_of,
)
from counterplay.engine.shared.sorting import sort_moves

PLIES = rules.PLIES
PLAYERS = rules.PLAYERS
IS_RECORD = any(field[0] == "states" for field in rules.CONTEXT)
WIN = rules.WIN
PROVEN = WIN if rules.SCORED else WIN - 1000
EVALUATION_LIMIT = WIN if rules.SCORED else PROVEN - 1
INFINITY = 2**31 - 1
ANYONE = -1
SPARE = PLIES + 1
REPLYING = np.uint64(0xD1B54A32D192ED03)
"""Changes the key of a state in which one opponent continues a reply."""

CONTEXT = [
    ("me", np.int64),
    ("best_reply", np.int64),
    ("depth", np.int64),
    ("value", np.int64),
    ("root_first", np.int64),
    ("improved", np.int64),
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("aborted", np.int64),
    ("fault", np.int64),
    ("horizon", np.int64),
    *TABLE_FIELDS,
    ("line_length", np.int64, (PLIES + 2,)),
    ("line", np.int64, (PLIES + 2, PLIES + 2)),
    ("moves", np.int64, (PLIES + 2, rules.MOST_ACTIONS)),
    ("ranks", np.int64, (rules.MOST_ACTIONS,)),
]


@recursive
def value(ctx, s, replier, depth, ply, alpha, beta):
    """The value of `s`. `replier` is the opponent who continues a reply; ANYONE: all may."""
    # 1. The node limit, ends of the game and the horizon.
    ctx.nodes += 1
    is_open = beta - alpha > 1
    if is_open:
        ctx.line_length[ply] = 0
    if ctx.nodes > ctx.node_limit:
        ctx.aborted = 1
        return np.int64(0)
    if rules.terminal(ctx, s):
        return end_value(ctx, s, ply)
    if depth <= 0 or ply >= PLIES:
        ctx.horizon += 1
        return max(min(rules.evaluate(ctx, ply, s, ctx.me), EVALUATION_LIMIT), 1 - INFINITY)

    # 2. The table; only for null windows, so that the principal variation is searched in full.
    key = rules.key(ctx, rules.canonical(ctx, SPARE, s))
    if replier != ANYONE:
        key ^= REPLYING
    data = probe(ctx, key)
    if data != 0 and not is_open:
        known = from_table(entry_value(data), ply)
        if is_enough(data, known, depth, alpha, beta):
            if entry_depth(data) < COMPLETE and not (known > PROVEN and known >= beta):
                ctx.horizon += 1
            return known

    # 3. The legal moves: the move of the table first, then by the game's `order`.
    mover = rules.player(ctx, s)
    mine = mover == ctx.me
    first = ctx.root_first if ply == 0 else entry_tag(data)
    is_reply = ctx.best_reply and PLAYERS > 2 and not mine
    best, tag, passes = np.int64(0), NO_TAG, 0
    floor, ceiling, seen = alpha, beta, ctx.horizon
    while True:
        n = rules.actions(ctx, s, ctx.moves[ply])
        if n <= 0 or n > rules.MOST_ACTIONS:
            ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
            ctx.aborted = 1
            return np.int64(0)
        sort_moves(ctx, s, ply, n, first)
        for i in range(n):
            move = ctx.moves[ply, i]

            # 4. A null window asks whether the move is better; the whole window, how good it is.
            low, high = alpha, beta
            if tag != NO_TAG and mine:
                high = alpha + 1
            elif tag != NO_TAG:
                low = beta - 1
            while True:
                # 5. Best reply: the turn continues, or it is mine again. The state is made again
                # for each window, because passes below may have changed it on the stack.
                child = rules.result(ctx, ply + 1, s, move)
                q = rules.player(ctx, child)
                goes_on, skipped = ANYONE, 0
                if is_reply and q == mover:
                    goes_on = mover
                elif is_reply:
                    while q != ctx.me and skipped < PLAYERS and not rules.terminal(ctx, child):
                        child = passed(ctx, ply + 1, child)
                        q = rules.player(ctx, child)
                        skipped += 1

                v = value(ctx, child, goes_on, depth - 1, ply + 1, low, high)
                if ctx.aborted:
                    return np.int64(0)
                if (low == alpha and high == beta) or v <= alpha or v >= beta:
                    break
                low, high = alpha, beta

            # 6. Keep the best move and its line, which ends where a player is skipped.
            if tag != NO_TAG and (v <= best if mine else v >= best):
                continue
            best, tag = v, tag_of(move)
            if is_open and (alpha < v or not mine) and (v < beta or mine):
                if skipped > 0:
                    ctx.line_length[ply + 1] = 0
                extend_line(ctx, ply, move)
                if passes > 0:
                    ctx.line_length[ply] = 0
                if ply == 0:
                    ctx.value, ctx.root_first, ctx.improved = v, tag, 1
            if mine:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break

        # 7. Best reply: let the next opponent reply instead.
        if alpha >= beta or not is_reply or replier != ANYONE:
            break
        s = passed(ctx, ply, s)
        mover = rules.player(ctx, s)
        passes += 1
        if mover == ctx.me or passes >= PLAYERS or rules.terminal(ctx, s):
            break

    # 8. Store the result. A value without any horizon fits every depth.
    bound = UPPER if best <= floor else LOWER if best >= ceiling else EXACT
    reach = COMPLETE if ctx.horizon == seen else depth
    store(ctx, key, to_table(best, ply), reach, bound, tag)
    return best


@native
def end_value(ctx, s, ply):
    """My score at the end of the game."""
    v = rules.score(ctx, s, ctx.me)
    if v > WIN:
        ctx.fault = TOO_MUCH
        ctx.aborted = 1
    if v > PROVEN:
        return v - ply
    return max(v, 1 - INFINITY)


@native
def is_enough(data, known, depth, alpha, beta):
    """Whether a stored value settles this window: deep enough, or a proven win."""
    is_deep = entry_depth(data) >= depth
    if known >= beta and entry_bound(data) != UPPER:
        return is_deep or known > PROVEN
    return known <= alpha and entry_bound(data) != LOWER and is_deep


@native
def to_table(v, ply):
    """The value to store: a win counts from its own state, not from the root."""
    return v + ply if v > PROVEN else v


@native
def from_table(v, ply):
    """The inverse of `to_table`."""
    return v - ply if v > PROVEN else v


if IS_RECORD:

    @native
    def passed(ctx, ply, s):
        """The state after a pass, written over `s` on the stack."""
        return rules.load(ctx, ply, rules.null(ctx, SPARE, s))

else:

    @native
    def passed(ctx, ply, s):
        """The state after a pass."""
        return rules.null(ctx, ply, s)


@entry
def think(contexts):
    """Search the root to `depth`; the value and the line are in the context.

    `root_first` is the tag of the move to search first, and afterwards the tag of the best move. So
    the line of a stopped search is never worse than the line it began with.
    """
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    ctx.horizon = 0
    ctx.line_length[0] = 0
    worst, best = np.int64(-INFINITY), np.int64(INFINITY)
    return value(ctx, s, np.int64(ANYONE), ctx.depth, np.int64(0), worst, best)
