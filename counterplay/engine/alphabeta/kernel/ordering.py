"""Move ordering: try the best moves first, so that cutoffs come early.

The rank of a move is one number. Its parts, from the most important one down:

- the move from the transposition table;
- the game's own `order`, or else the static evaluation of the state after the move; far from the
  horizon or the end, the sum of both;
- killers: moves that caused a cutoff at this ply before (Huberman 1968);
- the countermove to the opponent's last move (Uiterwijk 1992);
- history: how often a move caused a cutoff anywhere (Schaeffer 1983), and how often as a reply to
  the previous move.
"""

import numpy as np

from counterplay.core.compile.kernel import hot, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.evaluations import evaluate
from counterplay.engine.alphabeta.kernel.switches import (
    COUNTERMOVES,
    EVALUATION_ORDER,
    HISTORY,
    KILLERS,
    ORDER,
)
from counterplay.engine.alphabeta.kernel.transposition import GOLDEN, tag_of
from counterplay.engine.alphabeta.kernel.values import (
    HAS_EVALUATOR,
    HAS_ORDER,
    PLIES,
    UNIT,
    WIN,
)

FEW = 12
"""At most this many moves are sorted at once. With more, the best is selected each time."""

SELECTED = 4
"""After this many selections the remaining moves are sorted."""

HISTORY_BITS = 12
REPLY_BITS = 18
HISTORY_MOST_BITS = 14
HISTORY_MOST = 1 << HISTORY_MOST_BITS
HISTORY_STEP = HISTORY_MOST >> 6
"""What one ply of depth adds to the history of a move that caused a cutoff."""
HISTORY_SHIFT = 14
"""History is below the countermove in a rank, and far above the noise of helper threads."""

MOST_RANK = np.int64(1) << np.int64(62)
ORDER_LIMIT = 1 << 27
NO_MOVE = np.int64(-(2**63))

ORDERING_FIELDS = [
    ("moves", np.int64, (PLIES + 2, rules.MOST_ACTIONS)),
    ("ranks", np.int64, (PLIES + 2, rules.MOST_ACTIONS)),
    ("played", np.int64, (PLIES + 2,)),
    ("killers", np.int64, (PLIES + 2, 2)),
    ("history", np.int16, (rules.PLAYERS, 1 << HISTORY_BITS)),
    ("counters", np.int64, (rules.PLAYERS, 1 << HISTORY_BITS)),
    ("replies", np.int16, (rules.PLAYERS, 1 << REPLY_BITS)),
    ("jitter", np.int64),
    ("evaluation_order_depth", np.int64),
    ("order_points", np.int64),
]


@hot
def history_slot(move):
    """The index of a move in the tables of history and countermoves."""
    return np.int64((np.uint64(move) * GOLDEN) >> np.uint64(64 - HISTORY_BITS))


