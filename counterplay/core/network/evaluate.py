"""The evaluation of a state by a network, as part of every kernel.

    inputs → sums → clipped or squared → weighted sum → score

or, for a game with a few possible payoffs, one weighted sum for each payoff but the least: the
logarithm of the odds that the game pays so much or more. The score is then the mean payoff.

The first layer has a row of weights for each input. The sums of a state are the rows of the inputs
that are on. They are kept for every ply of a search, in slots. The sums of a new state are those of
a slot that is close to it, plus and minus a few rows: what differs is read off the inputs. Nothing
here knows the game, or what a move is.

Weights are 16-bit integers: a sum of 255 is 1.0 (`ONE`) and a weight of the last layer is a 64th
(`UNIT`). Networks of chances are finer, because dice games are decided by thousandths: a sum of
512 is 1.0 (`FINE_ONE`), and so is a weight of 2048 (`FINE_UNIT`). Sums are then right from -64 to
63. All sizes are data, so another network is not compiled again.
"""

from __future__ import annotations

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.bits import popcount
from counterplay.core.bits.vectors import weighted_squares, weighted_sum
from counterplay.core.compile.marks import hot, native

KIND = "network"
ONE, UNIT = 255, 64
FINE_BITS, OLD_FINE_BITS = 9, 10
"""The bits of FINE_ONE, and those of networks whose files do not say it."""
FINE_ONE, FINE_UNIT = 1 << FINE_BITS, 2048
LITTLE = 3
"""If a state differs from its parent by more inputs, other slots are tried: a sibling, the state
before the parent, and the slot in which no input is on."""

FIELDS = [
    ("net_words", np.int64),
    ("net_sums", np.int64),
    ("net_changes", np.int64),
    ("net_slots", np.int64),
    ("net_word_count", np.int64),
    ("net_width", np.int64),
    ("net_rows", np.int64),
    ("net_turned", np.int64),
    ("net_last", np.int64),
    ("net_offsets", np.int64),
    ("net_views", np.int64),
    ("net_buckets", np.int64),
    ("net_most_on", np.int64),
    ("net_scale", np.int64),
    ("net_is_squared", np.int64),
    ("net_fine_bits", np.int64),
    ("net_payoffs", np.int64),
    ("net_outputs", np.int64),
    ("net_payoff_count", np.int64),
    ("net_chances", np.int64),
    ("net_active", np.int64),
]
"""Fields of the context: addresses of arrays, and sizes.

words    the inputs of the state in each slot, by view; the last slot is scratch
sums     the sums of each slot, by view; in the slot before the last no input is on
changes  room for the numbers of the inputs that go on, and of those that go off
rows     the weights of the first layer (`Network.all_rows`); last: those of the last one, by bucket
         and view
turned   the row that the other view has for each row, if the game says so (`inputs.turned`)
offsets  what the last layer adds, by bucket
payoffs  the payoffs whose chances it predicts, from the least up; there may be none
chances  room for the chances of a state; active: room for what the activation makes of its sums
"""


@native
def output(ctx, ply, us, them) -> int:
    """The score of the state in this slot for the player whose view is `us`, in score points.

    A state without inputs is worth 0: of it a network says nothing.
    """
    first = first_output(ctx, ply, us)
    if first < 0:
        return np.int64(0)
    if ctx.net_payoff_count == 0:
        return total_of(ctx, ply, us, them, first) * ctx.net_scale // (ONE * UNIT)
    payoffs = array_at(ctx.net_payoffs, (ctx.net_payoff_count,), np.float64)
    found = chances_of(ctx, ply, us, them, first)
    mean = payoffs[0]
    for k in range(ctx.net_outputs):
        mean += (payoffs[k + 1] - payoffs[k]) * found[k]
    return np.int64(np.floor(mean * ctx.net_scale + 0.5))


@native
def chances(ctx, ply, us, them):
    """The chances of payoffs, each of so much or more, for the player whose view is `us`."""
    return chances_of(ctx, ply, us, them, first_output(ctx, ply, us))


