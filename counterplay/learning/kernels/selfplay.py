"""Self-play games of alpha-beta: one call plays one game in native code.

A game starts with some random plies; then each move is a search of `move_nodes` nodes. Some of its
quiet states are sampled, each with the result for its side to move. A state is not quiet if the
side to move is in check or plays a noisy move: a search does not evaluate such states. With a
`resign_score` a decided game is not played to its end, and an opening that decides it is dropped.

With `trace`, the lambda of TD(lambda) (Sutton 1988), the value of a state is mixed with what came
after it: so much of it is the value of the next state, which is mixed in the same way, up to the
result. Chances to win are mixed, not points, unless the game has scores.

With `leaf` the state is sampled that the value of a search comes from: the last of the best line,
as in TD-leaf (Baxter, Tridgell and Weaver 1998). If the line goes on, with noisy moves or in the
transposition table, the state is not known, and nothing is sampled.
"""

import numpy as np

from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.search import CONTEXT

# isort: split
# The search comes first: its parts are inserted in the order of these lines.
from counterplay.engine.alphabeta.kernel.ordering import NO_MOVE
from counterplay.engine.alphabeta.kernel.path import HAS_PATH, is_drawn, step
from counterplay.engine.alphabeta.kernel.root import BATCH_SIZE, iterate, set_root_moves
from counterplay.engine.alphabeta.kernel.transposition import AGES
from counterplay.engine.alphabeta.kernel.values import PLIES, PROVEN, SCORED, WIN
from counterplay.engine.shared.random import random_below

LONGEST = 512
"""A game that is longer than this is dropped."""

LEAST_CHANCE = 1e-6
"""The least chance to win, and to lose, that a mixed value stands for."""

RESIGN_PLIES = 4
"""A side resigns after this many searches in a row that find the game decided."""

CONTEXT = [
    *CONTEXT,
    ("opening_plies", np.int64),
    ("move_nodes", np.int64),
    ("resign_score", np.int64),
    ("seen_count", np.int64),
    ("seen_roots", rules.STATE, (LONGEST,)),
    ("seen_movers", np.int64, (LONGEST,)),
    ("seen_at", np.int64, (LONGEST,)),
    ("leaf", np.int64),
    ("trace", np.float64),
    ("trace_scale", np.float64),
    ("searched_count", np.int64),
    ("searched_values", np.int64, (LONGEST,)),
    ("searched_movers", np.int64, (LONGEST,)),
    ("batch_scores", np.int64, (BATCH_SIZE,)),
]


@entry
def play(contexts):
    """Play one game and return its number of plies, or 0 if it was dropped.

    `batch_roots` gets the sampled states, `batch_values` the results for their sides to move: score
    points, or 1, 0 and -1 in games that are won or lost. `batch_scores` gets the values of the
    searches.
    """
    ctx = contexts[0]
    ctx.seen_count, ctx.batch_count, ctx.searched_count = 0, 0, 0
    s = rules.initial(ctx, np.int64(0))
    begin_path(ctx, s)
    ply = np.int64(0)
    first, first_score = np.int64(0), np.int64(0)  # how it ended for player `first`
    decided = np.int64(0)  # how many searches in a row found a decided game
    while True:
        if rules.terminal(ctx, s):
            first_score = rules.score(ctx, s, np.int64(0))
            break
        if HAS_PATH and is_drawn(ctx, np.int64(0)):
            break
        if ply >= LONGEST:
            return np.int64(0)
        p = rules.player(ctx, s)
        set_root_moves(ctx, s)
        if ctx.fault:
            return np.int64(0)
        if ply < ctx.opening_plies:
            move = ctx.root_moves[random_below(ctx, ctx.root_count)]
        else:
            think(ctx, s)
            if ctx.fault:
                return np.int64(0)
            move = ctx.root_moves[0]
            if ctx.leaf:
                see_leaf(ctx, s, p)
            elif is_quiet(ctx, s, move):
                see(ctx, s, p)
            ctx.searched_values[ctx.searched_count] = ctx.root_values[0]
            ctx.searched_movers[ctx.searched_count] = p
            ctx.searched_count += 1
            is_decided = ctx.resign_score > 0 and abs(ctx.root_values[0]) >= ctx.resign_score
            if is_decided and ply == ctx.opening_plies:
                return np.int64(0)
            decided = decided + 1 if is_decided else np.int64(0)
            if not SCORED and (decided == RESIGN_PLIES or abs(ctx.root_values[0]) > PROVEN):
                first, first_score = p, ctx.root_values[0]
                break
        child = rules.result(ctx, np.int64(1), s, move)
        if HAS_PATH:
            step(ctx, np.int64(0), s, move, child)
            ctx.path_root += 1
            ctx.path_since[0] = ctx.path_since[1]
            ctx.path_hash[0] = ctx.path_hash[1]
        rules.store(ctx.root, child)
        s = rules.load(ctx, np.int64(0), ctx.root)
        ply += 1
    if ctx.trace > 0:
        trace_back(ctx, first, first_score)
    draw_samples(ctx, first, first_score)
    return ply


