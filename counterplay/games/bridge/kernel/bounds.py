"""Bounds of the tricks of a side without search, with the cards that they rest on.

Quick tricks are those that the side on lead can take at once. Later tricks are those that the other
side takes whatever is led.
"""

import numpy as np

from counterplay.core.bits.bits import highest, popcount
from counterplay.core.compile.kernel import hot, native
from counterplay.core.compile.unbound import rules  # noqa: F401 (marks a part of a kernel)
from counterplay.games.bridge.kernel.fields import NO_TRUMP, SUIT_MASK, SUITS

NO_LIMIT = 13


@hot
def suit_of(cards, suit):
    """The ranks of a suit in a set of cards."""
    return cards >> (16 * suit) & SUIT_MASK


@hot
def above(cards, others):
    """The ranks in `cards` that are higher than all in `others`."""
    return cards & (np.int64(-2) << highest(others)) if others else cards


@hot
def highest_ones(cards, count):
    """The lowest of the given number of highest cards, as a set."""
    for _ in range(popcount(cards) - count):
        cards &= cards - 1
    return cards & -cards


@native
def unruffed(ctx, leader, suit, is_drawn):
    """How many rounds of a suit the other side cannot ruff."""
    if ctx.trump == NO_TRUMP or suit == ctx.trump or is_drawn:
        return np.int64(NO_LIMIT)
    rounds = np.int64(NO_LIMIT)
    for seat in ((leader + 1) & 3, (leader + 3) & 3):
        if suit_of(ctx.hands[seat], ctx.trump):
            rounds = min(rounds, popcount(suit_of(ctx.hands[seat], suit)))
    return rounds


@native
def running(ctx, seat, suit, limit):
    """How many tricks a hand takes in a suit that it leads again and again, and the cards for it.

    They are its highest cards; all of its cards, if these exhaust the others.
    """
    mine = suit_of(ctx.hands[seat], suit)
    tops = above(mine, suit_of(ctx.in_play, suit) & ~mine)
    count = popcount(tops)
    longest = max(
        popcount(suit_of(ctx.hands[(seat + 1) & 3], suit)),
        popcount(suit_of(ctx.hands[(seat + 2) & 3], suit)),
        popcount(suit_of(ctx.hands[(seat + 3) & 3], suit)),
    )
    if count >= longest:
        needed = longest
        count = popcount(mine)
    else:
        needed = count
    if limit < count:
        count = limit
        needed = min(needed, limit)
    cards = highest_ones(tops, needed) if needed else np.int64(0)
    return count, cards


@native
def quick_tricks(ctx, ply, leader, left, need):
    """Whether the side on lead takes `need` tricks without giving up the lead.

    The leader takes the highest cards of each suit, trumps first. If the leader can then lead a
    suit to a winner of the partner, the partner goes on with suits where the leader had none.
    """
    partner = (leader + 2) & 3
    total, theirs, pinned, partner_pinned = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    has_way, is_drawn = False, False
    first = ctx.trump if ctx.trump != NO_TRUMP else np.int64(0)
    for step in range(SUITS):
        suit = (first + step) & 3
        limit = unruffed(ctx, leader, suit, is_drawn)
        count, cards = running(ctx, leader, suit, limit)
        if suit == ctx.trump:
            longest = max(
                popcount(suit_of(ctx.hands[(leader + 1) & 3], suit)),
                popcount(suit_of(ctx.hands[(leader + 3) & 3], suit)),
            )
            is_drawn = count >= longest
        if count:
            total += count
            pinned |= cards << (16 * suit)
            if total >= need:
                ctx.pinned[ply] = pinned
                return True
        else:
            more, cards = running(ctx, partner, suit, limit)
            theirs += more
            partner_pinned |= cards << (16 * suit)
            if more and suit_of(ctx.hands[leader], suit):
                has_way = True
    if has_way and min(total + theirs, left) >= need:
        ctx.pinned[ply] = pinned | partner_pinned
        return True
    return False


@native
def later_tricks(ctx, ply, leader, need):
    """Whether the side that is not on lead takes `need` tricks, whatever is led."""
    partner, one, two = (leader + 2) & 3, (leader + 1) & 3, (leader + 3) & 3
    if ctx.trump != NO_TRUMP:
        lost = suit_of(ctx.hands[leader] | ctx.hands[partner], ctx.trump)
        if lost:
            return trump_tricks(ctx, ply, lost, one, two, need)
    # Nobody of the leader's side can ruff: each suit that may be led must be the others'.
    is_one, is_two = False, False
    pinned = np.int64(0)
    for suit in range(SUITS):
        if suit_of(ctx.hands[leader], suit):
            top = np.int64(1) << highest(suit_of(ctx.in_play, suit))
            if suit_of(ctx.hands[one], suit) & top:
                is_one = True
            elif suit_of(ctx.hands[two], suit) & top:
                is_two = True
            else:
                return False
            pinned |= top << (16 * suit)
    if need > 1:
        for seat in (one, two):
            if (is_one and seat == one) or (is_two and seat == two):
                total = np.int64(0)
                for suit in range(SUITS):
                    mine = suit_of(ctx.hands[seat], suit)
                    tops = above(mine, suit_of(ctx.in_play, suit) & ~mine)
                    total += popcount(tops)
                    pinned |= (tops & -tops) << (16 * suit)
                if total < need:
                    return False
    ctx.pinned[ply] = pinned
    return True


@native
def trump_tricks(ctx, ply, lost, one, two, need):
    """Whether the highest trumps of two partners are worth `need` tricks."""
    first, second = suit_of(ctx.hands[one], ctx.trump), suit_of(ctx.hands[two], ctx.trump)
    tops = above(first | second, lost)
    if min(popcount(tops), max(popcount(first), popcount(second))) < need:
        return False
    ctx.pinned[ply] = highest_ones(tops, need) << (16 * ctx.trump)
    return True
