"""Double dummy: how many tricks side 0 takes if all four hands are seen and all play well.

Questions are whether side 0 takes `target` more tricks; a few of them find the number. Each answer
comes with the cards that it rests on (`table.py`), so it holds for many other positions, and a card
below them need not be tried after another of its suit has failed.
"""

import numpy as np

from counterplay.core.bits.bits import highest, popcount
from counterplay.core.compile.kernel import entry, native, recursive
from counterplay.core.compile.unbound import rules  # noqa: F401 (marks a kernel)
from counterplay.games.bridge.kernel.bounds import later_tricks, quick_tricks, suit_of
from counterplay.games.bridge.kernel.fields import FIELDS, SEATS, SUIT_MASK, SUITS
from counterplay.games.bridge.kernel.moves import beats, remember, write_moves
from counterplay.games.bridge.kernel.table import (
    find_shape,
    forget,
    look_up,
    set_owners,
    set_position_owners,
    store,
)

CONTEXT = [*FIELDS]

OPEN = -1
"""What a look at a position says if only a search can tell."""


@recursive
def takes(ctx, ply, target):
    """1 if side 0 takes `target` more tricks or more, else 0. Sets the pinned cards of the ply."""
    seat, at = ctx.seats[ply], ply & 3
    if at == 0:
        found = settled(ctx, ply, target)
        if found != OPEN:
            return found
    ctx.nodes += 1
    good = np.int64(1 - (seat & 1))
    count = write_moves(ctx, ply)
    failed, skipped = np.int64(0), np.int64(0)
    for i in range(count):
        card = ctx.choices[ply, i]
        if skipped >> card & 1:
            continue
        won = put(ctx, ply, card)
        value = takes(ctx, ply + 1, target - won)
        take_back(ctx, ply, card)
        pinned = ctx.pinned[ply + 1]
        if at == 3:
            pinned |= decisive(ctx, ply)
        if value == good:
            ctx.pinned[ply] = pinned
            remember(ctx, ply, card)
            if at == 0:
                note(ctx, ply, target, value, card)
            return value
        failed |= pinned
        skipped |= below(pinned, card)
        if ctx.halt:
            return value
    ctx.pinned[ply] = failed
    if at == 0:
        note(ctx, ply, target, 1 - good, np.int64(-1))
    return 1 - good


@native
def note(ctx, ply, target, value, card):
    """Store the answer of a search in the table."""
    left = (ctx.end_ply - ply) >> 2
    if value:
        store(ctx, ply, target, left, card)
    else:
        store(ctx, ply, np.int64(0), target - 1, card)


@native
def below(pinned, card):
    """The cards of the same suit that fail for the same reason as `card`: none if it mattered."""
    suit = card >> 4
    low = suit_of(pinned, suit)
    low &= -low
    if low == 0:
        return np.int64(SUIT_MASK) << (16 * suit)
    if np.int64(1) << (card & 15) < low:
        return (low - 1) << (16 * suit)
    return np.int64(0)


@native
def put(ctx, ply, card):
    """Play a card. Returns 1 if it ends a trick that side 0 wins, else 0."""
    seat, at = ctx.seats[ply], ply & 3
    ctx.hands[seat] ^= np.int64(1) << card
    ctx.lengths -= np.int64(1) << (16 * seat + 4 * (card >> 4))
    ctx.cards[ply] = card
    if at == 0 or beats(card, ctx.best_cards[ply - 1], ctx.trump):
        ctx.best_cards[ply], ctx.best_seats[ply] = card, seat
    else:
        ctx.best_cards[ply], ctx.best_seats[ply] = ctx.best_cards[ply - 1], ctx.best_seats[ply - 1]
    if at < 3:
        ctx.seats[ply + 1] = (seat + 1) & 3
        return np.int64(0)
    ctx.seats[ply + 1] = ctx.best_seats[ply]
    ctx.in_play ^= trick_cards(ctx, ply)
    return 1 - (ctx.best_seats[ply] & 1)


@native
def trick_cards(ctx, ply):
    """The four cards of the trick that ends at this ply."""
    found = np.int64(0)
    for k in range(ply - 3, ply + 1):
        found |= np.int64(1) << ctx.cards[k]
    return found


@native
def take_back(ctx, ply, card):
    """Take back the card that was played at this ply."""
    seat = ctx.seats[ply]
    ctx.hands[seat] |= np.int64(1) << card
    ctx.lengths += np.int64(1) << (16 * seat + 4 * (card >> 4))
    if ply & 3 == 3:
        ctx.in_play |= trick_cards(ctx, ply)


