"""The first layer of a network: the sums of a state, from those of a state that is close to it.

The rows of the inputs that go on are added, and those of the inputs that go off are subtracted,
four at a time. Inputs next to each other often change together: a number is as many inputs as it
says. A run of such rows is the difference of two rows that were added up beforehand (`net_rows`).
Sums are taken modulo 2**16, so the order of additions does not matter.
"""

from __future__ import annotations

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.bits import lowest, popcount, shift_left, shift_right
from counterplay.core.bits.vectors import change_rows
from counterplay.core.compile.marks import hot, native

LITTLE = 3
"""If a state differs from its parent by more inputs, other slots are tried: a sibling, the state
before the parent. If it differs by MUCH, so is the slot in which no input is on."""
MUCH = 40
RUN = 3
"""The inputs of a run, at least: two rows are read instead of one for each input."""
ONE = np.uint64(1)


@hot
def fresh_words(ctx):
    """Room for the inputs of a state."""
    shape = (ctx.net_slots, np.int64(2), ctx.net_word_count)
    return array_at(ctx.net_words, shape, np.uint64)[ctx.net_slots - 1, 0]


@native
def update(ctx, ply, view, fresh) -> None:
    """Let the slot of this ply have these inputs, and the sums that belong to them."""
    nearest = nearest_slot(ctx, ply, view, fresh)
    on, off = list_changes(ctx, nearest, view, fresh)
    add_changes(ctx, ply, view, nearest, on, off)
    words = words_of(ctx)[ply, view]
    for i in range(ctx.net_word_count):
        words[i] = fresh[i]


@native
def update_both(ctx, ply, fresh) -> None:
    """The same for both views, from the inputs that player 0 sees.

    The other sees the same inputs in other words, so what changes has to be listed only once.
    """
    nearest = nearest_slot(ctx, ply, np.int64(0), fresh)
    on, off = list_changes(ctx, nearest, np.int64(0), fresh)
    add_changes(ctx, ply, np.int64(0), nearest, on, off)
    count = ctx.net_word_count
    changes = changes_of(ctx)
    turned = array_at(ctx.net_turned, (128 * count + 1,), np.int64)
    for k in range(on):
        changes[0, k] = turned[changes[0, k]]
    for k in range(off):
        changes[1, k] = turned[changes[1, k]]
    add_changes(ctx, ply, np.int64(1), nearest, on, off)
    words = words_of(ctx)
    for i in range(count):
        words[ply, 0, i] = fresh[i]
        words[ply, 1, i] = fresh[turned[64 * i] >> 6]


@hot
def words_of(ctx):
    """The inputs of each slot, by view."""
    return array_at(ctx.net_words, (ctx.net_slots, np.int64(2), ctx.net_word_count), np.uint64)


@hot
def changes_of(ctx):
    """Room for the numbers of rows to add, and to subtract."""
    return array_at(ctx.net_changes, (np.int64(2), 64 * ctx.net_word_count + 2), np.int64)


@hot
def nearest_slot(ctx, ply, view, fresh):
    """The slot that differs least, or the first that differs little."""
    words, count, empty = words_of(ctx), ctx.net_word_count, ctx.net_slots - 2
    nearest = max(ply - 1, 0)
    least = distance(words[nearest, view], fresh, count)
    for other in (ply, ply - 2, empty):
        if least <= (MUCH if other == empty else LITTLE):
            break
        if other >= 0 and other != nearest:
            d = distance(words[other, view], fresh, count)
            if d < least:
                nearest, least = other, d
    return nearest


@hot
def list_changes(ctx, slot, view, fresh):
    """List the rows by which the sums of these inputs differ from those of a slot; how many."""
    changes, count, old = changes_of(ctx), ctx.net_word_count, words_of(ctx)[slot, view]
    on, off = np.int64(0), np.int64(0)
    for i in range(count):
        change = fresh[i] ^ old[i]
        if change != 0:
            on, off = list_rows(change & fresh[i], changes[0], changes[1], on, off, i, count)
            off, on = list_rows(change & old[i], changes[1], changes[0], off, on, i, count)
    return on, off


@native
def add_changes(ctx, ply, view, nearest, on, off) -> None:
    """Write the sums of a slot: those of the nearest, with the rows that are listed.

    Two rows are added and two are subtracted at a time. The shorter list ends with rows of zeros.
    """
    count, width = ctx.net_word_count, ctx.net_width
    sums = array_at(ctx.net_sums, (ctx.net_slots, np.int64(2), width), np.int16)
    rows = array_at(ctx.net_rows, (128 * count + 1, width), np.int16)
    changes, to, before = changes_of(ctx), sums[ply, view], sums[nearest, view]
    most = max(on, off) + 1 & -2
    if most == 0 and nearest != ply:
        most = np.int64(2)  # nothing differs: rows of zeros are added to a copy
    for k in range(on, most):
        changes[0, k] = 64 * count
    for k in range(off, most):
        changes[1, k] = 64 * count
    for k in range(0, most, 2):
        change_rows(
            to, before, rows[changes[0, k]], rows[changes[0, k + 1]],
            rows[changes[1, k]], rows[changes[1, k + 1]], width,
        )  # fmt: skip
        before = to


@hot
def distance(old, fresh, count):
    """The number of inputs that differ."""
    d = np.int64(0)
    for i in range(count):
        d += popcount(old[i] ^ fresh[i])
    return d


@hot
def list_rows(goes, added, subtracted, more, less, word, count):
    """List the rows of inputs that go on, or off, with `added` and `subtracted` in turn.

    A run from input a to b is the sum of all rows up to b less that of all rows before a.
    """
    while goes != 0:
        first = lowest(goes)
        rest = shift_right(goes, first)
        size = lowest(~rest)
        if size < RUN or first + size == 64:  # the end of a run has to be in the same word
            added[more] = 64 * word + first
            goes &= goes - ONE
        else:
            added[more] = 64 * (count + word) + first + size
            subtracted[less] = 64 * (count + word) + first
            less += 1
            goes &= ~shift_left(shift_left(ONE, size) - ONE, first)
        more += 1
    return more, less
