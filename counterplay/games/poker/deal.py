"""The deal and the showdown of heads-up hold'em: cards, one at a time, and who has the better hand.

Some cards are one number, six bits each: the number of the card plus 1, the last card in the lowest
bits. The cards of a hand and of the flop are sorted, the highest first, because their order decides
nothing. First both cards of player 0 are dealt, then those of player 1. A player sees the own hand
and the flop when they are complete.
"""

import numpy as np

from counterplay.core.game.hashing import hash
from counterplay.games.poker.cards import DECK, card_text
from counterplay.games.poker.hands import CARD_BITS, CARD_KEYS, NO_CARDS, strength
from counterplay.presentation.drawings import Cards

PREFLOP, FLOP, TURN, RIVER, SHOWDOWN, FOLDED = range(6)
"""The stages: four rounds of bets, and two ways to end."""

ON_TABLE = (0, 3, 4, 5, 5, 0)
"""The cards that lie on the table in each stage, when they are dealt."""

DEALS = 9
HAND_BITS, CARD = 12, 63


def count_cards(cards):
    """How many cards a number contains, up to five."""
    n = 0
    for i in range(5):
        n += cards >> 6 * i > 0
    return n


def is_dealing(s):
    """Whether a card must be dealt before the game goes on."""
    return s.hand1 <= CARD or count_cards(s.board) < ON_TABLE[s.stage]


def all_cards(s):
    """The bits of all cards that are dealt."""
    found = np.int64(0)
    for cards in (s.hand0, s.hand1, s.board):
        for i in range(5):
            card = cards >> 6 * i & CARD
            if card > 0:
                found |= np.int64(1) << card - 1
    return found


def deal_outcomes(s, outcomes, probabilities):
    """Write all cards that are left, which are equally likely; return how many there are."""
    dealt, n = all_cards(s), 0
    for card in range(DECK):
        if dealt >> card & 1 == 0:
            outcomes[n] = card
            n += 1
    for i in range(n):
        probabilities[i] = 1 / n
    return n


def sorted_pair(first, second):
    """Two cards as one number, the higher first."""
    return max(first, second) << 6 | min(first, second)


def hand_with(hand, card):
    """A hand with one more card."""
    return card + 1 if hand == 0 else sorted_pair(hand, card + 1)


def board_with(board, card):
    """The cards on the table with one more. The third completes the flop, which is sorted."""
    board = board << 6 | card + 1
    if board >> 18 or not board >> 12:
        return board
    first, second, third = board >> 12, board >> 6 & CARD, board & CARD
    high, low = max(first, second, third), min(first, second, third)
    return high << 12 | first + second + third - high - low << 6 | low


def cards_after(s, card):
    """Both hands and the table after a card is dealt."""
    hand0, hand1, board = s.hand0, s.hand1, s.board
    if hand0 <= CARD:
        hand0 = hand_with(hand0, card)
    elif hand1 <= CARD:
        hand1 = hand_with(hand1, card)
    else:
        board = board_with(board, card)
    return hand0, hand1, board


def hand_strength(hand, board, data):
    """The strength of a hand with the cards on the table."""
    key, mask = np.int64(NO_CARDS), np.int64(0)
    cards = hand << 30 | board
    for i in range(7):
        card = (cards >> 6 * i & CARD) - 1
        key += CARD_KEYS[card]
        mask += CARD_BITS[card]
    return strength(key, mask, data)


def payoff(s, p, data):
    """What player p wins or loses: as much as both have paid. Equal hands share the pot."""
    lost = min(s.paid0, s.paid1)
    if s.stage == FOLDED:
        return -lost if p == s.turn else lost
    first, second = hand_strength(s.hand0, s.board, data), hand_strength(s.hand1, s.board, data)
    if first == second:
        return 0
    return lost if (first > second) == (p == 0) else -lost


def what_is_seen(s, p):
    """A hash of the own hand, the table and all choices. A deal is seen when it is complete."""
    hand = s.hand0 if p == 0 else s.hand1
    return hash(hand if hand > CARD else 0, s.board if s.board >> 12 else 0, s.bets)


def drawn_again(s, p, seed):
    """Both hands with another hand for the opponent of player p, drawn from the seed."""
    hand = s.hand1 if p == 0 else s.hand0
    free = ~all_cards(s) | own_bits(hand)
    drawn, n = 0, count_cards(hand)
    for i in range(n):
        left = 0
        for card in range(DECK):
            left += free >> card & 1
        skip = np.int64(hash(seed, i) % np.uint64(left))
        for card in range(DECK):
            if free >> card & 1:
                if skip == 0:
                    drawn = hand_with(drawn, card)
                    free &= ~(np.int64(1) << card)
                skip -= 1
    return (s.hand0, drawn) if p == 0 else (drawn, s.hand1)


def own_bits(hand):
    """The bits of the cards of a hand."""
    found = np.int64(0)
    for i in range(2):
        card = hand >> 6 * i & CARD
        if card > 0:
            found |= np.int64(1) << card - 1
    return found


# For people.


def listed(cards: int) -> list[int]:
    """The cards of a number, the first dealt first."""
    return [(cards >> 6 * i & CARD) - 1 for i in range(count_cards(cards) - 1, -1, -1)]


def draw(s, p, names):
    """What player p sees: the own hand and the table, and both hands at the showdown."""
    rows = {}
    for q, hand in enumerate((s.hand0, s.hand1)):
        is_shown = p is None or p == q or (s.stage == SHOWDOWN and not is_dealing(s))
        cards = listed(hand) if is_shown or hand <= CARD else [None, None]
        is_whole = hand > CARD or p is None
        rows[names[q]] = ["?" if c is None else card_text(c) for c in cards] if is_whole else []
    is_seen = s.board >> 12 or p is None
    rows["table"] = [card_text(card) for card in listed(s.board)] if is_seen else []
    chips = {names[0]: s.paid0, names[1]: s.paid1}
    return Cards(rows, notes=f"{s.paid0} and {s.paid1} in the pot", chips=chips)
