"""Part of kernels: one step of one game among many, for the CPU and for CUDA.

A step has three parts. Each game rolls and lists its plays; each play becomes a row, the state
after it; and when something has judged the rows, each game chooses. All arrays belong to the
caller. `g` is a game, `r` a row:

    states[g], numbers[g], plies[g]   the state, the number of the game (-1: no more), its plies
    moves[g], counts[g], firsts[g]    the plays, how many there are, and the row of the first
    owners[r], afters[r], known[r]    the game of a row, the state after the play, and its payoff
                                      for the player who moves if the game is over, otherwise NaN
    values[r]                         the judged value for the other player
    movers[g]                         the player who moves
    chosen[g], scores[g]              the best row, and its value for that player
    ended[g], payoffs[g]              whether the game is over, and the mover's payoff
    sources[], odds[g]                states whose rolls are spread over games, and probabilities
"""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.learning.td.kernels.random_numbers import fraction_of


@native
def drawn_outcome(outcomes, chances, n, fraction):
    """The outcome of a chance node that a fraction from 0 to 1 falls on."""
    for i in range(n - 1):
        fraction -= chances[i]
        if fraction < 0.0:
            return outcomes[i]
    return outcomes[n - 1]


@native
def roll_game(
    ctx, g, states, numbers, plies, seed, cycle, moves, counts, movers, outcomes, chances
):
    """Play the chance nodes of a game and list its plays. Games have the dice of number % cycle."""
    counts[g] = 0
    if numbers[g] < 0:
        return
    s = rules.load(ctx, np.int64(0), states[g])
    while rules.player(ctx, s) == rules.CHANCE:
        n = rules.chance(ctx, s, outcomes[g], chances[g])
        fraction = fraction_of(seed, numbers[g] % cycle, plies[g])
        s = rules.result(ctx, np.int64(0), s, drawn_outcome(outcomes[g], chances[g], n, fraction))
        plies[g] += 1
    rules.store(states[g], s)
    movers[g] = rules.player(ctx, s)
    counts[g] = rules.actions(ctx, s, moves[g])


@native
def spread_outcome(ctx, i, sources, states, numbers, outcomes, chances, odds):
    """Let game `i` be state `i // MOST_OUTCOMES` of `sources` after one outcome of its roll.

    `odds[i]` is the probability of the outcome. A game stops if there is no such outcome.
    """
    k = i % rules.MOST_OUTCOMES
    s = rules.load(ctx, np.int64(0), sources[i // rules.MOST_OUTCOMES])
    numbers[i], odds[i] = -1, 0.0
    if rules.player(ctx, s) != rules.CHANCE:
        return
    n = rules.chance(ctx, s, outcomes[i], chances[i])
    if k < n:
        numbers[i], odds[i] = i, chances[i, k]
        rules.store(states[i], rules.result(ctx, np.int64(1), s, outcomes[i, k]))


@native
def make_row(ctx, r, owners, states, moves, movers, firsts, afters, known):
    """Write the state after a play, and its payoff if it ends the game."""
    g = owners[r]
    s = rules.load(ctx, np.int64(0), states[g])
    after = rules.result(ctx, np.int64(1), s, moves[g, r - firsts[g]])
    rules.store(afters[r], after)
    known[r] = np.nan
    if rules.terminal(ctx, after):
        known[r] = rules.utility(ctx, after, movers[g])


@native
def choose_play(
    ctx, g, states, numbers, plies, counts, firsts, afters, known, values, step, chosen, scores,
    ended, payoffs,
):  # fmt: skip
    """Make the best play. An ended game becomes the one `step` numbers later; 0: it stops."""
    chosen[g], scores[g], ended[g], payoffs[g] = -1, 0.0, 0, 0.0
    if counts[g] == 0:
        return
    best, best_value = firsts[g], -np.inf
    for r in range(firsts[g], firsts[g] + counts[g]):
        value = -np.float64(values[r]) if np.isnan(known[r]) else np.float64(known[r])
        if value > best_value:
            best, best_value = r, value
    chosen[g], scores[g] = best, best_value
    if np.isnan(known[best]):
        rules.store(states[g], rules.load(ctx, np.int64(1), afters[best]))
        plies[g] += 1
        return
    ended[g], payoffs[g] = 1, known[best]
    numbers[g] = numbers[g] + step if step > 0 else -1
    plies[g] = 0
    rules.store(states[g], rules.initial(ctx, np.int64(0)))
