"""Random games: from a state to an end, or to the ply where the evaluator takes over.

The player to move takes the move of the game's `sample`, or a random legal move, or the best of a
few random ones by the game's `order`. Chance follows its probabilities. The payoffs go to
`ctx.payoffs`.
"""

import numpy as np

from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.shared.random import random_below, random_fraction, random_word
from counterplay.engine.uct.kernel.path import (
    HAS_PATH,
    SUPERKO,
    follow_line,
    is_forbidden,
    is_over,
)
from counterplay.engine.uct.kernel.rave import note_move

PLAYERS = rules.PLAYERS
HAS_CHANCE = rules.HAS_CHANCE
HAS_SAMPLE = HAS_CHANCE and hasattr(rules, "sample")
SAMPLES_MOVES = not HAS_CHANCE and hasattr(rules, "sample")
HAS_ORDER = rules.HAS_ORDER
WIDEST = max(rules.MOST_ACTIONS, rules.MOST_OUTCOMES)

PLAYOUT_FIELDS = [
    ("random", np.uint64),
    ("cutoff", np.int64),
    ("draws", np.int64),
    ("fault", np.int64),
    ("payoffs", np.float64, (PLAYERS,)),
    ("moves", np.int64, (WIDEST,)),
    ("probabilities", np.float64, (rules.MOST_OUTCOMES,)),
]


@native
def play_out(ctx, s, ply):
    """Play a random game from `s` at `ply`. Record states use the two plies after it in turn."""
    count, fresh = ctx.key_count, ctx.fresh
    for turn in range(ctx.cutoff if ply < rules.PLIES else 0):
        if is_over(ctx, s):
            break
        slot = ply + 1 + (turn & 1)
        if HAS_CHANCE and rules.player(ctx, s) == CHANCE:
            a = draw_outcome(ctx, s)
        else:
            a = draw_move(ctx, s, slot)
            if ctx.rave:
                note_move(ctx, rules.player(ctx, s), a, ply + turn)
        if ctx.fault:
            return
        after = rules.result(ctx, slot, s, a)
        follow_line(ctx, s, a, after)
        s = after
    judge(ctx, s)
    ctx.key_count, ctx.fresh = count, fresh


@native
def judge(ctx, s):
    """The payoffs of a finished game; else the evaluation for each player."""
    if rules.terminal(ctx, s):
        for p in range(PLAYERS):
            ctx.payoffs[p] = rules.utility(ctx, s, p)
    elif HAS_PATH and is_over(ctx, s):
        for p in range(PLAYERS):
            ctx.payoffs[p] = rules.EVEN
    else:
        for p in range(PLAYERS):
            ctx.payoffs[p] = rules.evaluate(ctx, np.int64(0), s, p) / rules.UNIT + rules.EVEN


@native
def draw_move(ctx, s, slot):
    """A move of the player to move: by the game's `sample`, else a random legal one."""
    if SAMPLES_MOVES and ctx.draws == 1:
        a = draw_sample(ctx, s)
        if not SUPERKO or not is_forbidden(ctx, s, a, slot):
            return a
    n = rules.actions(ctx, s, ctx.moves)
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        return 0
    a = ctx.moves[random_below(ctx, n)]
    if SUPERKO or (HAS_ORDER and ctx.draws > 1):
        a = draw_again(ctx, s, a, n, slot)
    return a


@native
def draw_again(ctx, s, a, n, slot):
    """The best by `order` of `ctx.draws` random moves, of which `a` is the first.

    If superko forbids it, a random move that is allowed.
    """
    if HAS_ORDER:
        for _ in range(1, ctx.draws):
            b = ctx.moves[random_below(ctx, n)]
            if rules.order(ctx, s, b) > rules.order(ctx, s, a):
                a = b
    if SUPERKO and is_forbidden(ctx, s, a, slot):
        while n > 0:
            i = random_below(ctx, n)
            a = ctx.moves[i]
            if not is_forbidden(ctx, s, a, slot):
                return a
            n -= 1
            ctx.moves[i] = ctx.moves[n]
        ctx.fault = NO_ACTION
    return a


@native
def draw_outcome(ctx, s):
    """A random outcome of chance: by `sample` if the game defines it, else by `chance`."""
    if HAS_SAMPLE:
        return draw_sample(ctx, s)
    n = rules.chance(ctx, s, ctx.moves, ctx.probabilities)
    if n <= 0 or n > rules.MOST_OUTCOMES:
        ctx.fault = TOO_MANY
        return 0
    left = random_fraction(ctx)
    for i in range(n - 1):
        left -= ctx.probabilities[i]
        if left < 0:
            return ctx.moves[i]
    return ctx.moves[n - 1]


@native
def draw_sample(ctx, s):
    """A random outcome of chance, or a move of a random game, by the game's `sample`."""
    return rules.sample(ctx, s, np.int64(random_word(ctx) >> np.uint64(2)))
