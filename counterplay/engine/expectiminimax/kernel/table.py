"""The transposition table of expectiminimax: proven bounds on the values of states.

Pruning at chance nodes finds bounds more often than values, so an entry holds both a lower and an
upper bound for one depth; they are equal if the value is known. A bucket is one cache line: two
entries of four words:

    key XOR the others' sum   lower bound   upper bound   depth 8, move 16, age 8, complete 1

The move is stored as a tag, which is compared with the legal moves. An entry is complete if its
search met no horizon. It then serves every greater depth as well, but no smaller one: so a state
has one value at a depth, no matter what was searched before.

An entry that two threads wrote at once matches no key (Hyatt and Mann 2002), since its first word
is a checksum of the others. XOR alone is none: the bounds of a known value are equal, and cancel
out. An entry is put together outside the table, and copied from it before it is compared: nothing
changes in between. A new entry replaces one with the same key; else one of an older search; else
the shallower one.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native
from counterplay.engine.alphabeta.kernel.transposition import GOLDEN

ENTRY_WORDS = 4
BUCKET_WORDS = 2 * ENTRY_WORDS
DEEPEST = 255
COMPLETE_BIT = 32
AGES = 256
CURRENT = 256
"""Added to the worth of an entry of this search: more than any depth of an older one."""

TABLE_FIELDS = [
    ("table", np.int64),
    ("table_words", np.int64),
    ("table_shift", np.uint64),
    ("table_age", np.int64),
    ("entry", np.uint64, (ENTRY_WORDS,)),
]
"""table         address of the table
table_words   its size
table_shift   turns a hash into the number of a bucket
table_age     age of the current search
entry         the entry that was found, or is to be stored; other threads change the table
"""


@native
def words_of(ctx):
    """The table as words."""
    return array_at(ctx.table, (ctx.table_words,), np.uint64)


@native
def bucket_of(ctx, key):
    """The index of the first word of the bucket of `key`."""
    return np.int64((key * GOLDEN) >> ctx.table_shift) * BUCKET_WORDS


@native
def sum_of_words(lower, upper, data):
    """A checksum of an entry. It changes if one of the words does, or both bounds alike."""
    turned = upper << np.uint64(23) | upper >> np.uint64(41)
    return (lower ^ turned) * GOLDEN ^ data


@native
def find(ctx, key, depth):
    """Copy the entry of `key` that serves this depth to `ctx.entry`; whether there is one."""
    words, entry = words_of(ctx), ctx.entry
    start = bucket_of(ctx, key)
    for i in range(start, start + BUCKET_WORDS, ENTRY_WORDS):
        for k in range(ENTRY_WORDS):
            entry[k] = words[i + k]
        if entry[0] ^ sum_of_words(entry[1], entry[2], entry[3]) == key:
            reach = entry_depth(entry[3])
            if reach == depth or (0 < reach < depth and is_complete(entry[3])):
                return True
    return False


@native
def found_bounds(ctx):
    """The lower and the upper bound of the entry that was found."""
    bounds = ctx.entry.view(np.float64)
    return bounds[1], bounds[2]


@native
def best_tag(ctx, key):
    """The tag of the best move of `key` at any depth; 0 if none is known."""
    words = words_of(ctx)
    start = bucket_of(ctx, key)
    for i in range(start, start + BUCKET_WORDS, ENTRY_WORDS):
        if words[i] ^ sum_of_words(words[i + 1], words[i + 2], words[i + 3]) == key:
            return entry_tag(words[i + 3])
    return np.int64(0)


@native
def store(ctx, key, depth, complete, tag, lower: float, upper: float) -> None:
    """Store bounds: over the entry with the same key, else over the one worth least."""
    words = words_of(ctx)
    start = bucket_of(ctx, key)
    chosen, least = start, np.int64(2 * CURRENT)
    for i in range(start, start + BUCKET_WORDS, ENTRY_WORDS):
        old = words[i + 3]
        if words[i] ^ sum_of_words(words[i + 1], words[i + 2], old) == key:
            chosen = i
            if tag == 0:
                tag = entry_tag(old)
            break
        worth = entry_depth(old) + CURRENT * (entry_age(old) == ctx.table_age)
        if worth < least:
            chosen, least = i, worth
    entry = ctx.entry
    bounds = entry.view(np.float64)
    bounds[1], bounds[2] = lower, upper
    entry[3] = np.uint64(depth | tag << 8 | ctx.table_age << 24 | complete << COMPLETE_BIT)
    entry[0] = key ^ sum_of_words(entry[1], entry[2], entry[3])
    for k in range(ENTRY_WORDS):
        words[chosen + k] = entry[k]


@native
def entry_depth(data):
    return np.int64(data & np.uint64(255))


@native
def entry_tag(data):
    return np.int64((data >> np.uint64(8)) & np.uint64(0xFFFF))


@native
def entry_age(data):
    return np.int64((data >> np.uint64(24)) & np.uint64(0xFF))


@native
def is_complete(data):
    return (data >> np.uint64(COMPLETE_BIT)) != 0
