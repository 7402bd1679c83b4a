"""Put hands into buckets: histograms of single tables, and the nearest centre on many."""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.atomics import fetch_add
from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules
from counterplay.strategies.holdem.cards import HAND_COUNT
from counterplay.strategies.holdem.kernel.shares import (
    SHARE_FIELDS,
    find_histogram,
    find_histograms,
    find_shares,
    key_of,
    nearest,
    share_of,
)

CONTEXT = [
    *SHARE_FIELDS,
    ("table", np.int64),
    ("hand", np.int64),
    ("found", np.int64),
    ("masks", np.int64),
    ("mask_count", np.int64),
    ("next_mask", np.int64),
    ("centres", np.int64),
    ("centre_count", np.int64),
    ("buckets", np.int64),
]

PLAYERS = rules.PLAYERS


@entry
def shares_of_table(contexts):
    """Set `shares` on the complete table `table`."""
    ctx = contexts[0]
    find_shares(ctx, key_of(ctx.table), ctx.table)


@entry
def histograms_of_table(contexts):
    """Set `histograms` on the table `table`, of three or four cards."""
    ctx = contexts[0]
    find_histograms(ctx, ctx.table)


@entry
def share_of_hand(contexts):
    """Set `found` to the share of `hand` on the complete table `table`."""
    ctx = contexts[0]
    ctx.found = share_of(ctx, ctx.hand, key_of(ctx.table), ctx.table)


@entry
def bucket_of_hand(contexts):
    """Set `found` to the bucket of `hand` on the table `table`, of three or four cards."""
    ctx = contexts[0]
    find_histogram(ctx, ctx.hand, ctx.table)
    ctx.found = nearest(ctx.centres, ctx.centre_count, ctx.histograms[ctx.hand])


@entry
def fill_buckets(contexts):
    """Write the bucket of each hand on each of the tables. Several threads share the work."""
    ctx = contexts[0]
    masks = array_at(ctx.masks, (ctx.mask_count,), np.int64)
    buckets = array_at(ctx.buckets, (ctx.mask_count, HAND_COUNT), np.uint16)
    while not ctx.halt:
        i = fetch_add(ctx.next_mask, np.int64(1))
        if i >= ctx.mask_count:
            return
        find_histograms(ctx, masks[i])
        for hand in range(HAND_COUNT):
            buckets[i, hand] = nearest(ctx.centres, ctx.centre_count, ctx.histograms[hand])
