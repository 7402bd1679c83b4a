"""The cards that are worth trying, in the order in which they are tried.

Cards of one hand with no card of another hand between them are equal: the highest stands for all.
"""

import numpy as np

from counterplay.core.bits.bits import highest, lowest, popcount
from counterplay.core.compile.kernel import hot, native
from counterplay.core.compile.unbound import rules  # noqa: F401 (marks a part of a kernel)
from counterplay.games.bridge.kernel.bounds import suit_of
from counterplay.games.bridge.kernel.fields import NO_TRUMP, SUITS

TABLE_MOVE = 1 << 40
HISTORY_SCALE = 1024


@hot
def beats(card, other, trump):
    """Whether a card wins against another that was played before it."""
    suit, other_suit = card >> 4, other >> 4
    if suit == other_suit:
        return card > other
    return suit == trump


@native
def write_moves(ctx, ply):
    """Write the cards to try at this ply, the best first, and return how many there are."""
    seat, hand = ctx.seats[ply], ctx.hands[ctx.seats[ply]]
    at = ply & 3
    if at:
        led = ctx.cards[ply - at] >> 4
        if suit_of(hand, led):
            count = write_suit(ctx, ply, hand, led, np.int64(0))
            weigh_following(ctx, ply, seat, count)
            sort_moves(ctx, ply, count)
            return count
    count = np.int64(0)
    for suit in range(SUITS):
        count = write_suit(ctx, ply, hand, np.int64(suit), count)
    if at:
        weigh_discards(ctx, ply, seat, count)
    else:
        weigh_leads(ctx, ply, seat, count)
    sort_moves(ctx, ply, count)
    return count


@native
def write_suit(ctx, ply, hand, suit, count):
    """Write the highest card of each sequence of a suit."""
    mine, everything = suit_of(hand, suit), suit_of(ctx.in_play, suit)
    cards = mine
    while cards:
        card = cards & -cards
        cards ^= card
        higher = everything & (-card << 1)
        if higher & -higher & mine:
            continue
        ctx.choices[ply, count] = 16 * suit + lowest(card)
        count += 1
    return count


@native
def sort_moves(ctx, ply, count):
    """Sort the moves by their weights, and by what was good before."""
    choices, weights = ctx.choices[ply], ctx.move_weights[ply]
    for i in range(1, count):
        choice, weight = choices[i], weights[i]
        j = i
        while j and weights[j - 1] < weight:
            weights[j] = weights[j - 1]
            choices[j] = choices[j - 1]
            j -= 1
        weights[j] = weight
        choices[j] = choice


@native
def weigh_leads(ctx, ply, seat, count):
    """Weigh the leads: winners of the partner first, then own winners, then long suits."""
    partner, left, right = (seat + 2) & 3, (seat + 1) & 3, (seat + 3) & 3
    for i in range(count):
        card = ctx.choices[ply, i]
        suit, rank = card >> 4, card & 15
        all_cards = suit_of(ctx.in_play, suit)
        top = highest(all_cards)
        mine = suit_of(ctx.hands[seat], suit)
        partners, lefts, rights = (
            suit_of(ctx.hands[partner], suit),
            suit_of(ctx.hands[left], suit),
            suit_of(ctx.hands[right], suit),
        )
        weight = np.int64(2 * (popcount(mine) + popcount(partners)))
        weight -= popcount(lefts) + popcount(rights)
        if rank == top:
            weight += 12
        elif mine >> top & 1:
            weight += 2 - rank // 4
        elif partners >> top & 1:
            weight += 14 - rank // 4
        elif lefts >> top & 1:
            # Through the winner, to a partner with the second-best card.
            others = lefts & ~(np.int64(1) << top)
            weight += 6 - rank // 4 if partners > others else -rank // 4
        else:
            weight -= 2 + rank // 4
        if ctx.trump != NO_TRUMP and suit != ctx.trump:
            partner_trumps = suit_of(ctx.hands[partner], ctx.trump)
            if partners == 0 and partner_trumps:
                weight += 10
            if rights == 0 and suit_of(ctx.hands[right], ctx.trump):
                weight -= 12
            if lefts == 0 and suit_of(ctx.hands[left], ctx.trump):
                weight -= 8
        ctx.move_weights[ply, i] = weight * HISTORY_SCALE + ctx.history[seat, card]
        if card == ctx.table_move:
            ctx.move_weights[ply, i] += TABLE_MOVE


@native
def best_of(ctx, seat, led, than):
    """Whether a hand that is to play can beat the card `than`."""
    follow = suit_of(ctx.hands[seat], led)
    if follow:
        return than >> 4 == led and (led << 4) + highest(follow) > than
    if ctx.trump == NO_TRUMP or led == ctx.trump:
        return False
    trumps = suit_of(ctx.hands[seat], ctx.trump)
    return trumps != 0 and (than >> 4 != ctx.trump or (ctx.trump << 4) + highest(trumps) > than)


@native
def weigh_following(ctx, ply, seat, count):
    """Weigh cards of the suit that was led: win as cheaply as is safe, otherwise play low."""
    at = ply & 3
    led = ctx.cards[ply - at] >> 4
    best, owner = ctx.best_cards[ply - 1], ctx.best_seats[ply - 1]
    is_partners = (owner ^ seat) & 1 == 0
    for i in range(count):
        card = ctx.choices[ply, i]
        rank = card & 15
        wins = beats(card, best, ctx.trump)
        weight = -rank
        if at == 3:
            if wins and not is_partners:
                weight += 40
        elif at == 2:
            last = (seat + 1) & 3
            partner_holds = is_partners and not best_of(ctx, last, led, best)
            if wins and not partner_holds:
                weight += 40 if not best_of(ctx, last, led, card) else 6
        else:
            third, fourth = (seat + 1) & 3, (seat + 2) & 3
            partner_can = best_of(ctx, fourth, led, best)
            if wins and not best_of(ctx, third, led, card):
                weight += 40 if not partner_can else 20
            elif not wins and partner_can:
                weight += 24
        ctx.move_weights[ply, i] = weight * HISTORY_SCALE + ctx.history[seat, card]


@native
def weigh_discards(ctx, ply, seat, count):
    """Weigh ruffs and discards."""
    at = ply & 3
    led = ctx.cards[ply - at] >> 4
    best, owner = ctx.best_cards[ply - 1], ctx.best_seats[ply - 1]
    is_partners = (owner ^ seat) & 1 == 0
    safe = is_partners and (at == 3 or not best_of(ctx, (seat + 1) & 3, led, best))
    for i in range(count):
        card = ctx.choices[ply, i]
        suit, rank = card >> 4, card & 15
        weight = -rank
        if suit == ctx.trump:
            if beats(card, best, ctx.trump):
                weight += -10 if safe else 40
            else:
                weight -= 20
        else:
            mine, everything = suit_of(ctx.hands[seat], suit), suit_of(ctx.in_play, suit)
            weight += popcount(mine)
            if mine == 1 << rank and everything >> rank > 1:
                weight += 2  # a singleton that is no winner
            if rank == highest(everything):
                weight -= 6
            elif popcount(mine) == 2 and popcount(everything >> rank) <= 3:
                weight -= 3  # a guard
        ctx.move_weights[ply, i] = weight * HISTORY_SCALE + ctx.history[seat, card]


@native
def remember(ctx, ply, card):
    """Note that a card refuted a position, for the order of moves."""
    history = ctx.history[ctx.seats[ply]]
    history[card] += 1 + (ctx.end_ply - ply) // 4
    if history[card] > 16 * HISTORY_SCALE:
        for i in range(64):
            history[i] //= 2
