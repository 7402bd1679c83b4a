"""States in the order of their bytes, with what they are worth: quicksort (Hoare 1961), in place.

States are compared by their words, each as an unsigned number, and then by the bytes left over.
Small ranges are sorted by insertion. All states differ.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules  # noqa: F401  # a part of a kernel
from counterplay.tablebase.reachable.kernel.hashed_states import SIZE, TAIL, WORDS, copy, values_of

FEW, DEEP = 16, 128

SORT_FIELDS = [
    ("middle", np.int64),
    ("spare", np.int64),
    ("pivot", np.int64),
    ("waiting", np.int64, (DEEP, 2)),
]


@native
def is_less(one, other):
    """Whether the state at one address comes before that at another."""
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
    one, other = ctx.held + SIZE * i, ctx.held + SIZE * j
    copy(one, ctx.spare)
    copy(other, one)
    copy(ctx.spare, other)
    values = values_of(ctx)
    for q in range(values.shape[1]):
        values[i, q], values[j, q] = values[j, q], values[i, q]


@native
def part(ctx, first, last):
    """Bring what is not larger than a pivot before what is not smaller; where the second begins."""
    at = ctx.held
    low, middle, high = first, (first + last) // 2, last - 1
    if is_less(at + SIZE * middle, at + SIZE * low):
        swap(ctx, middle, low)
    if is_less(at + SIZE * high, at + SIZE * low):
        swap(ctx, high, low)
    if is_less(at + SIZE * high, at + SIZE * middle):
        swap(ctx, high, middle)
    copy(at + SIZE * middle, ctx.pivot)
    i, j = low, high
    while i <= j:
        while is_less(at + SIZE * i, ctx.pivot):
            i += 1
        while is_less(ctx.pivot, at + SIZE * j):
            j -= 1
        if i <= j:
            swap(ctx, i, j)
            i += 1
            j -= 1
    return i


@native
def insert_all(ctx, first, last):
    for i in range(first + 1, last):
        j = i
        while j > first and is_less(ctx.held + SIZE * j, ctx.held + SIZE * (j - 1)):
            swap(ctx, j, j - 1)
            j -= 1


@native
def sort_range(ctx, first, last):
    """Sort the states of a range. The larger part waits, so that few do."""
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