@native
def begin_path(ctx, s):
    if HAS_PATH:
        ctx.path_root = 0
        ctx.path[0] = rules.key(ctx, s)
        ctx.path_since[0] = 0
        ctx.path_hash[0] = np.uint64(0)


@native
def think(ctx, s):
    """Search `move_nodes` nodes. The best move is then the first root move."""
    ctx.table_age, ctx.table_lost = (ctx.table_age + 1) % AGES, 0
    for i in range(PLIES + 2):
        ctx.killers[i, 0] = NO_MOVE
        ctx.killers[i, 1] = NO_MOVE
    ctx.nodes, ctx.node_limit, ctx.aborted = 0, ctx.move_nodes, 0
    for depth in range(1, PLIES + 1):
        ctx.depth = depth
        iterate(ctx, s)
        if ctx.aborted or ctx.horizon == 0:
            break


@native
def see(ctx, s, p):
    """Remember a state, in which player `p` is to move, with the search that was just made."""
    rules.store(ctx.seen_roots[ctx.seen_count], s)
    ctx.seen_movers[ctx.seen_count] = p
    ctx.seen_at[ctx.seen_count] = ctx.searched_count
    ctx.seen_count += 1


@native
def see_leaf(ctx, s, p):
    """Remember the state at the end of the best line if its evaluation is the value of `s`."""
    length = ctx.best_lengths[0]
    for i in range(length):
        s = rules.result(ctx, np.int64(i + 1), s, ctx.best_lines[0, i])
    if not rules.terminal(ctx, s) and rules.evaluate(ctx, length, s, p) == ctx.root_values[0]:
        see(ctx, s, rules.player(ctx, s))


@native
def is_quiet(ctx, s, move):
    return not rules.in_check(ctx, s) and not rules.noisy(ctx, s, move)


@native
def trace_back(ctx, first, first_score):
    """Mix the value of each search with the values after it, and with the result."""
    ahead = worth(ctx, first_score if SCORED else WIN * np.sign(first_score))
    for i in range(ctx.searched_count):
        k = ctx.searched_count - 1 - i
        side = 1 if ctx.searched_movers[k] == first else -1
        here = worth(ctx, side * ctx.searched_values[k])
        ahead = (1.0 - ctx.trace) * here + ctx.trace * ahead
        ctx.searched_values[k] = side * points(ctx, ahead)


@native
def worth(ctx, v):
    """What is mixed: the chance to win of a value, or the value of a game with scores."""
    if SCORED:
        return np.float64(v)
    return 1.0 / (1.0 + np.exp(-v / ctx.trace_scale))


@native
def points(ctx, mixed):
    """The value of a mixed chance."""
    if not SCORED:
        chance = min(max(mixed, LEAST_CHANCE), 1.0 - LEAST_CHANCE)
        mixed = ctx.trace_scale * np.log(chance / (1.0 - chance))
    return np.int64(np.rint(mixed))


@native
def draw_samples(ctx, first, first_score):
    """Sample some of the quiet states, all equally likely, with their results."""
    while ctx.batch_count < BATCH_SIZE and ctx.seen_count > 0:
        i = random_below(ctx, ctx.seen_count)
        mine = first_score if ctx.seen_movers[i] == first else -first_score
        if not SCORED:
            mine = np.int64(1 if mine > 0 else -1 if mine < 0 else 0)
        last = ctx.seen_count - 1
        k = ctx.batch_count
        rules.store(ctx.batch_roots[k], rules.load(ctx, np.int64(1), ctx.seen_roots[i]))
        ctx.batch_values[k] = mine
        searched = ctx.seen_at[i]
        side = 1 if ctx.searched_movers[searched] == ctx.seen_movers[i] else -1
        ctx.batch_scores[k] = side * ctx.searched_values[searched]
        rules.store(ctx.seen_roots[i], rules.load(ctx, np.int64(1), ctx.seen_roots[last]))
        ctx.seen_movers[i] = ctx.seen_movers[last]
        ctx.seen_at[i] = ctx.seen_at[last]
        ctx.seen_count -= 1
        ctx.batch_count += 1
