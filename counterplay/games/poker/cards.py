"""The deck of 52 cards, and its text: `As`, `Td`, `2c`.

A card is a number from 0 to 51: four times its rank (0 is a two, 12 an ace) plus its suit, in the
order clubs, diamonds, hearts, spades. So higher ranks have higher numbers.
"""

from itertools import combinations

from counterplay.core.game.errors import InputError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = 52


def card_text(card: int) -> str:
    """The text of a card: `As`."""
    return RANKS[card // 4] + SUITS[card % 4]


def cards_text(cards) -> str:
    """The text of some cards, one after the other: `AsKd`."""
    return "".join(card_text(card) for card in cards)


def read_card(text: str) -> int:
    """The card with this text. A ten is `T` or `10`; capital letters do not matter."""
    text = text.strip()
    rank, suit = RANKS.find(text[:-1].upper().replace("10", "T") or "?"), text[-1:].lower()
    if rank < 0 or suit not in SUITS or not suit or len(text) > 3:
        raise InputError(
            f"{text!r} is not a card: write its rank, one of {RANKS}, and its suit, one of {SUITS},"
            " as in As or Td"
        )
    return 4 * rank + SUITS.index(suit)


def read_cards(text: str) -> tuple[int, ...]:
    """The cards of a text such as `AsKd` or `As Kd`. No card may occur twice."""
    parts = text.replace(",", " ").replace("10", "T").split()
    pieces = [part[i : i + 2] for part in parts for i in range(0, len(part), 2)]
    cards = tuple(read_card(piece) for piece in pieces)
    require_different(cards)
    return cards


def require_different(cards) -> None:
    """Refuse cards that are not all different."""
    for card in cards:
        if sum(other == card for other in cards) > 1:
            raise InputError(f"the card {card_text(card)} occurs twice: there is one of each")


HANDS = tuple(combinations(range(DECK), 2))
"""All 1,326 hands of two cards, the lower card first."""
