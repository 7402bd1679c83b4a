"""The table of proof-number search: what is known of a state, for one question about it.

A bucket is one cache line: four entries of two words, the key and the data. Data, from the lowest
bit:

    attacker 1   work 5   phi 29   delta 29

The attacker tells the two questions about a state apart; work is the logarithm of the nodes that
it took. An entry gives way to a newer one of its own question; otherwise the one goes that took
least (Nagai 1999).
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native

PROVEN = 0
HOPELESS = 2**29 - 1
"""The number of what can no longer be shown, as its opposite is proven."""

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
    """The number of the first word of the bucket of `key`."""
    return np.int64((key * GOLDEN) >> ctx.table_shift) * BUCKET_WORDS


@native
def probe(ctx, key):
    """The data stored for a state and the question that is asked now, 0 if none."""
    table = array_at(ctx.table, (ctx.table_words,), np.uint64)
    slot = bucket_of(ctx, key)
    for i in range(slot, slot + BUCKET_WORDS, 2):
        if table[i] == key and is_asked(ctx, table[i + 1]):
            return table[i + 1]
    return np.uint64(0)


@native
def store(ctx, key, phi, delta, work):
    """Keep an entry: in its own place, else in place of the one that took least."""
    table = array_at(ctx.table, (ctx.table_words,), np.uint64)
    slot = bucket_of(ctx, key)
    chosen, least = slot, np.int64(64)
    for i in range(slot, slot + BUCKET_WORDS, 2):
        old = table[i + 1]
        if table[i] == key and is_asked(ctx, old):
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
def is_asked(ctx, data):
    """Whether data are about the present attacker."""
    return data != 0 and np.int64(data & np.uint64(1)) == ctx.attacker


@native
def entry_work(data):
    return np.int64((data >> np.uint64(1)) & np.uint64(MOST_WORK))


@native
def entry_phi(data):
    return np.int64((data >> np.uint64(6)) & np.uint64(HOPELESS))


@native
def entry_delta(data):
    return np.int64(data >> np.uint64(35))
