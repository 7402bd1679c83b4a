"""All hands of two cards as arrays, and tables up to the names of suits.

Two tables are of one kind if suits can be renamed so that they are equal. The *canonical* one has
the suits with higher cards first: its four groups of bits, as in `games/poker/hands.py`, descend.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from counterplay.games.poker.cards import DECK, HANDS
from counterplay.games.poker.hands import CARD_BITS, CARD_KEYS
from counterplay.games.poker.ranges import BY_CLASS, class_of

Words = npt.NDArray[np.int64]

HAND_COUNT = len(HANDS)
LOW_CARDS: Words = np.array([hand[0] for hand in HANDS], np.int64)
HIGH_CARDS: Words = np.array([hand[1] for hand in HANDS], np.int64)
HAND_KEYS: Words = CARD_KEYS[LOW_CARDS] + CARD_KEYS[HIGH_CARDS]
HAND_MASKS: Words = CARD_BITS[LOW_CARDS] + CARD_BITS[HIGH_CARDS]
KINDS = tuple(BY_CLASS)
"""The names of the 169 kinds of hands, the best pair first."""

KIND_OF: Words = np.array([KINDS.index(class_of(hand)) for hand in HANDS], np.int64)
"""The kind of each hand."""


def hand_number(first: int, second: int) -> int:
    """The place of a hand in `HANDS`."""
    low, high = min(first, second), max(first, second)
    return low * (2 * DECK - low - 1) // 2 + high - low - 1


@cache
def canonical_tables(cards: int) -> Words:
    """The bits of all canonical tables with so many cards, in ascending order: 1,755 flops, 16,432
    tables of four cards."""
    found = []
    for chosen in combinations(range(DECK), cards):
        suits = [0, 0, 0, 0]
        for card in chosen:
            suits[card % 4] |= 1 << card // 4
        if suits[0] >= suits[1] >= suits[2] >= suits[3]:
            found.append(sum(ranks << 16 * suit for suit, ranks in enumerate(suits)))
    return np.array(sorted(found), np.int64)
