"""Kernel: one step of many games, on the CPU. `play.py` says what the arrays are."""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.learning.td.kernels.play import choose_play, make_row, roll_game, spread_outcome

ACTIONS = rules.MOST_ACTIONS + 1

CONTEXT = [
    ("games", np.int64),
    ("rows", np.int64),
    ("seed", np.int64),
    ("cycle", np.int64),
    ("step", np.int64),
    ("place", np.int64),
    *(
        (name, np.int64)
        for name in (
            "states", "numbers", "plies", "moves", "counts", "firsts", "outcomes", "chances",
            "owners", "afters", "known", "values", "chosen", "scores", "movers", "ended", "payoffs",
            "kept", "sources", "odds",
        )
    ),
]  # fmt: skip


@native
def whole(ctx, address, size):
    """An array of `size` int64."""
    return array_at(address, (size,), np.int64)


@native
def real(ctx, address, size):
    """An array of `size` float32."""
    return array_at(address, (size,), np.float32)


@entry
def start(contexts):
    """Set up every game."""
    ctx = contexts[0]
    states = array_at(ctx.states, (ctx.games,), rules.STATE)
    for g in range(ctx.games):
        rules.store(states[g], rules.initial(ctx, np.int64(0)))


@entry
def roll(contexts):
    """Play the chance nodes of every game, and list its plays."""
    ctx = contexts[0]
    n = ctx.games
    states = array_at(ctx.states, (n,), rules.STATE)
    moves = array_at(ctx.moves, (n, ACTIONS), np.int64)
    outcomes = array_at(ctx.outcomes, (n, rules.MOST_OUTCOMES), np.int64)
    chances = array_at(ctx.chances, (n, rules.MOST_OUTCOMES), np.float64)
    numbers, plies = whole(ctx, ctx.numbers, n), whole(ctx, ctx.plies, n)
    counts, movers = whole(ctx, ctx.counts, n), whole(ctx, ctx.movers, n)
    for g in range(n):
        roll_game(
            ctx, g, states, numbers, plies, ctx.seed, ctx.cycle, moves, counts, movers, outcomes,
            chances,
        )  # fmt: skip


@entry
def spread(contexts):
    """Spread the outcomes of the rolls of `sources` over the games."""
    ctx = contexts[0]
    n = ctx.games
    sources = array_at(ctx.sources, (n // rules.MOST_OUTCOMES,), rules.STATE)
    states = array_at(ctx.states, (n,), rules.STATE)
    outcomes = array_at(ctx.outcomes, (n, rules.MOST_OUTCOMES), np.int64)
    chances = array_at(ctx.chances, (n, rules.MOST_OUTCOMES), np.float64)
    numbers, odds = whole(ctx, ctx.numbers, n), real(ctx, ctx.odds, n)
    for i in range(n):
        spread_outcome(ctx, i, sources, states, numbers, outcomes, chances, odds)


@entry
def make_rows(contexts):
    """Write the state after each play."""
    ctx = contexts[0]
    n, rows = ctx.games, ctx.rows
    states = array_at(ctx.states, (n,), rules.STATE)
    moves = array_at(ctx.moves, (n, ACTIONS), np.int64)
    afters = array_at(ctx.afters, (rows,), rules.STATE)
    owners, firsts = whole(ctx, ctx.owners, rows), whole(ctx, ctx.firsts, n)
    movers, known = whole(ctx, ctx.movers, n), real(ctx, ctx.known, rows)
    for r in range(rows):
        make_row(ctx, r, owners, states, moves, movers, firsts, afters, known)


@entry
def choose(contexts):
    """Make the best play of every game."""
    ctx = contexts[0]
    n, rows = ctx.games, ctx.rows
    states = array_at(ctx.states, (n,), rules.STATE)
    afters = array_at(ctx.afters, (rows,), rules.STATE)
    numbers, plies = whole(ctx, ctx.numbers, n), whole(ctx, ctx.plies, n)
    counts, firsts = whole(ctx, ctx.counts, n), whole(ctx, ctx.firsts, n)
    chosen, ended = whole(ctx, ctx.chosen, n), whole(ctx, ctx.ended, n)
    known, values = real(ctx, ctx.known, rows), real(ctx, ctx.values, rows)
    scores, payoffs = real(ctx, ctx.scores, n), real(ctx, ctx.payoffs, n)
    for g in range(n):
        choose_play(
            ctx, g, states, numbers, plies, counts, firsts, afters, known, values, ctx.step,
            chosen, scores, ended, payoffs,
        )  # fmt: skip


@entry
def keep(contexts):
    """Copy the state after each game's play to `kept`, from `place` on."""
    ctx = contexts[0]
    chosen = whole(ctx, ctx.chosen, ctx.games)
    afters = array_at(ctx.afters, (ctx.rows,), rules.STATE)
    kept = array_at(ctx.kept, (ctx.place + ctx.games,), rules.STATE)
    for g in range(ctx.games):
        if chosen[g] >= 0:
            rules.store(kept[ctx.place + g], rules.load(ctx, np.int64(1), afters[chosen[g]]))
