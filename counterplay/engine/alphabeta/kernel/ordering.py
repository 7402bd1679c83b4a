"""Move ordering: which move to try first. The better the guess, the earlier the cutoffs.

A rank is one number, from its highest part down: the table's move; the game's own `order`, or
the evaluation of the state the move leads to; killers, which cut at this ply before (Huberman
1968); the counter to the opponent's last move (Uiterwijk 1992); history, how often a move has
cut anywhere (Schaeffer 1983), and how often as an answer to the move before it.
"""

import numpy as np

from counterplay.core.compile.kernel import hot, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.switches import (
    COUNTERMOVES,
    EVALUATION_ORDER,
    HISTORY,
    KILLERS,
    ORDER,
)
from counterplay.engine.alphabeta.kernel.transposition import GOLDEN, tag_of
from counterplay.engine.alphabeta.kernel.values import HAS_EVALUATOR, HAS_ORDER, PLIES, WIN, guess

FEW = 12
"""So many moves are sorted at once; of more, the best is looked for each time."""

SELECTED = 4
"""So many times; then the rest is sorted."""

HISTORY_BITS = 12
REPLY_BITS = 16
HISTORY_MOST = 1 << 30
MOST_RANK = np.int64(1) << np.int64(62)
ORDER_LIMIT = 1 << 27
NO_MOVE = np.int64(-(2**63))

ORDERING_FIELDS = [
    ("moves", np.int64, (PLIES + 2, rules.MOST_ACTIONS)),
    ("ranks", np.int64, (PLIES + 2, rules.MOST_ACTIONS)),
    ("played", np.int64, (PLIES + 2,)),
    ("killers", np.int64, (PLIES + 2, 2)),
    ("history", np.int64, (rules.PLAYERS, 1 << HISTORY_BITS)),
    ("counters", np.int64, (rules.PLAYERS, 1 << HISTORY_BITS)),
    ("replies", np.int64, (rules.PLAYERS, 1 << REPLY_BITS)),
    ("jitter", np.int64),
]


@hot
def place_of(move):
    """The place of a move in the tables of history and counter-moves."""
    return np.int64((np.uint64(move) * GOLDEN) >> np.uint64(64 - HISTORY_BITS))


@hot
def reply_place(before, move):
    """The place of a move as the answer to the one before it."""
    pair = np.uint64(before) * GOLDEN + np.uint64(move)
    return np.int64(((pair ^ pair >> np.uint64(32)) * GOLDEN) >> np.uint64(64 - REPLY_BITS))


@hot
def rank_moves(ctx, s, p, ply, n, first, depth):
    """Rank the moves of this ply, and sort them if they are few; `first` is the table's tag."""
    moves, ranks = ctx.moves[ply], ctx.ranks[ply]
    counter = NO_MOVE
    if ply > 0 and ctx.use & COUNTERMOVES:
        counter = ctx.counters[p, place_of(ctx.played[ply - 1])]
    for i in range(n):
        move = moves[i]
        rank = MOST_RANK if tag_of(move) == first else rank_of(ctx, s, p, ply, move, counter, depth)
        j = i
        if n <= FEW:
            while j > 0 and ranks[j - 1] < rank:
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
        rank = limited(rules.order(ctx, s, move))
    elif HAS_EVALUATOR and ctx.use & EVALUATION_ORDER and depth >= 3:
        rank = limited(promise(ctx, s, p, ply, move))
    rank = rank << np.int64(33)
    if ctx.use & KILLERS and (move == ctx.killers[ply, 0] or move == ctx.killers[ply, 1]):
        rank += np.int64(1) << np.int64(32)
    if move == counter:
        rank += np.int64(1) << np.int64(31)
    if ctx.use & HISTORY:
        rank += ctx.history[p, place_of(move)] >> np.int64(1)
        if ctx.use & COUNTERMOVES and ply > 0:
            rank += ctx.replies[p, reply_place(ctx.played[ply - 1], move)] >> np.int64(1)
    if ctx.jitter:
        noise = (np.uint64(ctx.nodes + move) * GOLDEN) >> np.uint64(40)
        rank += np.int64(noise) & ctx.jitter
    return rank


@hot
def limited(order):
    return min(max(np.int64(order), -ORDER_LIMIT), ORDER_LIMIT)


@native
def promise(ctx, s, p, ply, move):
    """How good the state after a move looks to who makes it."""
    child = rules.result(ctx, ply + 1, s, move)
    if rules.terminal(ctx, child):
        v = rules.score(ctx, child, p)
    else:
        v = guess(ctx, child, p)
    return v * ORDER_LIMIT // (WIN + 1) if WIN > ORDER_LIMIT else v


@native
def bring_best(ctx, ply, turn, n):
    """Bring the move of the highest rank, among those from `turn` on, to that place.

    Most states are left after a move or two; where they are not, all the rest is sorted.
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
    # Moved up one by one, the others keep their order: equal ranks stay as the rules gave them.
    for i in range(best, turn, -1):
        moves[i] = moves[i - 1]
        ranks[i] = ranks[i - 1]
    moves[turn] = move
    ranks[turn] = rank


@native
def sort_from(moves, ranks, start, n):
    """Sort the moves from a place on, the highest rank first; equals keep their order."""
    for i in range(start + 1, n):
        move, rank, j = moves[i], ranks[i], i
        while j > start and ranks[j - 1] < rank:
            moves[j] = moves[j - 1]
            ranks[j] = ranks[j - 1]
            j -= 1
        moves[j] = move
        ranks[j] = rank


@native
def reward(ctx, p, ply, turn, depth):
    """The move at `turn` cut: remember it, and that those before it did not."""
    moves = ctx.moves[ply]
    move = moves[turn]
    if ctx.use & KILLERS and ctx.killers[ply, 0] != move:
        ctx.killers[ply, 1] = ctx.killers[ply, 0]
        ctx.killers[ply, 0] = move
    if ply > 0 and ctx.use & COUNTERMOVES:
        ctx.counters[p, place_of(ctx.played[ply - 1])] = move
    if ctx.use & HISTORY:
        weight = min(depth * depth, 1024) << 16
        nudge(ctx, p, ply, move, weight)
        for i in range(turn):
            nudge(ctx, p, ply, moves[i], -weight)


@native
def nudge(ctx, p, ply, move, weight):
    """Move the history of a move, and as an answer to the one before it."""
    i = place_of(move)
    ctx.history[p, i] = nudged(ctx.history[p, i], weight)
    if ctx.use & COUNTERMOVES and ply > 0:
        i = reply_place(ctx.played[ply - 1], move)
        ctx.replies[p, i] = nudged(ctx.replies[p, i], weight)


@hot
def nudged(old, weight):
    """A counter moved by `weight`, the less the nearer it is to its end."""
    room = HISTORY_MOST - old if weight > 0 else old
    return old + weight * (room >> 10) // (HISTORY_MOST >> 10)