@hot
def reply_slot(before, move):
    """The index of a move in the table of replies to the previous move.

    The replies to one move are next to each other, so that few cache lines are read.
    """
    row = (np.uint64(before) * GOLDEN) >> np.uint64(64 - REPLY_BITS // 2)
    column = (np.uint64(move) * GOLDEN) >> np.uint64(64 - REPLY_BITS // 2)
    return np.int64(row << np.uint64(REPLY_BITS // 2) | column)


@hot
def put_first(ctx, ply, n, first):
    """Put the move with the tag `first` at the front. Returns how many moves are in place: 1 or 0.

    Most often it causes a cutoff, and the others need not be ranked.
    """
    moves = ctx.moves[ply]
    for i in range(n):
        move = moves[i]
        if tag_of(move) == first:
            for j in range(i, 0, -1):
                moves[j] = moves[j - 1]
            moves[0] = move
            return np.int64(1)
    return np.int64(0)


@hot
def rank_moves(ctx, s, p, ply, start, n, first, depth) -> None:
    """Rank the moves of this ply from index `start` on; sort them if they are few.

    `first` is the tag to try first.
    """
    moves, ranks = ctx.moves[ply], ctx.ranks[ply]
    counter = NO_MOVE
    if ply > 0 and ctx.use & COUNTERMOVES:
        counter = ctx.counters[p, history_slot(ctx.played[ply - 1])]
    for i in range(start, n):
        move = moves[i]
        rank = MOST_RANK if tag_of(move) == first else rank_of(ctx, s, p, ply, move, counter, depth)
        j = i
        if n <= FEW:
            while j > start and ranks[j - 1] < rank:
                ranks[j] = ranks[j - 1]
                moves[j] = moves[j - 1]
                j -= 1
            moves[j] = move
        ranks[j] = rank


@hot
def rank_of(ctx, s, p, ply, move, counter, depth):
    """The rank of one move."""
    rank = np.int64(0)
    if HAS_ORDER and ctx.use & ORDER:
        rank = clamped(rules.order(ctx, s, move))
        if HAS_EVALUATOR and ctx.use & EVALUATION_ORDER and depth >= ctx.evaluation_order_depth:
            rank = clamped(rank * ctx.order_points + evaluation_after(ctx, s, p, ply, move))
    elif HAS_EVALUATOR and ctx.use & EVALUATION_ORDER and depth >= 3:
        rank = clamped(evaluation_after(ctx, s, p, ply, move))
    rank = rank << np.int64(33)
    if ctx.use & KILLERS and is_killer(ctx, ply, move):
        rank += np.int64(1) << np.int64(32)
    if move == counter:
        rank += np.int64(1) << np.int64(31)
    if ctx.use & HISTORY:
        rank += history_sum(ctx, p, ply, move) << np.int64(HISTORY_SHIFT)
    if ctx.jitter:
        noise = (np.uint64(ctx.nodes + move) * GOLDEN) >> np.uint64(40)
        rank += np.int64(noise) & ctx.jitter
    return rank


@hot
def is_killer(ctx, ply, move):
    """Whether a move caused one of the last two cutoffs at this ply."""
    return move == ctx.killers[ply, 0] or move == ctx.killers[ply, 1]


@hot
def clamped(order):
    """An order within its limits, so that it fits above the other parts of a rank."""
    return min(max(np.int64(order), -ORDER_LIMIT), ORDER_LIMIT)


@native
def evaluation_after(ctx, s, p, ply, move):
    """The static evaluation after a move, for the player who makes it."""
    child = rules.result(ctx, ply + 1, s, move)
    if rules.terminal(ctx, child):
        v = rules.score(ctx, child, p)
    else:
        v = evaluate(ctx, ply + 1, child, p)
    return v * ORDER_LIMIT // (WIN + 1) if WIN > ORDER_LIMIT else v


@native
def select_best(ctx, ply, turn, n) -> None:
    """Selection sort: move the highest-ranked of the moves from `turn` on to index `turn`.

    Most states have a cutoff after a move or two; if not, the remaining moves are sorted.
    """
    if n <= FEW or turn > SELECTED:
        return
    moves, ranks = ctx.moves[ply], ctx.ranks[ply]
    if turn == SELECTED:
        sort_from(moves, ranks, turn, n)
        return
    best = turn
    for i in range(turn + 1, n):
        if ranks[i] > ranks[best]:
            best = i
    move, rank = moves[best], ranks[best]
    # Shift the others by one, so that moves of equal rank keep the order of the rules.
    for i in range(best, turn, -1):
        moves[i] = moves[i - 1]
        ranks[i] = ranks[i - 1]
    moves[turn] = move
    ranks[turn] = rank


@native
def sort_from(moves, ranks, start, n):
    """Stable sort of the moves from index `start` on, the highest rank first."""
    for i in range(start + 1, n):
        move, rank, j = moves[i], ranks[i], i
        while j > start and ranks[j - 1] < rank:
            moves[j] = moves[j - 1]
            ranks[j] = ranks[j - 1]
            j -= 1
        moves[j] = move
        ranks[j] = rank


@native
def credit_cutoff(ctx, s, p, ply, turn, depth) -> None:
    """Reward the move at `turn`, which caused a cutoff, and punish the moves before it.

    History rewards quiet moves alone: noisy ones are ordered by what they win.
    """
    moves = ctx.moves[ply]
    move = moves[turn]
    if ctx.use & KILLERS and ctx.killers[ply, 0] != move:
        ctx.killers[ply, 1] = ctx.killers[ply, 0]
        ctx.killers[ply, 0] = move
    if ply > 0 and ctx.use & COUNTERMOVES:
        ctx.counters[p, history_slot(ctx.played[ply - 1])] = move
    if ctx.use & HISTORY:
        weight = min(depth * HISTORY_STEP, HISTORY_MOST >> 3)
        if not rules.noisy(ctx, s, move):
            adjust_history(ctx, p, ply, move, weight)
        for i in range(turn):
            adjust_history(ctx, p, ply, moves[i], -weight)


@native
def adjust_history(ctx, p, ply, move, weight):
    """Adjust the history of a move, and its history as a reply to the previous move."""
    i = history_slot(move)
    ctx.history[p, i] = adjusted(np.int64(ctx.history[p, i]), weight)
    if ctx.use & COUNTERMOVES and ply > 0:
        i = reply_slot(ctx.played[ply - 1], move)
        ctx.replies[p, i] = adjusted(np.int64(ctx.replies[p, i]), weight)


@hot
def adjusted(old, weight):
    """A history counter changed by `weight`. It stays between -HISTORY_MOST and HISTORY_MOST."""
    return old + weight - (old * abs(weight) >> np.int64(HISTORY_MOST_BITS))


@hot
def history_sum(ctx, p, ply, move):
    """The history of a move, and that as a reply: from -2 to 2 times HISTORY_MOST."""
    past = np.int64(ctx.history[p, history_slot(move)])
    if ctx.use & COUNTERMOVES and ply > 0:
        past += np.int64(ctx.replies[p, reply_slot(ctx.played[ply - 1], move)])
    return past


@native
def history_of(ctx, p, ply, move):
    """What history says of a move, from -1 to 1, in UNIT-ths."""
    return (history_sum(ctx, p, ply, move) * UNIT) >> np.int64(HISTORY_MOST_BITS + 1)