@native
def decisive(ctx, ply):
    """The card that won the trick, if its rank mattered: if another card of its suit was played.

    Cards equal to it were not tried, so the lowest of them is what the result rests on.
    """
    best, same = ctx.best_cards[ply], np.int64(0)
    suit = best >> 4
    for k in range(ply - 3, ply + 1):
        same += ctx.cards[k] >> 4 == suit
    if same == 1:
        return np.int64(0)
    mine, card = suit_of(ctx.hands[ctx.best_seats[ply]], suit), np.int64(1) << (best & 15)
    lower = suit_of(ctx.in_play, suit) & (card - 1)
    while lower and mine >> highest(lower) & 1:
        card = np.int64(1) << highest(lower)
        lower &= card - 1
    return card << (16 * suit)


@native
def settled(ctx, ply, target):
    """1 or 0 if no search is needed at the beginning of a trick, else OPEN."""
    left, leader = (ctx.end_ply - ply) >> 2, ctx.seats[ply]
    ctx.pinned[ply] = 0
    if target <= 0:
        return np.int64(1)
    if target > left:
        return np.int64(0)
    if left == 1:
        return last_trick(ctx, ply, leader)
    # Side 0 needs `target` tricks, side 1 all but so many.
    ours, theirs = target, left - target + 1
    if leader & 1:
        if quick_tricks(ctx, ply, leader, left, theirs):
            return np.int64(0)
        if later_tricks(ctx, ply, leader, ours):
            return np.int64(1)
    else:
        if quick_tricks(ctx, ply, leader, left, ours):
            return np.int64(1)
        if later_tricks(ctx, ply, leader, theirs):
            return np.int64(0)
    set_position_owners(ctx)
    return look_up(ctx, ply, find_shape(ctx, leader), target)


@native
def last_trick(ctx, ply, leader):
    """Play the last trick, in which nobody has a choice."""
    best = np.int64(highest(ctx.hands[leader]))
    owner, same = leader, np.int64(1)
    for k in range(1, SEATS):
        seat = (leader + k) & 3
        card = np.int64(highest(ctx.hands[seat]))
        if card >> 4 == best >> 4:
            same += 1
            if card > best:
                best, owner = card, seat
        elif card >> 4 == ctx.trump:
            best, owner, same = card, seat, np.int64(1)
    ctx.pinned[ply] = np.int64(1) << best if same > 1 else np.int64(0)
    return 1 - (owner & 1)


@native
def begin(ctx):
    """Set what follows from the hands and the cards on the table."""
    ctx.in_play, ctx.lengths = np.int64(0), np.int64(0)
    for seat in range(SEATS):
        ctx.in_play |= ctx.hands[seat]
        for suit in range(SUITS):
            length = popcount(suit_of(ctx.hands[seat], suit))
            ctx.lengths += np.int64(length) << (16 * seat + 4 * suit)
    # The cards on the table are still in play: they belong to the trick.
    for ply in range(ctx.start_ply):
        card = ctx.cards[ply]
        ctx.in_play |= np.int64(1) << card
        ctx.seats[ply + 1] = (ctx.seats[ply] + 1) & 3
        if ply == 0 or beats(card, ctx.best_cards[ply - 1], ctx.trump):
            ctx.best_cards[ply], ctx.best_seats[ply] = card, ctx.seats[ply]
        else:
            ctx.best_cards[ply] = ctx.best_cards[ply - 1]
            ctx.best_seats[ply] = ctx.best_seats[ply - 1]


@entry
def prepare(contexts):
    """Begin a deal in a denomination: forget all that is known of others."""
    ctx = contexts[0]
    forget(ctx)
    set_owners(ctx)
    ctx.history[:] = 0


@entry
def solve(contexts):
    """Set `found`: the tricks that side 0 takes from here, the one on the table with them."""
    ctx = contexts[0]
    begin(ctx)
    ctx.found = tricks_from(ctx, ctx.start_ply, ctx.guess)


@native
def tricks_from(ctx, ply, guess):
    """The tricks of side 0 from a ply on, found by questions around a guess."""
    low, high = np.int64(0), (ctx.end_ply - ply + 3) >> 2
    while low < high and not ctx.halt:
        target = min(max(guess, low + 1), high)
        if takes(ctx, ply, target):
            low = target
            guess = target + 1
        else:
            high = target - 1
            guess = high
    return low


@entry
def score_cards(contexts):
    """Set `scores` of each card that may be played: the tricks of side 0 from here.

    Of equal cards the highest has a score.
    """
    ctx = contexts[0]
    begin(ctx)
    ply = ctx.start_ply
    ctx.table_move = -1
    for i in range(write_moves(ctx, ply)):
        card = ctx.choices[ply, i]
        won = put(ctx, ply, card)
        ctx.scores[card] = won + tricks_from(ctx, ply + 1, ctx.guess - won)
        take_back(ctx, ply, card)
        ctx.guess = ctx.scores[card]
