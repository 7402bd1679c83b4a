"""Cards, seats and denominations of bridge, and their texts: `SA` is the ace of spades.

A card is a number: 16 times its suit (0 is spades, then hearts, diamonds and clubs) plus its rank
(0 is a two, 12 an ace). A set of cards is a word with one bit for each card.
"""

import re
from collections.abc import Iterable, Iterator

from counterplay.core.game.errors import InputError

RANKS = "23456789TJQKA"
SUITS = "SHDC"
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
SEATS = "NESW"
SEAT_NAMES = ("north", "east", "south", "west")
DENOMINATIONS = ("S", "H", "D", "C", "NT")
NO_TRUMP = 4


def card_text(card: int) -> str:
    """The text of a card: `SA`, `HT`."""
    return SUITS[card >> 4] + RANKS[card & 15]


def read_card(text: str) -> int:
    """The card with this text. A ten is `T` or `10`; capital letters do not matter."""
    suit, rank = text[:1].upper(), text[1:].upper().replace("10", "T")
    if suit not in SUITS or not suit or rank not in RANKS or len(rank) != 1:
        raise InputError(
            f"{text!r} is not a card: write its suit, one of {SUITS}, and its rank, one of "
            f"{RANKS}, as in SA or H10"
        )
    return 16 * SUITS.index(suit) + RANKS.index(rank)


def read_cards(text: str) -> tuple[int, ...]:
    """The cards of a text such as `SA S2 H10`."""
    return tuple(read_card(word) for word in text.replace(",", " ").split())


def read_seat(text: str) -> int:
    """The seat with this name or first letter: 0 is north, then clockwise."""
    for seat, name in enumerate(SEAT_NAMES):
        if text.lower() in (name, name[0]):
            return seat
    raise InputError(f"{text!r} is not a seat: write N, E, S or W")


def read_denomination(text: str) -> int:
    """The number of a suit, or 4 for no trump."""
    name = text.upper()
    if name == "N":
        return NO_TRUMP
    if name not in DENOMINATIONS:
        raise InputError(f"{text!r} is not a denomination: write S, H, D, C or NT")
    return DENOMINATIONS.index(name)


def read_contract(text: str) -> tuple[int, int, int]:
    """The level, denomination and declarer of a contract such as `3NT S` or `4H by N`."""
    found = re.fullmatch(r"([1-7])\s*(NT|[NSHDC])\s+(?:by\s+)?(\w+)", text.strip(), re.IGNORECASE)
    if found is None:
        raise InputError(
            f"{text!r} is not a contract: write its level, denomination and declarer, as in 3NT S"
        )
    return int(found[1]), read_denomination(found[2]), read_seat(found[3])


def word_of(cards: Iterable[int]) -> int:
    """The set of some cards as a word."""
    return sum(1 << card for card in cards)


def cards_of(word: int) -> Iterator[int]:
    """The cards of a set: spades first, the highest of each suit first."""
    for suit in range(4):
        for rank in range(12, -1, -1):
            if word >> (16 * suit + rank) & 1:
                yield 16 * suit + rank
