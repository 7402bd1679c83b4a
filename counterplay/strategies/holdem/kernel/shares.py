"""How strong hands are: their shares of the pot against a random hand, and how these may change.

The share of a hand on a complete table is twice the number of other hands that it beats, plus those
that it equals: 0 to 1,980, since there are 990. Before the river, a hand has a histogram of its
shares on all complete tables.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.games.poker.hands import CARD_BITS, CARD_KEYS, NO_CARDS, STRONGEST, strength
from counterplay.strategies.holdem.cards import (
    HAND_COUNT,
    HAND_KEYS,
    HAND_MASKS,
    HIGH_CARDS,
    LOW_CARDS,
)

BINS = 30
MOST_SHARE = 1980
NO_HAND = -1

LOW_BITS = 7
LOW = (1 << LOW_BITS) - 1
HIGHS = (STRONGEST >> LOW_BITS) + 1

SHARE_FIELDS = [
    ("fault", np.int64),
    ("halt", np.int64),
    ("strengths", np.int32, (HAND_COUNT,)),
    ("order", np.int32, (HAND_COUNT,)),
    ("listed", np.int32, (HAND_COUNT,)),
    ("half_sorted", np.int32, (HAND_COUNT,)),
    ("low_starts", np.int32, (LOW + 2,)),
    ("high_starts", np.int32, (HIGHS + 1,)),
    ("below", np.int32, (52,)),
    ("level", np.int32, (52,)),
    ("shares", np.int32, (HAND_COUNT,)),
    ("histograms", np.int32, (HAND_COUNT, BINS)),
]


@native
def bin_of(share):
    """The place of a share in a histogram."""
    return share * BINS // (MOST_SHARE + 1)


@native
def share_of(ctx, hand, key, mask):
    """The share of one hand on a complete table with this key and mask."""
    data = rules.data_of(ctx)
    taken = mask | HAND_MASKS[hand]
    mine = strength(key + HAND_KEYS[hand], taken, data)
    share = np.int64(0)
    for first in range(51):
        if taken & CARD_BITS[first]:
            continue
        first_key, first_mask = key + CARD_KEYS[first], mask + CARD_BITS[first]
        for second in range(first + 1, 52):
            if taken & CARD_BITS[second] == 0:
                theirs = strength(
                    first_key + CARD_KEYS[second], first_mask + CARD_BITS[second], data
                )
                share += 2 * (mine > theirs) + (mine == theirs)
    return share


@native
def find_shares(ctx, key, mask):
    """Set `shares` for all hands on a complete table; NO_HAND for those that need its cards."""
    count = sort_hands(ctx, key, mask)
    order, below, level = ctx.order, ctx.below, ctx.level
    below[:] = 0
    first = np.int64(0)
    while first < count:
        last, value = first, ctx.strengths[order[first]]
        while last < count and ctx.strengths[order[last]] == value:
            last += 1
        for i in range(first, last):
            level[LOW_CARDS[order[i]]] = level[HIGH_CARDS[order[i]]] = 0
        for i in range(first, last):
            level[LOW_CARDS[order[i]]] += 1
            level[HIGH_CARDS[order[i]]] += 1
        for i in range(first, last):
            hand = order[i]
            a, b = LOW_CARDS[hand], HIGH_CARDS[hand]
            # The hand itself is among the equal ones, and counted for both of its cards.
            ctx.shares[hand] = (
                2 * (first - below[a] - below[b]) + last - first - level[a] - level[b] + 1
            )
        for i in range(first, last):
            below[LOW_CARDS[order[i]]] += 1
            below[HIGH_CARDS[order[i]]] += 1
        first = last


@native
def sort_hands(ctx, key, mask):
    """List the hands that do not need a card of the table, the weakest first; return how many.

    They are sorted by the lower bits of their strength, then by the higher ones.
    """
    data = rules.data_of(ctx)
    low_starts, high_starts = ctx.low_starts, ctx.high_starts
    low_starts[:] = 0
    high_starts[:] = 0
    count = np.int64(0)
    for hand in range(HAND_COUNT):
        if HAND_MASKS[hand] & mask:
            ctx.shares[hand] = NO_HAND
            continue
        found = strength(key + HAND_KEYS[hand], mask + HAND_MASKS[hand], data)
        ctx.strengths[hand] = found
        ctx.listed[count] = hand
        low_starts[(found & LOW) + 1] += 1
        high_starts[(found >> LOW_BITS) + 1] += 1
        count += 1
    for k in range(1, LOW + 1):
        low_starts[k] += low_starts[k - 1]
    for k in range(1, HIGHS):
        high_starts[k] += high_starts[k - 1]
    for i in range(count):
        hand = ctx.listed[i]
        place = ctx.strengths[hand] & LOW
        ctx.half_sorted[low_starts[place]] = hand
        low_starts[place] += 1
    for i in range(count):
        hand = ctx.half_sorted[i]
        place = ctx.strengths[hand] >> LOW_BITS
        ctx.order[high_starts[place]] = hand
        high_starts[place] += 1
    return count


@native
def key_of(mask):
    """The key of a table with these bits."""
    key = np.int64(NO_CARDS)
    for card in range(52):
        if mask & CARD_BITS[card]:
            key += CARD_KEYS[card]
    return key


@native
def find_histograms(ctx, mask):
    """Set `histograms` for all hands on a table of three or four cards.

    Hands that need a card of the table have empty ones.
    """
    ctx.histograms[:] = 0
    count = np.int64(0)
    for card in range(52):
        count += (mask & CARD_BITS[card]) != 0
    key = key_of(mask)
    for first in range(52):
        if mask & CARD_BITS[first] or ctx.halt:
            continue
        first_key, first_mask = key + CARD_KEYS[first], mask + CARD_BITS[first]
        if count == 4:
            add_table(ctx, first_key, first_mask)
            continue
        for second in range(first + 1, 52):
            if mask & CARD_BITS[second] == 0:
                add_table(ctx, first_key + CARD_KEYS[second], first_mask + CARD_BITS[second])


@native
def find_histogram(ctx, hand, mask):
    """Set the histogram of one hand on a table of three or four cards."""
    row, taken, key = ctx.histograms[hand], mask | HAND_MASKS[hand], key_of(mask)
    row[:] = 0
    count = np.int64(0)
    for card in range(52):
        count += (mask & CARD_BITS[card]) != 0
    for first in range(52):
        if taken & CARD_BITS[first]:
            continue
        first_key, first_mask = key + CARD_KEYS[first], mask + CARD_BITS[first]
        if count == 4:
            row[bin_of(share_of(ctx, hand, first_key, first_mask))] += 1
            continue
        for second in range(first + 1, 52):
            if taken & CARD_BITS[second] == 0:
                share = share_of(
                    ctx, hand, first_key + CARD_KEYS[second], first_mask + CARD_BITS[second]
                )
                row[bin_of(share)] += 1


@native
def add_table(ctx, key, mask):
    """Add the shares on a complete table to the histograms."""
    find_shares(ctx, key, mask)
    for hand in range(HAND_COUNT):
        share = ctx.shares[hand]
        if share >= 0:
            ctx.histograms[hand, bin_of(share)] += 1


@native
def nearest(centres_at, count, row):
    """The centre nearest to a histogram: by the squares between their sums from the left.

    Centres are in descending order of their total. The square of the difference of two totals,
    divided by the bins, is no more than their distance, so only centres near in order are compared.
    """
    centres = array_at(centres_at, (count, BINS + 1), np.float64)
    size, mean, so_far = np.int64(0), 0.0, np.int64(0)
    for b in range(BINS):
        size += row[b]
    if size == 0:
        return np.int64(0)
    for b in range(BINS):
        so_far += row[b]
        mean += so_far / size
    low, high = np.int64(0), count
    while low < high:
        middle = (low + high) // 2
        if centres[middle, BINS] > mean:
            low = middle + 1
        else:
            high = middle
    best, best_distance = np.int64(-1), np.inf
    up, down = low, low - 1
    while up < count or down >= 0:
        if up < count:
            gap = mean - centres[up, BINS]
            up = count if gap * gap > best_distance * BINS else up
        if up < count:
            distance = distance_of(centres[up], row, size, best_distance)
            if distance < best_distance:
                best, best_distance = up, distance
            up += 1
        if down >= 0:
            gap = mean - centres[down, BINS]
            down = np.int64(-1) if gap * gap > best_distance * BINS else down
        if down >= 0:
            distance = distance_of(centres[down], row, size, best_distance)
            if distance < best_distance:
                best, best_distance = down, distance
            down -= 1
    return best


@native
def distance_of(centre, row, size, most):
    """The distance of a histogram and a centre; some number above `most` if it is more."""
    distance, so_far = 0.0, np.int64(0)
    for b in range(BINS):
        so_far += row[b]
        step = so_far / size - centre[b]
        distance += step * step
        if distance > most:
            break
    return distance
