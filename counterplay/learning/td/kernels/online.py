"""Kernel: TD(lambda) as Tesauro (1992) describes it, one game after another, on one core.

After each play the weights change by

    alpha * (outputs now - outputs before) * traces        traces = sum of lambda^age * slopes

for each of the four outcomes, which have traces of their own. At the end of a game the outcome
takes the place of the outputs. Outcomes are those of player 0: if player 1 sees a row, outcome k is
output k ^ 2. Then the outputs before and their slopes are found again with the new weights.

The context has the addresses of the arrays. `layer` is (inputs + 1, hidden) and `outs` (outputs,
hidden + 1), each with its bias last. `layer_traces` is (outcomes, inputs + 1, hidden), `out_traces`
(outcomes, views, hidden + 1).
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.learning.td.kernels.encoding import INPUTS, input_of
from counterplay.learning.td.kernels.play import drawn_outcome
from counterplay.learning.td.kernels.random_numbers import fraction_of

OUTCOMES = 4

CONTEXT = [
    ("seed", np.int64),
    ("first", np.int64),
    ("last", np.int64),
    ("hidden", np.int64),
    ("alpha", np.float64),
    ("trace", np.float64),
    ("layer", np.int64),
    ("outs", np.int64),
    ("layer_traces", np.int64),
    ("out_traces", np.int64),
    ("between", np.int64),
    ("moves", np.int64, (rules.MOST_ACTIONS + 1,)),
    ("outcomes", np.int64, (rules.MOST_OUTCOMES,)),
    ("chances", np.float64, (rules.MOST_OUTCOMES,)),
    ("on", np.int64, (INPUTS + 1,)),
    ("on_values", np.float32, (INPUTS + 1,)),
    ("on_count", np.int64),
    ("traced", np.int64, (INPUTS + 1,)),
    ("traced_count", np.int64),
    ("is_traced", np.int64, (INPUTS + 1,)),
    ("said", np.float32, (OUTCOMES,)),
    ("before", np.float32, (OUTCOMES,)),
    ("now", np.float32, (OUTCOMES,)),
]


@entry
def learn(contexts):
    """Play the games from `first` up to `last`, and learn from each play. Returns their plays."""
    ctx = contexts[0]
    total = np.int64(0)
    for number in range(ctx.first, ctx.last):
        total += learn_game(ctx, number)
    return total


@native
def learn_game(ctx, number):
    """Play a game and learn from it. Returns the number of plays."""
    forget_traces(ctx)
    s = rules.initial(ctx, np.int64(0))
    plies, played = np.int64(0), np.int64(0)
    while True:
        while rules.player(ctx, s) == rules.CHANCE:
            n = rules.chance(ctx, s, ctx.outcomes, ctx.chances)
            fraction = fraction_of(ctx.seed, number, plies)
            s = rules.result(
                ctx, np.int64(0), s, drawn_outcome(ctx.outcomes, ctx.chances, n, fraction)
            )
            plies += 1
        mover = rules.player(ctx, s)
        after = rules.result(ctx, np.int64(1), s, best_play(ctx, s, mover))
        plies += 1
        played += 1
        view = 1 - mover
        if rules.terminal(ctx, after):
            set_outcome(ctx, rules.utility(ctx, after, np.int64(0)))
            if played > 1:
                change_weights(ctx)
            return played
        say(ctx, after, view)
        for k in range(OUTCOMES):
            ctx.now[k] = ctx.said[k ^ (2 * view)]
        if played > 1:
            change_weights(ctx)
            say(ctx, after, view)
        for k in range(OUTCOMES):
            ctx.before[k] = ctx.said[k ^ (2 * view)]
        add_slopes(ctx, view)
        s = after


@native
def best_play(ctx, s, mover):
    """The play after which the other player expects least."""
    n = rules.actions(ctx, s, ctx.moves)
    best, best_value = ctx.moves[0], -np.inf
    for i in range(n):
        after = rules.result(ctx, np.int64(1), s, ctx.moves[i])
        if rules.terminal(ctx, after):
            value = np.float64(rules.utility(ctx, after, mover))
        else:
            say(ctx, after, 1 - mover)
            value = np.float64(
                ctx.said[2] - ctx.said[0] + np.float32(2) * (ctx.said[3] - ctx.said[1])
            )
        if value > best_value:
            best, best_value = ctx.moves[i], value
    return best


@native
def say(ctx, s, p):
    """Set `said` to the outputs for a state that player `p` sees, and `between` to the units'."""
    hidden = ctx.hidden
    layer = array_at(ctx.layer, (np.int64(INPUTS + 1), hidden), np.float32)
    outs = array_at(ctx.outs, (np.int64(OUTCOMES), hidden + 1), np.float32)
    between = array_at(ctx.between, (hidden,), np.float32)
    for h in range(hidden):
        between[h] = layer[INPUTS, h]
    n = np.int64(0)
    for i in range(INPUTS):
        x = np.float32(input_of(s, p, i))
        if x != 0:
            ctx.on[n], ctx.on_values[n] = i, x
            n += 1
            row = layer[i]
            for h in range(hidden):
                between[h] += x * row[h]
    ctx.on[n], ctx.on_values[n] = INPUTS, 1.0
    ctx.on_count = n + 1
    for h in range(hidden):
        between[h] = np.float32(1) / (np.float32(1) + np.exp(-between[h]))
    for j in range(OUTCOMES):
        total = outs[j, hidden]
        for h in range(hidden):
            total += outs[j, h] * between[h]
        ctx.said[j] = np.float32(1) / (np.float32(1) + np.exp(-total))


