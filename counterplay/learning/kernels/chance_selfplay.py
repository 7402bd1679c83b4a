"""Self-play games of expectiminimax, for games with chance: one call plays one game in native code.

A game starts with some random moves; then each move is a search of `move_nodes` nodes. The states
after the moves are sampled: they are what a search evaluates, mostly before a roll.

Dice explore, so nothing more is needed to see different games. What a state is worth is learned
from what came after it, by TD(lambda) (Sutton 1988; Tesauro 1992): `1 - trace` of the target is the
value of the next search, `trace` of it is the target of the next state, and that of the last state
is the result.
"""

import numpy as np

from counterplay.core.compile.kernel import TOO_MANY, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.expectiminimax.kernel.search import CONTEXT

# isort: split
# The search comes first: its parts are inserted in the order of these lines.
from counterplay.engine.expectiminimax.kernel.outcomes import HAS_LIST
from counterplay.engine.expectiminimax.kernel.root import list_root, search_root
from counterplay.engine.expectiminimax.kernel.table import AGES
from counterplay.engine.expectiminimax.kernel.values import end_value
from counterplay.engine.shared.random import random_below, random_fraction, random_word

LONGEST = 2048
"""A game of more moves than this is dropped."""

BATCH_SIZE = 64
"""The most states that are sampled of a game."""

CONTEXT = [
    *CONTEXT,
    ("opening_plies", np.int64),
    ("move_nodes", np.int64),
    ("trace", np.float64),
    ("dice", np.uint64),
    ("seen_count", np.int64),
    ("seen_roots", rules.STATE, (LONGEST,)),
    ("seen_values", np.float64, (LONGEST,)),
    ("batch_count", np.int64),
    ("batch_roots", rules.STATE, (BATCH_SIZE,)),
    ("batch_values", np.int64, (BATCH_SIZE,)),
    ("batch_scores", np.int64, (BATCH_SIZE,)),
]
"""seen_values    first the value of the next search, then the target of the state; of player 0
batch_values   results and `batch_scores` targets, in score points for the side of the state
dice           the state of the random numbers of the games
"""


@entry
def play(contexts):
    """Play one game; return its number of moves, or 0 if it was dropped."""
    ctx = contexts[0]
    ctx.seen_count, ctx.batch_count = 0, 0
    rules.store(ctx.root, rules.initial(ctx, np.int64(0)))
    moves = np.int64(0)
    while moves < LONGEST:
        s = rules.load(ctx, np.int64(0), ctx.root)
        if rules.terminal(ctx, s):
            v = end_value(ctx, s)
            trace_back(ctx, v)
            draw_samples(ctx, v)
            return moves
        if rules.player(ctx, s) == CHANCE:
            rules.store(ctx.root, rules.result(ctx, np.int64(1), s, roll(ctx, s)))
            if ctx.fault:
                return np.int64(0)
            continue
        move = choose(ctx, s, moves)
        if ctx.fault:
            return np.int64(0)
        child = rules.result(ctx, np.int64(1), s, move)
        rules.store(ctx.root, child)
        if moves >= ctx.opening_plies and not rules.terminal(ctx, child):
            rules.store(ctx.seen_roots[ctx.seen_count], child)
            ctx.seen_count += 1
        moves += 1
    return np.int64(0)


@native
def choose(ctx, s, moves):
    """The move to play: a random one in the opening, else one of the best that a search finds.

    The value of the search is the first estimate of the state before it.
    """
    list_root(ctx, s)
    if ctx.fault:
        return np.int64(0)
    if moves < ctx.opening_plies:
        return ctx.root_moves[any_below(ctx, ctx.root_count)]
    search_move(ctx, s)
    if ctx.seen_count > 0:
        sign = 1.0 if rules.player(ctx, s) == 0 else -1.0
        ctx.seen_values[ctx.seen_count - 1] = sign * ctx.root_values[0]
    best = np.int64(0)
    for i in range(ctx.root_count):
        if ctx.root_values[i] == ctx.root_values[0]:
            ctx.root_moves[best] = ctx.root_moves[i]
            best += 1
    return ctx.root_moves[any_below(ctx, best)]


@native
def any_below(ctx, n):
    """A random number below n, from the random numbers of the games."""
    ctx.random = ctx.dice
    i = random_below(ctx, n)
    ctx.dice = ctx.random
    return i


@native
def search_move(ctx, s):
    """Search `move_nodes` nodes, but at least one ply."""
    ctx.table_age = (ctx.table_age + 1) % AGES
    ctx.nodes, ctx.aborted = 0, 0
    for depth in range(1, rules.PLIES + 1):
        ctx.node_limit = ctx.move_nodes if depth > 1 else 2**62
        ctx.depth = depth
        search_root(ctx, s)
        if ctx.aborted or ctx.horizon == 0 or ctx.nodes >= ctx.move_nodes:
            break


@native
def roll(ctx, s):
    """A random outcome of a chance node."""
    ctx.random = ctx.dice
    outcome = np.int64(0)
    if HAS_LIST:
        n = rules.chance(ctx, s, ctx.moves[0], ctx.probabilities[0])
        if n <= 0 or n > rules.MOST_OUTCOMES:
            ctx.fault = TOO_MANY
            return outcome
        left = random_fraction(ctx)
        i = np.int64(0)
        while i < n - 1 and left >= ctx.probabilities[0, i]:
            left -= ctx.probabilities[0, i]
            i += 1
        outcome = ctx.moves[0, i]
    else:
        outcome = np.int64(rules.sample(ctx, s, random_word(ctx)))
    ctx.dice = ctx.random
    return outcome


@native
def trace_back(ctx, result):
    """Mix the value of the search after each state with what came later, up to the result."""
    ahead = result
    for i in range(ctx.seen_count):
        k = ctx.seen_count - 1 - i
        if k < ctx.seen_count - 1:  # after the last state there is no search, only the result
            ahead = (1.0 - ctx.trace) * ctx.seen_values[k] + ctx.trace * ahead
        ctx.seen_values[k] = ahead


@native
def draw_samples(ctx, result):
    """Sample some of the states, all equally likely."""
    ctx.random = ctx.dice
    while ctx.batch_count < BATCH_SIZE and ctx.seen_count > 0:
        i = random_below(ctx, ctx.seen_count)
        k, last = ctx.batch_count, ctx.seen_count - 1
        s = rules.load(ctx, np.int64(1), ctx.seen_roots[i])
        sign = 1.0 if rules.side(ctx, s) == 0 else -1.0
        rules.store(ctx.batch_roots[k], s)
        ctx.batch_values[k] = np.int64(np.rint(sign * result * rules.UNIT))
        ctx.batch_scores[k] = np.int64(np.rint(sign * ctx.seen_values[i] * rules.UNIT))
        rules.store(ctx.seen_roots[i], rules.load(ctx, np.int64(1), ctx.seen_roots[last]))
        ctx.seen_values[i] = ctx.seen_values[last]
        ctx.seen_count -= 1
        ctx.batch_count += 1
    ctx.dice = ctx.random
