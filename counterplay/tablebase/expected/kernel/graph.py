"""Write the graph of a game: the kind of each state, and its successors."""

import numpy as np

from counterplay.core.bits.atomics import fetch_add
from counterplay.core.compile.kernel import TOO_MUCH, entry
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.tablebase.expected.kernel.arrays import (
    END,
    MAXIMIZER,
    MINIMIZER,
    RANDOM,
    edge_starts_of,
    kinds_of,
    lower_of,
    targets_of,
    upper_of,
    weights_of,
)
from counterplay.tablebase.reachable.kernel.growth import CHUNK, follow, list_moves
from counterplay.tablebase.reachable.kernel.hashed_states import (
    NEXT,
    find,
    shared_at,
    states_of,
)


@entry
def measure(contexts):
    """Write the kind of each state from `first` up to `last`, the number of its edges (into
    `edge_starts`), and the payoff of an ended game."""
    ctx = contexts[0]
    states, kinds, counts = states_of(ctx), kinds_of(ctx), edge_starts_of(ctx)
    lower, upper = lower_of(ctx), upper_of(ctx)
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        if start >= ctx.last:
            return
        for i in range(start, min(start + CHUNK, ctx.last)):
            s = rules.load(ctx, np.int64(0), states[i])
            if rules.terminal(ctx, s):
                kinds[i], counts[i] = END, 0
                lower[i] = upper[i] = rules.utility(ctx, s, np.int64(0))
                if lower[i] > rules.BEST:
                    ctx.fault = TOO_MUCH
                    return
                continue
            p = rules.player(ctx, s)
            kinds[i] = RANDOM if p == CHANCE else MAXIMIZER if p == 0 else MINIMIZER
            counts[i] = list_moves(ctx, s)
            if ctx.fault:
                ctx.found = i
                return


@entry
def link(contexts):
    """Write the edges of the states from `first` up to `last`. `found` is a state with a successor
    that has no row."""
    ctx = contexts[0]
    states, kinds, starts = states_of(ctx), kinds_of(ctx), edge_starts_of(ctx)
    targets, weights = targets_of(ctx), weights_of(ctx)
    while not ctx.halt:
        start = ctx.first + fetch_add(shared_at(ctx, NEXT), CHUNK)
        if start >= ctx.last:
            return
        for i in range(start, min(start + CHUNK, ctx.last)):
            if kinds[i] == END:
                continue
            s = rules.load(ctx, np.int64(0), states[i])
            for j in range(list_moves(ctx, s)):
                follow(ctx, s, ctx.moves[j])
                row = find(ctx, ctx.fresh)
                if row < 0:
                    ctx.found = i
                    return
                targets[starts[i] + j] = row
                weights[starts[i] + j] = ctx.odds[j] if kinds[i] == RANDOM else 1.0
