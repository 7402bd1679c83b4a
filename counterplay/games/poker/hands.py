"""The strength of hands of five, six or seven cards, by two tables.

The strength is a number from 1 to 7,462, the number of different hands of five cards: 1 is
7-5-4-3-2 of several suits, 7,462 a royal flush. Equal hands share the pot.

The key of a hand is the sum of the keys of its cards, and its mask the sum of their bits. So hands
that differ by a card share all other additions.

    key     bits 0-31    5 to the power of the rank: how many cards there are of each rank
            bits 32-47   four bits a suit: how many cards there are of each suit, plus 3
    mask    bit 16 * suit + rank

Five cards of a suit make the highest of a suit's four bits 1. Their strength is in `flushes`, by
the ranks of that suit. Any other strength depends on the ranks only: a perfect hash of the key
finds it in `plain_hands`. No hand with a flush has four of a kind or a full house among seven
cards, so the flush is always the better hand.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from counterplay.games.poker.cards import DECK

FILE = Path(__file__).with_name("hands.npz")
"""The tables. `make_tables.py` makes them."""

HASH_BITS, ROW_BITS = 17, 13
COLUMN_FACTOR, ROW_FACTOR = 0x9E3779B1, 0x85EBCA77
"""Odd numbers below 2^32: the highest bits of the last 32 of their product are spread evenly."""

NO_CARDS = 0x3333 << 32
"""The key of no cards."""

FLUSH_BITS = 0x8888
LAST_32 = (1 << 32) - 1

CARD_KEYS = np.array([5 ** (c // 4) + (1 << 32 + 4 * (c % 4)) for c in range(DECK)], np.int64)
CARD_BITS = np.array([1 << 16 * (c % 4) + c // 4 for c in range(DECK)], np.int64)

CATEGORIES = (
    "high card", "one pair", "two pair", "three of a kind", "straight", "flush", "full house",
    "four of a kind", "straight flush",
)  # fmt: skip
FIRST_STRENGTHS = (1, 1278, 4138, 4996, 5854, 5864, 7141, 7297, 7453)
"""The weakest hand of each category: the categories have 1,277, 2,860, 858, 858, 10, 1,277, 156,
156 and 10 different hands of five cards."""

STRONGEST = 7462
"""The strength of a royal flush."""


class HandTables(NamedTuple):
    """The tables, for use as the data of rules.

    flushes       by the ranks of the suit: 8,192 numbers
    plain_hands   by the perfect hash of the key
    hash_rows     for each row of the hash, what moves its columns to free places
    """

    flushes: np.ndarray
    plain_hands: np.ndarray
    hash_rows: np.ndarray


def load_tables() -> HandTables:
    """The tables from their file."""
    with np.load(FILE) as parts:
        return HandTables(*(parts[name] for name in HandTables._fields))


def strength(key, mask, data):
    """The strength of the five to seven cards with this key and mask. `data` has the tables."""
    full = key >> 32 & FLUSH_BITS
    if full:
        suit = 16 * (full > 0x8) * (1 + (full > 0x80) + (full > 0x800))
        return np.int64(data.flushes[mask >> suit & 0x1FFF])
    ranks = key & LAST_32
    row = (ranks * ROW_FACTOR & LAST_32) >> 32 - ROW_BITS
    column = (ranks * COLUMN_FACTOR & LAST_32) >> 32 - HASH_BITS
    return np.int64(data.plain_hands[column ^ np.int64(data.hash_rows[row])])


def strength_of(cards, data) -> int:
    """The strength of five to seven cards, a tuple or an array of them."""
    key, mask = NO_CARDS, 0
    for card in cards:
        key += CARD_KEYS[card]
        mask += CARD_BITS[card]
    return strength(key, mask, data)


def category_of(strength: int) -> str:
    """The name of the category of a hand: `full house`."""
    return CATEGORIES[sum(strength >= first for first in FIRST_STRENGTHS) - 1]
