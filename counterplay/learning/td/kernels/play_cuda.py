"""Kernel: one step of many games, on a GPU. `play.py` says what the arrays are."""

import numpy as np

from counterplay.core.compile.cuda.kernel import launch, thread_count, thread_number
from counterplay.core.compile.unbound import rules
from counterplay.learning.td.kernels.play import choose_play, make_row, roll_game, spread_outcome

ACTIONS = rules.MOST_ACTIONS + 1


@launch
def start(count, states):
    """Set up every game."""
    for g in range(thread_number(), count, thread_count()):
        rules.store(states[g], rules.initial(0, np.int64(0)))


@launch
def roll(count, states, numbers, plies, seed, cycle, moves, counts, movers, outcomes, chances):
    """Play the chance nodes of every game, and list its plays."""
    for g in range(thread_number(), count, thread_count()):
        roll_game(
            0, g, states, numbers, plies, seed, cycle, moves, counts, movers, outcomes, chances
        )


@launch
def spread(count, sources, states, numbers, outcomes, chances, odds):
    """Spread the outcomes of the rolls of `sources` over the games."""
    for i in range(thread_number(), count, thread_count()):
        spread_outcome(0, i, sources, states, numbers, outcomes, chances, odds)


@launch
def make_rows(count, owners, states, moves, movers, firsts, afters, known):
    """Write the state after each play."""
    for r in range(thread_number(), count, thread_count()):
        make_row(0, r, owners, states, moves, movers, firsts, afters, known)


@launch
def choose(
    count, states, numbers, plies, counts, firsts, afters, known, values, step, chosen, scores,
    ended, payoffs,
):  # fmt: skip
    """Make the best play of every game."""
    for g in range(thread_number(), count, thread_count()):
        choose_play(
            0, g, states, numbers, plies, counts, firsts, afters, known, values, step, chosen,
            scores, ended, payoffs,
        )  # fmt: skip


@launch
def keep(count, chosen, afters, kept, place):
    """Copy the state after each game's play to `kept`, from `place` on."""
    for g in range(thread_number(), count, thread_count()):
        if chosen[g] >= 0:
            rules.store(kept[place + g], rules.load(0, np.int64(1), afters[chosen[g]]))
