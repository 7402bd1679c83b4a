"""The table of proof-number search: phi and delta of a state, for one attacker.

A bucket is one cache line: four entries of two words, the key and the data. The data word, from
the lowest bit:

    attacker 1   work 5   phi 29   delta 29

The attacker distinguishes the two questions about a state. Work is the logarithm of the nodes
searched below it. A new entry replaces the one for the same state and attacker, else the one with
the least work (Nagai 1999).
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native

PROVEN = 0
DISPROVEN = 2**29 - 1
"""The number of a goal that is disproven: more than any estimate."""

BUCKET_WORDS = 8
MOST_WORK = 31
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

TABLE_FIELDS = [
    ("table", np.int64),
    ("table_words", np.int64),
    ("table_shift", np.uint64),
]


@native
def bucket_of(ctx, key):
    """The index of the first word of the bucket of `key`."""
    return np.int64((key * GOLDEN) >> ctx.table_shift) * BUCKET_WORDS


@native
def probe(ctx, key):
    """The data stored for a state and the current attacker; 0 if there are none."""
    table = array_at(ctx.table, (ctx.table_words,), np.uint64)
    slot = bucket_of(ctx, key)
    for i in range(slot, slot + BUCKET_WORDS, 2):
        if table[i] == key and is_about(ctx, table[i + 1]):
            return table[i + 1]
    return np.uint64(0)


@native
def store(ctx, key, phi, delta, work):
    """Store an entry: over the one for the same question, else over the one with least work."""
    table = array_at(ctx.table, (ctx.table_words,), np.uint64)
    slot = bucket_of(ctx, key)
    chosen, least = slot, np.int64(64)
    for i in range(slot, slot + BUCKET_WORDS, 2):
        old = table[i + 1]
        if table[i] == key and is_about(ctx, old):
            chosen, work = i, max(work, entry_work(old))
            break
        worth = np.int64(-1) if old == 0 else entry_work(old)
        if worth < least:
            chosen, least = i, worth
    table[chosen] = key
    table[chosen + 1] = (
        np.uint64(ctx.attacker)
        | (np.uint64(min(work, MOST_WORK)) << np.uint64(1))
        | (np.uint64(phi) << np.uint64(6))
        | (np.uint64(delta) << np.uint64(35))
    )


@native
def is_about(ctx, data):
    """Whether data are about the current attacker."""
    return data != 0 and np.int64(data & np.uint64(1)) == ctx.attacker


@native
def entry_work(data):
    return np.int64((data >> np.uint64(1)) & np.uint64(MOST_WORK))


@native
def entry_phi(data):
    return np.int64((data >> np.uint64(6)) & np.uint64(DISPROVEN))


@native
def entry_delta(data):
    return np.int64(data >> np.uint64(35))
