"""Kernel: the inputs of many states; the loss of a network and its slopes; steps of Adam.

The network is that of `core/network/evaluate.py`, in 32-bit floats: a sum of 1.0 is ONE there. All
arrays are given by address, so their sizes are not compiled in. A thread adds up the slopes of its
own positions; Python adds up the threads.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.bits import lowest
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules

LANES = 16
"""Sums over the width are added in this many lanes, so that the CPU adds them side by side."""

MOST_ON = 4096
"""The most inputs of a view that can be on."""

CONTEXT = [
    ("states_at", np.int64),
    ("words", np.int64),
    ("movers", np.int64),
    ("word_count", np.int64),
    ("views", np.int64),
    ("targets", np.int64),
    ("bases", np.int64),
    ("base_scores", np.int64),
    ("order", np.int64),
    ("first", np.int64),
    ("last", np.int64),
    ("width", np.int64),
    ("buckets", np.int64),
    ("most_on", np.int64),
    ("is_squared", np.int64),
    ("is_logistic", np.int64),
    ("rows", np.int64),
    ("bias", np.int64),
    ("outs", np.int64),
    ("offsets", np.int64),
    ("row_slopes", np.int64),
    ("bias_slopes", np.int64),
    ("out_slopes", np.int64),
    ("offset_slopes", np.int64),
    ("touched", np.int64),
    ("scratch", np.int64),
    ("on", np.int64, (2, MOST_ON)),
    ("on_count", np.int64, (2,)),
    ("loss", np.float64),
    ("parameters", np.int64),
    ("slopes", np.int64),
    ("means", np.int64),
    ("squares", np.int64),
    ("size", np.int64),
    ("rate", np.float64),
    ("decay_mean", np.float64),
    ("decay_square", np.float64),
    ("bound", np.float64),
    ("shrink", np.float64),
]


@entry
def read_inputs(contexts):
    """Write the inputs of the states from `first` up to `last`, of each view, and who moves.

    And, if there is room for them, what the game's evaluation says for the view that is judged.
    """
    ctx = contexts[0]
    states = array_at(ctx.states_at, (ctx.last,), rules.STATE)
    words = array_at(ctx.words, (ctx.last, ctx.views, ctx.word_count), np.uint64)
    movers = array_at(ctx.movers, (ctx.last,), np.int64)
    for i in range(ctx.first, ctx.last):
        s = rules.load(ctx, np.int64(0), states[i])
        side = rules.side(ctx, s)
        movers[i] = side
        rules.inputs(ctx, s, side, words[i, 0])
        if ctx.views > 1:
            rules.inputs(ctx, s, 1 - side, words[i, 1])
        if ctx.base_scores != 0:
            judged = side if ctx.views > 1 else np.int64(0)
            scores = array_at(ctx.base_scores, (ctx.last,), np.int64)
            scores[i] = rules.evaluate(ctx, np.int64(0), s, judged)


@entry
def slopes(contexts):
    """Add up the loss and its slopes over the positions from `first` up to `last` of the order."""
    ctx = contexts[0]
    ctx.loss = 0.0
    order = array_at(ctx.order, (ctx.last,), np.int64)
    for i in range(ctx.first, ctx.last):
        ctx.loss += learn_from(ctx, order[i], True)


@entry
def losses(contexts):
    """Add up the loss only."""
    ctx = contexts[0]
    ctx.loss = 0.0
    order = array_at(ctx.order, (ctx.last,), np.int64)
    for i in range(ctx.first, ctx.last):
        ctx.loss += learn_from(ctx, order[i], False)


@native
def learn_from(ctx, i, is_learning):
    """The loss of one position; its slopes are added to the arrays."""
    width, views = ctx.width, ctx.views
    targets = array_at(ctx.targets, (i + 1,), np.float32)
    outs = array_at(ctx.outs, (ctx.buckets * views, width), np.float32)
    offsets = array_at(ctx.offsets, (ctx.buckets,), np.float32)
    scratch = array_at(ctx.scratch, (np.int64(3), width), np.float32)
    for v in range(views):
        add_rows(ctx, i, v, scratch[v])
    bucket = min(ctx.on_count[0] * ctx.buckets // (ctx.most_on + 1), ctx.buckets - 1)
    output = np.float64(offsets[bucket])
    if ctx.bases != 0:
        output += array_at(ctx.bases, (i + 1,), np.float32)[i]
    for v in range(views):
        output += weighted(scratch[v], outs[bucket * views + v], width, ctx.is_squared)

    # The loss is the square of the error: of the chance to win, or of the score.
    guess = 1.0 / (1.0 + np.exp(-output)) if ctx.is_logistic else output
    error = guess - targets[i]
    if not is_learning:
        return error * error
    slope = np.float32(2.0 * error * (guess * (1.0 - guess) if ctx.is_logistic else 1.0))
    array_at(ctx.offset_slopes, (ctx.buckets,), np.float32)[bucket] += slope
    out_slopes = array_at(ctx.out_slopes, (ctx.buckets * views, width), np.float32)
    for v in range(views):
        k = bucket * views + v
        pass_back(scratch[v], outs[k], out_slopes[k], scratch[2], slope, width, ctx.is_squared)
        add_to_rows(ctx, v, scratch[2])
    return error * error


@native
def add_rows(ctx, i, view, sums):
    """The sums of a view: the bias and the rows of the inputs that are on, which are listed."""
    width, count = ctx.width, ctx.word_count
    words = array_at(ctx.words, (i + 1, ctx.views, count), np.uint64)
    rows = array_at(ctx.rows, (64 * count, width), np.float32)
    bias = array_at(ctx.bias, (width,), np.float32)
    for j in range(width):
        sums[j] = bias[j]
    n = np.int64(0)
    for k in range(count):
        word = words[i, view, k]
        while word != 0:
            row = 64 * k + lowest(word)
            word &= word - np.uint64(1)
            ctx.on[view, n] = row
            n += 1
            here = rows[row]
            for j in range(width):
                sums[j] += here[j]
    ctx.on_count[view] = n


@native
def weighted(sums, weights, width, is_squared):
    """The weighted sum of the activations."""
    lanes = np.zeros(LANES, np.float32)
    for start in range(0, width, LANES):
        for k in range(LANES):
            x = min(max(sums[start + k], np.float32(0)), np.float32(1))
            if is_squared:
                x = x * x
            lanes[k] += x * weights[start + k]
    total = 0.0
    for k in range(LANES):
        total += lanes[k]
    return total


@native
def pass_back(sums, weights, weight_slopes, sum_slopes, slope, width, is_squared):
    """The slopes of the last layer's weights, and of the sums."""
    for j in range(width):
        x = min(max(sums[j], np.float32(0)), np.float32(1))
        inside = np.float32(1) if sums[j] > 0 and sums[j] < 1 else np.float32(0)
        if is_squared:
            weight_slopes[j] += slope * x * x
            sum_slopes[j] = slope * weights[j] * np.float32(2) * x * inside
        else:
            weight_slopes[j] += slope * x
            sum_slopes[j] = slope * weights[j] * inside


