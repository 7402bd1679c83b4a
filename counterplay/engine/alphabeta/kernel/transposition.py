"""The transposition table: results of earlier searches, found by the key of a state.

A bucket is one cache line: four entries of two words. The first word is key XOR data, so an entry
that two threads wrote at once matches no key (Hyatt and Mann 2002). No thread ever waits. The
data word, from the lowest bit:

    value 32   depth 8   bound 2   move 16   age 6

The move is stored as a tag, which is compared with the legal moves, so a wrong move is never
played. A new entry replaces an entry with the same key; else an entry of an older search; else
the shallowest entry.

The table begins small and grows as it fills, up to its full size. A short search then stays in the
processor's cache, which is twice as fast as all of a large table. The current size is in the
table's head, which all threads read. While one thread enlarges the table the others continue: an
entry that they write to an old bucket is lost, but never wrong.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.prefetch import prefetch
from counterplay.core.compile.kernel import hot, native

BUCKET_BYTES = 64
BUCKET_WORDS = BUCKET_BYTES // 8
UPPER, LOWER, EXACT = 1, 2, 3
COMPLETE = 255
NO_TAG = 0
AGES = 64
AGE_BIT = 58
"""The age of an entry is in the bits from this one up."""
CURRENT = 256
"""Added to the worth of an entry of this search: more than any depth of an older one."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)

TABLE_FIELDS = [
    ("table", np.int64),
    ("table_head", np.int64),
    ("table_most", np.int64),
    ("table_sharers", np.int64),
    ("table_age", np.int64),
    ("table_lost", np.int64),
    ("table_spread", np.uint64, (BUCKET_WORDS,)),
]
"""table          address of the table
table_head     address of its head
table_most     its full size in words
table_sharers  number of threads that write to it
table_age      age of the current search
table_lost     entries of this search that this thread has overwritten since the table last grew
table_spread   copy of a bucket while the table grows
"""

HASH_BITS = 64


@hot
def head_of(ctx):
    """The head, one word: the shift that turns a hash into the number of its bucket."""
    return array_at(ctx.table_head, (1,), np.uint64)


@hot
def bucket_of(ctx, key):
    """The index of the first word of the bucket of `key`."""
    return np.int64((key * GOLDEN) >> head_of(ctx)[0]) * BUCKET_WORDS


@hot
def words_at(shift):
    """The size in words of a table whose head is `shift`."""
    return BUCKET_WORDS << (HASH_BITS - np.int64(shift))


@hot
def fetch_bucket(ctx, key):
    """Prefetch the bucket of `key` into the cache."""
    prefetch(ctx.table + bucket_of(ctx, key) * 8)


@hot
def probe(ctx, key):
    """The data stored for `key`; 0 if there is none."""
    table = array_at(ctx.table, (ctx.table_most,), np.uint64)
    slot = bucket_of(ctx, key)
    for i in range(slot, slot + BUCKET_WORDS, 2):
        if table[i] ^ table[i + 1] == key:
            return table[i + 1]
    return np.uint64(0)


@hot
def store(ctx, key, v, depth, bound, tag) -> None:
    """Store an entry: over the entry with the same key, else over the one worth least."""
    table = array_at(ctx.table, (ctx.table_most,), np.uint64)
    slot = bucket_of(ctx, key)
    age = np.uint64(ctx.table_age)
    chosen, least = slot, np.int64(2 * CURRENT)
    for i in range(slot, slot + BUCKET_WORDS, 2):
        old = table[i + 1]
        if table[i] ^ old == key:
            chosen, least = i, np.int64(0)
            if tag == NO_TAG:
                tag = entry_tag(old)
            break
        worth = entry_depth(old)
        if old >> np.uint64(AGE_BIT) == age:
            worth += CURRENT
        if worth < least:
            chosen, least = i, worth
    data = (
        np.uint64(v + 2**31)
        | (np.uint64(depth) << np.uint64(32))
        | (np.uint64(bound) << np.uint64(40))
        | (np.uint64(tag) << np.uint64(42))
        | (age << np.uint64(AGE_BIT))
    )
    table[chosen] = key ^ data
    table[chosen + 1] = data
    if least >= CURRENT:
        ctx.table_lost += 1
        entries = words_at(head_of(ctx)[0]) // 2
        if ctx.table_lost * ctx.table_sharers > entries:
            grow(ctx)


@native
def grow(ctx):
    """Make the table four times as large, up to its full size.

    The entries of bucket b move to buckets 4b to 4b + 3, from the last bucket to the first, so no
    bucket is overwritten before it is read.
    """
    ctx.table_lost = 0
    head, bits = head_of(ctx), np.int64(0)
    shift = head[0]
    before = words_at(shift)
    while bits < 2 and before << bits < ctx.table_most:
        bits += 1
    if bits == 0:
        return
    factor = 1 << bits
    head[0] = shift - np.uint64(bits)  # two threads that grow it at once write the same
    table = array_at(ctx.table, (ctx.table_most,), np.uint64)
    bucket = ctx.table_spread
    for slot in range(before - BUCKET_WORDS, -1, -BUCKET_WORDS):
        for i in range(BUCKET_WORDS):
            bucket[i] = table[slot + i]
        for i in range(slot * factor, (slot + BUCKET_WORDS) * factor):
            table[i] = 0
        for i in range(0, BUCKET_WORDS, 2):
            if bucket[i + 1] != 0:
                reinsert(ctx, table, bucket[i], bucket[i + 1])


@hot
def reinsert(ctx, table, check, data):
    """Put an entry into its new bucket, if there is room."""
    slot = bucket_of(ctx, check ^ data)
    for i in range(slot, slot + BUCKET_WORDS, 2):
        if table[i + 1] == 0:
            table[i], table[i + 1] = check, data
            break


@hot
def entry_value(data):
    return np.int64(data & np.uint64(0xFFFFFFFF)) - 2**31


@hot
def entry_depth(data):
    return np.int64((data >> np.uint64(32)) & np.uint64(255))


@hot
def entry_bound(data):
    return np.int64((data >> np.uint64(40)) & np.uint64(3))


@hot
def entry_tag(data):
    return np.int64((data >> np.uint64(42)) & np.uint64(0xFFFF))


@hot
def tag_of(move):
    """A move in 16 bits, never 0. Small moves have distinct tags."""
    folded = move ^ (move >> 16) ^ (move >> 32) ^ (move >> 48)
    return (folded + 1) & 0xFFFF | ((folded & 0xFFFF) == 0xFFFF)
