"""Sort states by their bytes, together with their values: quicksort in place (Hoare 1961).

States are compared by their 64-bit words, as unsigned numbers, then by the remaining bytes.
Small ranges are sorted by insertion. All states differ.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.tablebase.reachable.kernel.hashed_states import TAIL, WORDS, copy, values_of

ROW = rules.STATE.itemsize
"""The bytes of a state."""

FEW, DEEP = 16, 128

SORT_FIELDS = [
    ("middle", np.int64),
    ("spare", np.int64),
    ("pivot", np.int64),
    ("waiting", np.int64, (DEEP, 2)),
]


@native
def is_less(one, other):
    """Whether the state at address `one` comes before the state at `other`."""
    mine, theirs = array_at(one, (WORDS + 1,), np.uint64), array_at(other, (WORDS + 1,), np.uint64)
    for i in range(WORDS):
        if mine[i] != theirs[i]:
            return mine[i] < theirs[i]
    start = 8 * WORDS
    my_bytes = array_at(one + start, (TAIL + 1,), np.uint8)
    their_bytes = array_at(other + start, (TAIL + 1,), np.uint8)
    for i in range(TAIL):
        if my_bytes[i] != their_bytes[i]:
            return my_bytes[i] < their_bytes[i]
    return False


@native
def swap(ctx, i, j):
    """Exchange rows i and j: states and values."""
    one, other = ctx.rows + ROW * i, ctx.rows + ROW * j
    copy(one, ctx.spare)
    copy(other, one)
    copy(ctx.spare, other)
    values = values_of(ctx)
    for q in range(values.shape[1]):
        values[i, q], values[j, q] = values[j, q], values[i, q]


@native
def part(ctx, first, last):
    """Partition a range by a pivot: smaller states first. Returns where the second part begins."""
    at = ctx.rows
    low, middle, high = first, (first + last) // 2, last - 1
    if is_less(at + ROW * middle, at + ROW * low):
        swap(ctx, middle, low)
    if is_less(at + ROW * high, at + ROW * low):
        swap(ctx, high, low)
    if is_less(at + ROW * high, at + ROW * middle):
        swap(ctx, high, middle)
    copy(at + ROW * middle, ctx.pivot)
    i, j = low, high
    while i <= j:
        while is_less(at + ROW * i, ctx.pivot):
            i += 1
        while is_less(ctx.pivot, at + ROW * j):
            j -= 1
        if i <= j:
            swap(ctx, i, j)
            i += 1
            j -= 1
    return i


@native
def insert_all(ctx, first, last):
    """Insertion sort, for small ranges."""
    for i in range(first + 1, last):
        j = i
        while j > first and is_less(ctx.rows + ROW * j, ctx.rows + ROW * (j - 1)):
            swap(ctx, j, j - 1)
            j -= 1


@native
def sort_range(ctx, first, last):
    """Sort a range. The larger part is put off, which bounds the stack `waiting`."""
    count = 0
    while not ctx.halt:
        while last - first > FEW:
            middle = part(ctx, first, last)
            if middle - first > last - middle:
                ctx.waiting[count, 0], ctx.waiting[count, 1] = first, middle
                first = middle
            else:
                ctx.waiting[count, 0], ctx.waiting[count, 1] = middle, last
                last = middle
            count += 1
        insert_all(ctx, first, last)
        if count == 0:
            return
        count -= 1
        first, last = ctx.waiting[count, 0], ctx.waiting[count, 1]
