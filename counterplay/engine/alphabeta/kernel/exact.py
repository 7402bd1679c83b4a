"""Exact solving: search to the end of the game with null windows until one value is left.

Each search asks whether the value is above some point, and so narrows the range from `low` to
`high`. In scored games the next question is at the last answer, beginning with the static
evaluation (MTD(f), Plaat and others 1996). In games that are won or lost, the range is halved.
Values are ordered there by merit, which is the distance to the end: 0 is a draw, 1 a win at the
last possible ply. Near ends are asked about first, because these searches are cheap.
"""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.evaluations import evaluate
from counterplay.engine.alphabeta.kernel.root import order_root_moves, search_root
from counterplay.engine.alphabeta.kernel.values import (
    HAS_EVALUATOR,
    HAS_REMAINING,
    PLIES,
    PROVEN,
    SCORED,
    WIN,
)

EXACT_FIELDS = [
    ("solving", np.int64),
    ("is_open", np.int64),
    ("low", np.int64),
    ("high", np.int64),
    ("asked", np.int64),
]
"""The line that is being solved, whether its range is set, the range, and the next question."""


@native
def solve_line(ctx, s, k):
    """Find the exact value of the best of the root moves from index `k` on."""
    begin_line(ctx, s, k)
    while ctx.low < ctx.high and not ctx.aborted:
        narrow(ctx, s, k)


@native
def begin_line(ctx, s, k):
    """Before the first search: set `low` and `high` to all that is possible."""
    p, most = rules.player(ctx, s), plies_left(ctx, s)
    ctx.horizon = 0
    ctx.is_open = 1
    if k == 0:
        order_root_moves(ctx, s, p)
    if SCORED:
        ctx.low, ctx.high = np.int64(-WIN), np.int64(WIN)
        ctx.asked = evaluate(ctx, np.int64(0), s, p) if HAS_EVALUATOR else np.int64(0)
    else:
        ctx.low, ctx.high = score_of(-most, most), score_of(most, most)


@native
def narrow(ctx, s, k):
    """Ask once whether the value is above some point: `low` rises, or `high` falls."""
    p, most = rules.player(ctx, s), plies_left(ctx, s)
    if SCORED:
        alpha = min(max(ctx.asked, ctx.low + 1), ctx.high) - 1
    else:
        alpha = score_of(middle_of(merit_of(ctx.low, most), merit_of(ctx.high, most)), most)
    v = search_root(ctx, s, p, k, most, alpha, alpha + 1)
    if ctx.aborted:
        return
    if v > alpha:
        ctx.low = min(max(v, alpha + 1), ctx.high) if SCORED else better(ctx.low, v, most)
        ctx.asked = ctx.low + 1
    else:
        ctx.high = v if SCORED else worse(ctx.high, v, most)
        ctx.asked = v
    if ctx.low >= ctx.high:
        ctx.root_values[k] = ctx.low


@native
def plies_left(ctx, s):
    """The most plies that the game can still last, as far as the rules tell."""
    return max(rules.remaining(ctx, s), np.int64(1)) if HAS_REMAINING else np.int64(PLIES)


@native
def middle_of(low, high):
    """The merit to ask about: the middle of the range, or halfway from a draw to one end."""
    middle = low + (high - low) // 2
    if middle <= 0 and -(-low // 2) < middle:
        return -(-low // 2)
    if middle >= 0 and high // 2 > middle:
        return high // 2
    return middle


@native
def better(low, v, most):
    """The new `low` after a value above it."""
    return score_of(max(merit_of(v, most), merit_of(low, most) + 1), most)


@native
def worse(high, v, most):
    """The new `high` after a value below it."""
    return score_of(min(merit_of(v, most), merit_of(high, most) - 1), most)


@native
def score_of(merit, most):
    """The score of a merit: 0 is a draw, 1 a win at the last ply, `most` a win at the next ply."""
    if merit > 0:
        return WIN - (most + 1 - merit)
    if merit < 0:
        return -WIN + (most + 1 + merit)
    return np.int64(0)


@native
def merit_of(score, most):
    """The inverse of `score_of`."""
    if score > PROVEN:
        return score - WIN + most + 1
    if score < -PROVEN:
        return score + WIN - most - 1
    return np.int64(0)