@native
def set_outcome(ctx, payoff):
    """Set `now` to the outcome of a game, from the payoff of player 0."""
    for k in range(OUTCOMES):
        ctx.now[k] = 0.0
    ctx.now[(2 if payoff < 0 else 0) + (1 if abs(payoff) > 1 else 0)] = 1.0


@native
def forget_traces(ctx):
    """Set the traces to zero, at the start of a game."""
    hidden = ctx.hidden
    traces = array_at(ctx.layer_traces, (OUTCOMES * (INPUTS + 1) * hidden,), np.float32)
    out_traces = array_at(ctx.out_traces, (OUTCOMES * 2 * (hidden + 1),), np.float32)
    traces[:] = 0.0
    out_traces[:] = 0.0
    ctx.traced_count = 0
    for i in range(INPUTS + 1):
        ctx.is_traced[i] = 0


@native
def add_slopes(ctx, view):
    """Add the slopes of the outputs that were just said to the traces."""
    hidden = ctx.hidden
    outs = array_at(ctx.outs, (np.int64(OUTCOMES), hidden + 1), np.float32)
    between = array_at(ctx.between, (hidden,), np.float32)
    traces = array_at(
        ctx.layer_traces, (np.int64(OUTCOMES), np.int64(INPUTS + 1), hidden), np.float32
    )
    out_traces = array_at(ctx.out_traces, (np.int64(OUTCOMES), np.int64(2), hidden + 1), np.float32)
    for n in range(ctx.on_count):
        i = ctx.on[n]
        if ctx.is_traced[i] == 0:
            ctx.is_traced[i] = 1
            ctx.traced[ctx.traced_count] = i
            ctx.traced_count += 1
    for k in range(OUTCOMES):
        j = k ^ (2 * view)
        slope = ctx.said[j] * (np.float32(1) - ctx.said[j])
        weights, out_trace = outs[j], out_traces[k, view]
        for h in range(hidden):
            out_trace[h] += slope * between[h]
        out_trace[hidden] += slope
        for n in range(ctx.on_count):
            trace, x = traces[k, ctx.on[n]], slope * ctx.on_values[n]
            for h in range(hidden):
                b = between[h]
                trace[h] += x * weights[h] * b * (np.float32(1) - b)


@native
def change_weights(ctx):
    """Move the weights along the traces by the change of each outcome; then the traces fade."""
    hidden, fade = ctx.hidden, np.float32(ctx.trace)
    layer = array_at(ctx.layer, (np.int64(INPUTS + 1), hidden), np.float32)
    outs = array_at(ctx.outs, (np.int64(OUTCOMES), hidden + 1), np.float32)
    traces = array_at(
        ctx.layer_traces, (np.int64(OUTCOMES), np.int64(INPUTS + 1), hidden), np.float32
    )
    out_traces = array_at(ctx.out_traces, (np.int64(OUTCOMES), np.int64(2), hidden + 1), np.float32)
    for k in range(OUTCOMES):
        step = np.float32(ctx.alpha) * (ctx.now[k] - ctx.before[k])
        for view in range(2):
            weights, out_trace = outs[k ^ (2 * view)], out_traces[k, view]
            for h in range(hidden + 1):
                weights[h] += step * out_trace[h]
                out_trace[h] *= fade
        for n in range(ctx.traced_count):
            i = ctx.traced[n]
            row, trace = layer[i], traces[k, i]
            for h in range(hidden):
                row[h] += step * trace[h]
                trace[h] *= fade