@native
def add_to_rows(ctx, view, sum_slopes):
    """Add the slopes of the sums to those of the bias and of the rows that are on."""
    width = ctx.width
    row_slopes = array_at(ctx.row_slopes, (64 * ctx.word_count, width), np.float32)
    bias_slopes = array_at(ctx.bias_slopes, (width,), np.float32)
    touched = array_at(ctx.touched, (64 * ctx.word_count,), np.uint8)
    for j in range(width):
        bias_slopes[j] += sum_slopes[j]
    for n in range(ctx.on_count[view]):
        row = ctx.on[view, n]
        touched[row] = np.uint8(1)
        here = row_slopes[row]
        for j in range(width):
            here[j] += sum_slopes[j]


@entry
def adam(contexts):
    """One step of Adam (Kingma and Ba 2014) for `size` parameters; slopes are set to zero.

    Weights are multiplied by `shrink` (weight decay: Loshchilov and Hutter 2019). Parameters stay
    within `bound`, so that they fit into the integers that they become.
    """
    ctx = contexts[0]
    parameters = array_at(ctx.parameters, (ctx.size,), np.float32)
    slopes_ = array_at(ctx.slopes, (ctx.size,), np.float32)
    means = array_at(ctx.means, (ctx.size,), np.float32)
    squares = array_at(ctx.squares, (ctx.size,), np.float32)
    rate, bound, shrink = np.float32(ctx.rate), np.float32(ctx.bound), np.float32(ctx.shrink)
    keep_mean, keep_square = np.float32(ctx.decay_mean), np.float32(ctx.decay_square)
    for i in range(ctx.size):
        slope = slopes_[i]
        slopes_[i] = np.float32(0)
        means[i] = keep_mean * means[i] + (np.float32(1) - keep_mean) * slope
        squares[i] = keep_square * squares[i] + (np.float32(1) - keep_square) * slope * slope
        moved = shrink * parameters[i] - rate * means[i] / (np.sqrt(squares[i]) + np.float32(1e-8))
        parameters[i] = min(max(moved, -bound), bound)
