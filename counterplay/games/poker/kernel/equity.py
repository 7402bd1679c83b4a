"""Equities by enumeration: all ways to complete the table, and every hand against every other.

Both sides have a range: some hands. Hands that share a card do not meet. On each complete table the
hands of both sides are sorted by strength, and a sweep from the weakest counts for each hand of the
first side what it beats, less the hands that share one of its cards.

If both ranges treat all suits alike, tables that differ only by the names of suits are counted
together: one of each kind stands for all of them.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules
from counterplay.games.poker.hands import CARD_BITS, CARD_KEYS, NO_CARDS, STRONGEST, strength

FEW_PAIRS = 4_000
"""Up to this many pairs of hands, each pair is compared; a sweep is faster for more."""

MOST_HANDS = 1326
HAND = np.dtype([("first", np.int64), ("second", np.int64), ("mask", np.int64), ("key", np.int64)])
FOUND = np.dtype([("wins", np.int64), ("ties", np.int64), ("total", np.int64)])

CONTEXT = [
    ("fault", np.int64),
    ("halt", np.int64),
    ("is_symmetric", np.int64),
    ("given", np.int64, (5,)),
    ("given_count", np.int64),
    ("counts", np.int64, (2,)),
    ("sides", np.int64),
    ("found", np.int64),
    ("tables", np.int64),
    ("strengths", np.int64, (2, MOST_HANDS)),
    ("order", np.int64, (2, MOST_HANDS)),
    ("order_count", np.int64, (2,)),
    ("starts", np.int32, (STRONGEST + 2,)),
    ("below", np.int64, (52,)),
    ("level", np.int64, (52,)),
    ("everything", np.int64, (52,)),
    ("chosen", np.int64, (6,)),
    ("keys", np.int64, (6,)),
    ("masks", np.int64, (6,)),
    ("has_hand", np.int64, (52, 52)),
]


@native
def side_of(ctx, side):
    """The hands of a side."""
    return array_at(ctx.sides, (2, MOST_HANDS), HAND)[side]


@native
def found_of(ctx):
    return array_at(ctx.found, (MOST_HANDS,), FOUND)


@entry
def enumerate_tables(contexts):
    """Count wins, ties and all meetings of each hand of the first side, on all tables."""
    ctx = contexts[0]
    prepare(ctx)
    key, mask = np.int64(NO_CARDS), np.int64(0)
    for i in range(ctx.given_count):
        key += CARD_KEYS[ctx.given[i]]
        mask += CARD_BITS[ctx.given[i]]
    missing = 5 - ctx.given_count
    if missing == 0:
        count_table(ctx, key, mask)
        return
    # All sets of missing cards, the highest first, as an odometer.
    cards, keys, masks = ctx.chosen, ctx.keys, ctx.masks
    depth, card = np.int64(0), np.int64(52)
    keys[0], masks[0] = key, mask
    while depth >= 0 and not ctx.halt:
        card -= 1
        if card < 0:
            depth -= 1
            card = cards[depth] if depth >= 0 else card
            continue
        if masks[depth] & CARD_BITS[card]:
            continue
        if depth == missing - 1:
            count_table(ctx, keys[depth] + CARD_KEYS[card], masks[depth] + CARD_BITS[card])
            continue
        cards[depth] = card
        keys[depth + 1] = keys[depth] + CARD_KEYS[card]
        masks[depth + 1] = masks[depth] + CARD_BITS[card]
        depth += 1


@native
def prepare(ctx):
    """Set the key and mask of each hand."""
    for side in range(2):
        hands = side_of(ctx, side)
        for i in range(ctx.counts[side]):
            first, second = hands[i]["first"], hands[i]["second"]
            hands[i]["key"] = CARD_KEYS[first] + CARD_KEYS[second]
            hands[i]["mask"] = CARD_BITS[first] + CARD_BITS[second]
            if side == 1:
                ctx.has_hand[first, second] = ctx.has_hand[second, first] = 1


@native
def ways(mask):
    """How many tables differ from this one by the names of suits; 0 if another stands for it."""
    a, b = mask & 0x1FFF, mask >> 16 & 0x1FFF
    c, d = mask >> 32 & 0x1FFF, mask >> 48 & 0x1FFF
    if a < b or b < c or c < d:
        return np.int64(0)
    equal = (a == b) + 2 * (b == c) + 4 * (c == d)
    if equal == 0:
        return np.int64(24)
    if equal == 7:
        return np.int64(1)
    if equal == 5:
        return np.int64(6)
    return np.int64(4) if equal == 3 or equal == 6 else np.int64(12)


@native
def count_table(ctx, key, mask):
    """Count the meetings of all hands on a complete table."""
    weight = np.int64(1)
    if ctx.is_symmetric:
        weight = ways(mask)
        if weight == 0:
            return
    ctx.tables += weight
    for side in range(2):
        hands = side_of(ctx, side)
        for i in range(ctx.counts[side]):
            found = np.int64(0)
            if hands[i]["mask"] & mask == 0:
                found = strength(key + hands[i]["key"], mask + hands[i]["mask"], rules.data_of(ctx))
            ctx.strengths[side, i] = found
    if ctx.counts[0] * ctx.counts[1] <= FEW_PAIRS:
        compare_pairs(ctx, weight)
    else:
        sort_hands(ctx, np.int64(0))
        sort_hands(ctx, np.int64(1))
        sweep(ctx, weight)


@native
def compare_pairs(ctx, weight):
    """Compare every hand with every other."""
    first, second, found = side_of(ctx, 0), side_of(ctx, 1), found_of(ctx)
    for i in range(ctx.counts[0]):
        mine, mask = ctx.strengths[0, i], first[i]["mask"]
        if mine == 0:
            continue
        wins, ties, total = np.int64(0), np.int64(0), np.int64(0)
        for j in range(ctx.counts[1]):
            theirs = ctx.strengths[1, j]
            if theirs > 0 and mask & second[j]["mask"] == 0:
                wins += mine > theirs
                ties += mine == theirs
                total += 1
        found[i]["wins"] += weight * wins
        found[i]["ties"] += weight * ties
        found[i]["total"] += weight * total


@native
def sort_hands(ctx, side):
    """List the hands of a side that do not share a card with the table, the weakest first."""
    starts = ctx.starts
    starts[:] = 0
    for i in range(ctx.counts[side]):
        starts[ctx.strengths[side, i] + 1] += 1
    skipped = starts[1]
    starts[1] = 0
    for k in range(2, STRONGEST + 2):
        starts[k] += starts[k - 1]
    for i in range(ctx.counts[side]):
        s = ctx.strengths[side, i]
        if s > 0:
            ctx.order[side, starts[s]] = i
            starts[s] += 1
    ctx.order_count[side] = ctx.counts[side] - skipped


@native
def sweep(ctx, weight):
    """Count what each hand of the first side beats and equals, from the weakest up.

    `below` counts the weaker hands of the second side that contain each card, `level` the equal
    ones.
    """
    first, second, found = side_of(ctx, 0), side_of(ctx, 1), found_of(ctx)
    ctx.below[:] = 0
    ctx.level[:] = 0
    ctx.everything[:] = 0
    weaker, equal, n = np.int64(0), np.int64(0), ctx.order_count[1]
    for k in range(n):
        j = ctx.order[1, k]
        ctx.everything[second[j]["first"]] += 1
        ctx.everything[second[j]["second"]] += 1
    at, up_to, last = np.int64(0), np.int64(0), np.int64(0)
    for k in range(ctx.order_count[0]):
        i = ctx.order[0, k]
        mine = ctx.strengths[0, i]
        if mine != last:
            while at < up_to:  # the equal hands of before are weaker now
                j = ctx.order[1, at]
                move_down(ctx, second[j]["first"], second[j]["second"])
                at += 1
            weaker += equal
            equal = 0
            while up_to < n and ctx.strengths[1, ctx.order[1, up_to]] <= mine:
                j = ctx.order[1, up_to]
                if ctx.strengths[1, j] < mine:
                    ctx.below[second[j]["first"]] += 1
                    ctx.below[second[j]["second"]] += 1
                    weaker += 1
                    at = up_to + 1
                else:
                    ctx.level[second[j]["first"]] += 1
                    ctx.level[second[j]["second"]] += 1
                    equal += 1
                up_to += 1
            last = mine
        a, b = first[i]["first"], first[i]["second"]
        both = ctx.has_hand[a, b]  # the same hand was subtracted twice, once for each card
        found[i]["wins"] += weight * (weaker - ctx.below[a] - ctx.below[b])
        found[i]["ties"] += weight * (equal - ctx.level[a] - ctx.level[b] + both)
        found[i]["total"] += weight * (n - ctx.everything[a] - ctx.everything[b] + both)


@native
def move_down(ctx, a, b):
    """An equal hand becomes a weaker one."""
    ctx.level[a] -= 1
    ctx.level[b] -= 1
    ctx.below[a] += 1
    ctx.below[b] += 1
