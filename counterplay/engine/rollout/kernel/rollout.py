"""Rollouts: whole games in one call, played by the evaluation after each move, or by a search.

A state is in slot 0, its successors are in slot 1, theirs in slot 2. Values are those of the first
player, measured from an even share.

The luck of a roll is the value after it, with the best move, less the mean of these values over all
rolls. Its mean is 0 whatever the values are. So a result without its luck has the same mean as the
result, and less variance if the evaluator is any good.
"""

import numpy as np

from counterplay.core.compile.kernel import NO_ACTION, TOO_LONG, TOO_MANY, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.expectiminimax.kernel.search import CONTEXT, value

# isort: split
# The search comes first: its parts are inserted in the order of these lines.
from counterplay.engine.expectiminimax.kernel.outcomes import HAS_LIST
from counterplay.engine.expectiminimax.kernel.values import SPAN, end_value, static_value
from counterplay.engine.rollout.kernel.dice import (
    DICE_FIELDS,
    begin_dice,
    dice_word,
    next_fraction,
    strata_of,
)
from counterplay.engine.rollout.kernel.sizes import BATCH

NO_PLAN = np.int64(-1)

CONTEXT = [
    *CONTEXT,
    *DICE_FIELDS,
    ("here", rules.STATE, (1,)),
    ("longest", np.int64),
    ("truncation", np.int64),
    ("uses_luck", np.int64),
    ("batch_start", np.int64),
    ("batch_count", np.int64),
    ("batch_done", np.int64),
    ("choice", np.int64),
    ("luck", np.float64),
    ("has_plan", np.int64),
    ("plan", np.int64),
    ("first", np.int64),
    ("results", np.float64, (BATCH,)),
    ("lucks", np.float64, (BATCH,)),
    ("firsts", np.int64, (BATCH,)),
]


@native
def best_value(ctx, s, ply, depth):
    """The value of the best move in `s` by a search of `depth`; the move goes to `ctx.choice`."""
    mover = rules.player(ctx, s)
    moves = ctx.moves[ply]
    n = rules.actions(ctx, s, moves)
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        ctx.aborted = 1
        return 0.0
    low, high = -SPAN, SPAN
    best, choice = 0.0, np.int64(0)
    for i in range(n):
        child = rules.result(ctx, ply + 1, s, moves[i])
        v = value(ctx, child, depth - 1, ply + 1, low, high)
        if ctx.aborted:
            return 0.0
        if i == 0 or (v > best if mover == 0 else v < best):
            best, choice = v, moves[i]
            if mover == 0:
                low = max(low, v)
            else:
                high = min(high, v)
            if low >= high:
                break
    ctx.choice = choice
    return best


@native
def value_after_roll(ctx, s):
    """The value of a state after a roll, which is in slot 1."""
    if rules.terminal(ctx, s):
        return end_value(ctx, s)
    if rules.player(ctx, s) == CHANCE:
        return static_value(ctx, np.int64(1), s)
    return best_value(ctx, s, np.int64(1), np.int64(1))


@native
def roll(ctx, s):
    """An outcome of a chance node. Its luck is added to `ctx.luck`."""
    ctx.has_plan = 0
    if not HAS_LIST:
        ctx.rolls += 1
        return np.int64(rules.sample(ctx, s, np.int64(dice_word(ctx) >> np.uint64(2))))
    n = list_roll(ctx, s)
    if ctx.aborted:
        return np.int64(0)
    is_first = ctx.rolls == 0
    left, k = next_fraction(ctx), np.int64(0)
    while k < n - 1 and left >= ctx.probabilities[0, k]:
        left -= ctx.probabilities[0, k]
        k += 1
    if is_first:
        ctx.first = k
    if ctx.uses_luck:
        mean = 0.0
        for i in range(n):
            child = rules.result(ctx, np.int64(1), s, ctx.moves[0, i])
            v = value_after_roll(ctx, child)
            if ctx.aborted:
                return np.int64(0)
            mean += ctx.probabilities[0, i] * v
            if i == k:
                ctx.luck += v
                ctx.plan = ctx.choice
        ctx.luck -= mean
        ctx.has_plan = np.int64(ctx.depth == 1)
    return ctx.moves[0, k]


