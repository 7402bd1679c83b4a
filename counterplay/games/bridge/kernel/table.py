"""The transposition table, in which only the cards that matter are compared.

A result rarely depends on all cards. A search says which cards it *pinned*: the winners whose rank
decided a trick. All positions with the same lengths of suits, the same leader and the same owners
of the cards from the highest down to the lowest pinned one have the same result (Ginsberg,
"Partition Search", 1996). An entry stands for all of them.

Ranks are relative: the highest card in play of a suit is the first, whatever it is.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.bits import popcount
from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules  # noqa: F401 (marks a part of a kernel)
from counterplay.games.bridge.kernel.fields import (
    BLOCK,
    ENTRY,
    RANKS,
    SEATS,
    SHAPE,
    SUIT_MASK,
    SUITS,
)

OWNER_BITS = 2 * RANKS
MIX = 0x1E3779B97F4A7C15
TAG_BITS = 60
MASKS = np.array(
    [
        [
            ((1 << 2 * low) - 1 << OWNER_BITS - 2 * low)
            | ((1 << 2 * high) - 1 << OWNER_BITS - 2 * high) << OWNER_BITS
            for low in range(RANKS + 1)
        ]
        for high in range(RANKS + 1)
    ],
    np.int64,
)
"""The owners of so many highest cards of two suits."""


@native
def set_owners(ctx):
    """Fill the table of relative ranks: for each set of ranks of a suit the owners, from the top.

    The owner of the highest card is in the two highest bits. Cards that nobody holds do not occur.
    """
    relative = array_at(ctx.relative, (SUITS, SUIT_MASK + 1), np.int64)
    for suit in range(SUITS):
        owners = relative[suit]
        owners[0] = 0
        for rank in range(RANKS):
            card, owner = np.int64(1) << (16 * suit + rank), np.int64(0)
            for seat in range(SEATS):
                if ctx.hands[seat] & card:
                    owner = np.int64(seat)
            size = np.int64(1) << rank
            for lower in range(size):
                owners[size + lower] = owner << (OWNER_BITS - 2) | owners[lower] >> 2


@native
def forget(ctx):
    """Make the table empty."""
    ctx.age += 1
    ctx.blocks_used = 0
    ctx.shapes_used = 0
    ctx.matches[:] = -1


@native
def set_position_owners(ctx):
    """Set the owners of all cards in play, by relative rank: two words of two suits each."""
    relative = array_at(ctx.relative, (SUITS, SUIT_MASK + 1), np.int64)
    cards = ctx.in_play
    ctx.first_owners = (
        relative[0, cards & SUIT_MASK] | relative[1, cards >> 16 & SUIT_MASK] << OWNER_BITS
    )
    ctx.second_owners = (
        relative[2, cards >> 32 & SUIT_MASK] | relative[3, cards >> 48 & SUIT_MASK] << OWNER_BITS
    )


@native
def find_shape(ctx, leader):
    """The index of the shape of the position, which is made if it is new."""
    tag = ctx.lengths & ((np.int64(1) << TAG_BITS) - 1) | leader << TAG_BITS
    shapes = array_at(ctx.shapes, (ctx.shape_count,), SHAPE)
    mixed = tag * MIX
    at = (mixed >> 32 ^ mixed >> 12) & (ctx.shape_count - 1)
    while shapes[at]["age"] == ctx.age and shapes[at]["tag"] != tag:
        at = (at + 1) & (ctx.shape_count - 1)
    if shapes[at]["age"] != ctx.age:
        shapes[at]["age"] = ctx.age
        shapes[at]["tag"] = tag
        shapes[at]["block"] = -1
        shapes[at]["used"] = BLOCK
        ctx.shapes_used += 1
    return at


@native
def entries_of(ctx):
    return array_at(ctx.entries, (ctx.block_count * BLOCK,), ENTRY)


@native
def look_up(ctx, ply, shape, target):
    """1 or 0 if an entry says that side 0 takes `target` tricks or does not; -1 if none does.

    Sets the pinned cards of the ply; if nothing is decided, the entry that matches, and its move.
    """
    shapes = array_at(ctx.shapes, (ctx.shape_count,), SHAPE)
    entries, older = entries_of(ctx), array_at(ctx.older_blocks, (ctx.block_count,), np.int32)
    block, last = np.int64(shapes[shape]["block"]), np.int64(shapes[shape]["used"])
    first, second = ctx.first_owners, ctx.second_owners
    ctx.table_move, ctx.matches[ply] = -1, -1
    while block >= 0:
        for at in range(block * BLOCK + last - 1, block * BLOCK - 1, -1):
            one = entries[at]
            tops = np.int64(one["tops"])
            if (
                first & MASKS[tops >> 4 & 15, tops & 15] == one["first"]
                and second & MASKS[tops >> 12, tops >> 8 & 15] == one["second"]
            ):
                if one["lower"] >= target or one["upper"] < target:
                    ctx.pinned[ply] = top_cards(ctx.in_play, tops)
                    return np.int64(one["lower"] >= target)
                ctx.matches[ply] = at
                if one["best"] >= 0:
                    ctx.table_move = np.int64(one["best"])
        block = np.int64(older[block])
        last = np.int64(BLOCK)
    return np.int64(-1)


@native
def top_cards(in_play, tops):
    """The lowest card of each suit that matters, if so many of the highest do."""
    found = np.int64(0)
    for suit in range(SUITS):
        count = tops >> (4 * suit) & 15
        if count:
            cards = in_play >> (16 * suit) & SUIT_MASK
            for _ in range(popcount(cards) - count):
                cards &= cards - 1
            found |= (cards & -cards) << (16 * suit)
    return found


@native
def store(ctx, ply, lower, upper, move):
    """Add what a search has found: bounds of the tricks of side 0, and what they rest on."""
    set_position_owners(ctx)
    tops = np.int64(0)
    for suit in range(SUITS):
        cards = ctx.pinned[ply] >> (16 * suit) & SUIT_MASK
        if cards:
            count = popcount(ctx.in_play >> (16 * suit) & SUIT_MASK & -(cards & -cards))
            tops |= count << (4 * suit)
    first = ctx.first_owners & MASKS[tops >> 4 & 15, tops & 15]
    second = ctx.second_owners & MASKS[tops >> 12, tops >> 8 & 15]
    at = ctx.matches[ply]
    if at >= 0 and entries_of(ctx)[at]["tops"] == tops:
        one = entries_of(ctx)[at]
        one["lower"] = max(np.int64(one["lower"]), lower)
        one["upper"] = min(np.int64(one["upper"]), upper)
        if move >= 0:
            one["best"] = move
        return
    one = entries_of(ctx)[new_entry(ctx, ctx.seats[ply])]
    one["first"] = first
    one["second"] = second
    one["tops"] = tops
    one["lower"] = lower
    one["upper"] = upper
    one["best"] = move


@native
def new_entry(ctx, leader):
    """The index of a new entry of the position's shape. A full table is emptied."""
    if ctx.blocks_used == ctx.block_count or 4 * ctx.shapes_used > 3 * ctx.shape_count:
        forget(ctx)
    shapes = array_at(ctx.shapes, (ctx.shape_count,), SHAPE)
    older = array_at(ctx.older_blocks, (ctx.block_count,), np.int32)
    shape = find_shape(ctx, leader)
    if shapes[shape]["used"] == BLOCK:
        older[ctx.blocks_used] = shapes[shape]["block"]
        shapes[shape]["block"] = ctx.blocks_used
        shapes[shape]["used"] = 0
        ctx.blocks_used += 1
    shapes[shape]["used"] += 1
    return np.int64(shapes[shape]["block"]) * BLOCK + np.int64(shapes[shape]["used"]) - 1
