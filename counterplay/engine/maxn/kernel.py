"""Max^n (Luckhardt and Irani 1986): any number of players, each maximizing their own payoff.

The value of a state is a vector with a payoff for each player. The player to move takes the child
with their highest payoff, the first of several. Chance nodes are weighted means, so for two players
with chance this is expectiminimax. A child with the best possible payoff ends the node (Korf 1991).
The vector of each ply is in `ctx.values`.

Nothing else is pruned, so a state has the same vector whenever it is searched to the same depth:
the table holds vectors, not bounds. It belongs to the caller. An entry is the key, the depth with
the index of the move, and the vector. A bucket has two entries; the first one keeps the deeper.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, entry, extend_line, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE

PLIES = rules.PLIES
PLAYERS = rules.PLAYERS
BEST = rules.BEST
WIDEST = max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES)
CHANCES = PLIES + 1 if rules.HAS_CHANCE else 1

COMPLETE = 255
ENTRY_WORDS = 2 + PLAYERS
BUCKET_WORDS = 2 * ENTRY_WORDS
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

CONTEXT = [
    ("depth", np.int64),
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("aborted", np.int64),
    ("fault", np.int64),
    ("horizon", np.int64),
    ("improved", np.int64),
    ("root_first", np.int64),
    ("table", np.int64),
    ("table_words", np.int64),
    ("table_shift", np.uint64),
    ("values", np.float64, (PLIES + 2, PLAYERS)),
    ("probabilities", np.float64, (CHANCES, rules.MOST_OUTCOMES)),
    ("line_length", np.int64, (PLIES + 2,)),
    ("line", np.int64, (PLIES + 2, PLIES + 2)),
    ("moves", np.int64, (PLIES + 2, WIDEST)),
]


@native
def evaluate(ctx, s, depth, ply):
    """Write the vector of `s` to `ctx.values[ply]`, and its line to `ctx.line[ply]`."""
    # 1. The node limit, ends of the game, the horizon and the table.
    ctx.nodes += 1
    ctx.line_length[ply] = 0
    values = ctx.values[ply]
    if ctx.nodes > ctx.node_limit:
        ctx.aborted = 1
        return
    if rules.terminal(ctx, s):
        for p in range(PLAYERS):
            values[p] = rules.utility(ctx, s, p)
        return
    if depth <= 0 or ply >= PLIES:
        ctx.horizon += 1
        for p in range(PLAYERS):
            values[p] = rules.evaluate(ctx, ply, s, p) / rules.UNIT + rules.EVEN
        return
    key = rules.key(ctx, s)
    if ply > 0 and recall(ctx, key, depth, values):
        return

    # 2. The legal moves, or the outcomes of chance.
    moves = ctx.moves[ply]
    mover = rules.player(ctx, s)
    if mover == CHANCE:
        n = rules.chance(ctx, s, moves, ctx.probabilities[ply])
        if n <= 0 or n > rules.MOST_OUTCOMES:
            ctx.fault = TOO_MANY
        values[:] = 0.0
    else:
        n = rules.actions(ctx, s, moves)
        if n <= 0 or n > rules.MOST_ACTIONS:
            ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
    if ctx.fault:
        ctx.aborted = 1
        return

    first = ctx.root_first if ply == 0 else -1
    best_move, seen = -1, ctx.horizon
    for turn in range(-1, n):
        i = first if turn < 0 else turn
        if i < 0 or (turn >= 0 and i == first):
            continue
        evaluate(ctx, rules.result(ctx, ply + 1, s, moves[i]), depth - 1, ply + 1)
        if ctx.aborted:
            return
        found = ctx.values[ply + 1]

        # 3. Chance: the weighted mean of the outcomes.
        if mover == CHANCE:
            for p in range(PLAYERS):
                values[p] += ctx.probabilities[ply, i] * found[p]
            continue

        # 4. A choice: the child with the mover's highest payoff. Of equal moves the first one
        # counts, even if another was searched before it.
        v = found[mover]
        if best_move < 0 or v > values[mover] or (v == values[mover] and i < best_move):
            best_move = i
            values[:] = found
            extend_line(ctx, ply, moves[i])
            if ply == 0:
                ctx.root_first = i
                ctx.improved = 1
            if v >= BEST and first < 0:
                break

    # 5. Store the vector. One without any horizon fits every depth.
    remember(ctx, key, COMPLETE if ctx.horizon == seen else depth, best_move, values)


@native
def slot_of(ctx, key):
    """The index of the first word of the bucket of `key`."""
    return np.int64((key * GOLDEN) >> ctx.table_shift) * BUCKET_WORDS


@native
def find(ctx, key, depth):
    """The index of the entry of `key` for this depth or the whole game; -1 if there is none."""
    table = array_at(ctx.table, (ctx.table_words,), np.uint64)
    start = slot_of(ctx, key)
    for slot in range(start, start + BUCKET_WORDS, ENTRY_WORDS):
        reach = np.int64(table[slot + 1]) & 255
        if table[slot] == key and (reach == depth or reach == COMPLETE):
            return slot
    return np.int64(-1)


@native
def recall(ctx, key, depth, values):
    """Copy the vector from the table; return whether it was there."""
    slot = find(ctx, key, depth)
    if slot < 0:
        return False
    table = array_at(ctx.table, (ctx.table_words,), np.uint64)
    numbers = array_at(ctx.table, (ctx.table_words,), np.float64)
    for p in range(PLAYERS):
        values[p] = numbers[slot + 2 + p]
    if np.int64(table[slot + 1]) & 255 != COMPLETE:
        ctx.horizon += 1
    return True


@native
def remember(ctx, key, reach, place, values):
    """Store a vector: over the first entry if that has the key or is shallower, else the second."""
    table = array_at(ctx.table, (ctx.table_words,), np.uint64)
    numbers = array_at(ctx.table, (ctx.table_words,), np.float64)
    slot = slot_of(ctx, key)
    if table[slot] != key and np.int64(table[slot + 1]) & 255 > reach:
        slot += ENTRY_WORDS
    table[slot] = key
    table[slot + 1] = np.uint64(reach | (place + 1) << 8)
    for p in range(PLAYERS):
        numbers[slot + 2 + p] = values[p]


@native
def lengthen(ctx, s):
    """Extend the line from the root beyond a state whose vector came from the table."""
    ply = np.int64(0)
    while ply < ctx.depth and not rules.terminal(ctx, s):
        if ply == ctx.line_length[0]:
            slot = find(ctx, rules.key(ctx, s), ctx.depth - ply)
            table = array_at(ctx.table, (ctx.table_words,), np.uint64)
            place = np.int64(table[slot + 1] >> np.uint64(8)) - 1 if slot >= 0 else np.int64(-1)
            if place < 0:
                return
            rules.actions(ctx, s, ctx.moves[ply])
            ctx.line[0, ply] = ctx.moves[ply, place]
            ctx.line_length[0] += 1
        s = rules.result(ctx, ply + 1, s, ctx.line[0, ply])
        ply += 1


@entry
def think(contexts):
    """Search the root to `depth`; the vector and the line are in the context."""
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    ctx.horizon = 0
    evaluate(ctx, s, ctx.depth, np.int64(0))
    if not ctx.aborted:
        lengthen(ctx, s)