@native
def list_roll(ctx, s):
    """List the outcomes of a chance node, and return how many there are."""
    n = rules.chance(ctx, s, ctx.moves[0], ctx.probabilities[0])
    if n <= 0 or n > rules.MOST_OUTCOMES:
        ctx.fault = TOO_MANY
        ctx.aborted = 1
    return n


@native
def play_game(ctx):
    """Play from the root to the end, or to the truncation, and return the value there."""
    s = rules.load(ctx, 0, ctx.root)
    for _ in range(ctx.longest + 1):
        if rules.terminal(ctx, s):
            return end_value(ctx, s)
        ctx.nodes += 1
        if rules.player(ctx, s) == CHANCE:
            if ctx.rolls >= ctx.truncation:
                return static_value(ctx, np.int64(0), s)
            move = roll(ctx, s)
        elif ctx.has_plan:
            move = ctx.plan
            ctx.has_plan = 0
        else:
            best_value(ctx, s, np.int64(0), ctx.depth)
            move = ctx.choice
        if ctx.nodes > ctx.node_limit:
            ctx.aborted = 1
        if ctx.aborted:
            return 0.0
        child = rules.result(ctx, np.int64(1), s, move)
        rules.store(ctx.here[0], child)
        s = rules.load(ctx, 0, ctx.here[0])
    ctx.fault = TOO_LONG
    ctx.aborted = 1
    return 0.0


@entry
def play_batch(contexts):
    """Play `batch_count` games from the number `batch_start` on. `batch_done` counts them."""
    ctx = contexts[0]
    ctx.batch_done, ctx.aborted = 0, 0
    for i in range(ctx.batch_count):
        begin_dice(ctx, ctx.batch_start + i)
        ctx.luck, ctx.has_plan, ctx.first = 0.0, 0, NO_PLAN
        v = play_game(ctx)
        if ctx.aborted:
            return 0
        ctx.results[i], ctx.lucks[i], ctx.firsts[i] = v, ctx.luck, ctx.first
        ctx.batch_done += 1
    return 1


@entry
def divide(contexts):
    """Set `strata` for the first roll after the root, which best play leads to; return it."""
    ctx = contexts[0]
    ctx.strata, ctx.aborted = 1, 0
    s = rules.load(ctx, 0, ctx.root)
    for _ in range(ctx.longest + 1):
        if not HAS_LIST or rules.terminal(ctx, s):
            return ctx.strata
        if rules.player(ctx, s) == CHANCE:
            n = list_roll(ctx, s)
            if not ctx.aborted:
                ctx.strata = strata_of(ctx, n)
            return ctx.strata
        best_value(ctx, s, np.int64(0), ctx.depth)
        if ctx.aborted:
            return ctx.strata
        child = rules.result(ctx, np.int64(1), s, ctx.choice)
        rules.store(ctx.here[0], child)
        s = rules.load(ctx, 0, ctx.here[0])
    return ctx.strata


@entry
def judge(contexts):
    """List the moves of the root, with their values for the mover by a search of `depth`."""
    ctx = contexts[0]
    ctx.aborted = 0
    s = rules.load(ctx, 0, ctx.root)
    sign = 1.0 if rules.player(ctx, s) == 0 else -1.0
    n = rules.actions(ctx, s, ctx.root_moves)
    for i in range(n):
        child = rules.result(ctx, np.int64(1), s, ctx.root_moves[i])
        ctx.root_values[i] = sign * value(ctx, child, ctx.depth - 1, np.int64(1), -SPAN, SPAN)
    ctx.root_count = n
    return n