@native
def chances_of(ctx, ply, us, them, first):
    """The same, by the outputs from `first` on. Of a state without inputs it says 0.5."""
    found = array_at(ctx.net_chances, (ctx.net_outputs,), np.float64)
    if first < 0:
        found[:] = 0.5
        return found
    width, views = ctx.net_width, ctx.net_views
    sums = array_at(ctx.net_sums, (ctx.net_slots, np.int64(2), width), np.int16)
    active = array_at(ctx.net_active, (views * width,), np.int16)
    activate(ctx, sums[ply, us], active[:width], width)
    if views > 1:
        activate(ctx, sums[ply, them], active[width:], width)
    rows = ctx.net_buckets * ctx.net_outputs
    last = array_at(ctx.net_last, (rows, views * width), np.int16)
    offsets = array_at(ctx.net_offsets, (rows,), np.int64)
    for k in range(ctx.net_outputs):
        total = weighted_sum(active, last[first + k], views * width) + offsets[first + k]
        found[k] = chance_of(total, ctx.net_fine_bits)
    return found


@native
def activate(ctx, sums, active, width) -> None:
    """Write what the activation makes of fine sums: from 0 to what 1.0 is."""
    one = np.int16(1 << ctx.net_fine_bits)
    if not ctx.net_is_squared:
        for j in range(width):
            active[j] = min(max(sums[j], np.int16(0)), one)
    elif ctx.net_fine_bits == FINE_BITS:
        square(sums, active, width, FINE_BITS)
    else:
        square(sums, active, width, ctx.net_fine_bits)


@hot
def square(sums, active, width, bits):
    """Write the squares of sums. It is faster if `bits` is a constant."""
    one = np.int16(1 << bits)
    for j in range(width):
        x = np.int32(min(max(sums[j], np.int16(0)), one))
        active[j] = np.int16(np.int32(x * x) >> np.int32(bits))


@native
def first_output(ctx, ply, us):
    """The number of the first output of the state's bucket; -1 for a state without inputs."""
    words = array_at(ctx.net_words, (ctx.net_slots, np.int64(2), ctx.net_word_count), np.uint64)
    on = np.int64(0)
    for i in range(ctx.net_word_count):
        on += popcount(words[ply, us, i])
    if on == 0:
        return np.int64(-1)
    return bucket_of(on, ctx.net_buckets, ctx.net_most_on) * ctx.net_outputs


@native
def total_of(ctx, ply, us, them, k):
    """What output `k` of the last layer adds up to, in units of ONE * UNIT."""
    width, views = ctx.net_width, ctx.net_views
    outputs = ctx.net_buckets * ctx.net_outputs
    sums = array_at(ctx.net_sums, (ctx.net_slots, np.int64(2), width), np.int16)
    last = array_at(ctx.net_last, (outputs * views, width), np.int16)
    total = array_at(ctx.net_offsets, (outputs,), np.int64)[k]
    total += weighted(ctx, sums[ply, us], last[k * views], width)
    if views > 1:
        total += weighted(ctx, sums[ply, them], last[k * views + 1], width)
    return total


@hot
def chance_of(total, bits):
    """The probability whose odds have this logarithm, if 1.0 is `bits` bits and FINE_UNIT."""
    return 1.0 / (1.0 + np.exp(-np.float64(total) / ((1 << bits) * FINE_UNIT)))


@hot
def bucket_of(on, buckets, most_on):
    """The bucket of a state in which `on` inputs are on."""
    return min(on * buckets // (most_on + 1), buckets - 1)


@hot
def weighted(ctx, sums, weights, width):
    """The weighted sum of what the activation makes of the sums."""
    if ctx.net_is_squared:
        return weighted_squares(sums, weights, np.int64(ONE), width) // ONE
    return clipped(sums, weights, width)


@native
def clipped(sums, weights, width):
    """Sums from 0 to ONE, weighted. In 32 bits, so that the CPU multiplies and adds pairs."""
    total = np.int32(0)
    for j in range(width):
        x = min(max(sums[j], np.int16(0)), np.int16(ONE))
        total = np.int32(total + np.int32(np.int32(x) * np.int32(weights[j])))
    return np.int64(total)
