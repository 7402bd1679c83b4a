"""How people see and write positions of bridge."""

from collections.abc import Sequence

from counterplay.core.game.errors import InputError
from counterplay.games.bridge.cards import RANKS, SEAT_NAMES, SUITS, cards_of, read_cards
from counterplay.games.bridge.deals import EXAMPLE, read_deal
from counterplay.presentation.drawings import Cards

SYMBOLS = "♠♥♦♣"


def picture_text(card: int) -> str:
    """A card as pictures show it: `A♠`."""
    return RANKS[card & 15] + SYMBOLS[card >> 4]


def draw(
    hands: Sequence[int | None], counts: Sequence[int], table: int, leader: int, notes: str
) -> Cards:
    """The hands and the table. A hand that is not seen is None, and only has a number of cards."""
    rows = {}
    for name, hand, count in zip(SEAT_NAMES, hands, counts, strict=True):
        rows[name] = ["?"] * count if hand is None else [picture_text(c) for c in cards_of(hand)]
    played = [(table >> 7 * i & 127) - 1 for i in range(4)]
    rows["table"] = [picture_text(card) for card in played if card >= 0]
    if rows["table"]:
        notes = f"{SEAT_NAMES[leader]} led; {notes}"
    return Cards(rows, notes=notes)


def read_moves(text: str, cards: int) -> list[int]:
    """The moves that deal the hands of a PBN text, and the cards that are played after it."""
    words = text.split()
    if ":" not in text or len(words) < len(SUITS):
        raise InputError(
            f"expected a deal as PBN writes it and the cards played, as in {EXAMPLE} SA"
        )
    deal = read_deal(" ".join(words[:4]))
    for name, hand in zip(SEAT_NAMES, deal.hands, strict=True):
        low = [card for card in cards_of(hand) if card & 15 < len(RANKS) - cards]
        if hand.bit_count() != cards or low:
            raise InputError(
                f"the hand of {name} needs {cards} cards, from the {cards} highest of each suit"
            )
    dealt = [card for hand in deal.hands for card in cards_of(hand)]
    return [*dealt, *read_cards(" ".join(words[4:]))]
