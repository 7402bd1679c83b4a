"""Deals of bridge as PBN writes them: `N:AKQ.J32.… … … …`.

The letter says whose hand is first; the others follow clockwise. A hand lists its spades, hearts,
diamonds and clubs, with dots between them.
"""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.games.bridge.cards import (
    RANKS,
    SEAT_NAMES,
    SEATS,
    SUIT_NAMES,
    SUITS,
    card_text,
    word_of,
)

EXAMPLE = "N:AK.Q.J.T .AKQ.J.T Q.J.AK.9 J.T.Q.AK"
MOST_CARDS = 13


@dataclass(frozen=True)
class Deal:
    """The cards of north, east, south and west, as sets (`cards.py`)."""

    hands: tuple[int, int, int, int]

    @property
    def tricks(self) -> int:
        """How many tricks are left: the cards of the longest hand."""
        return max(hand.bit_count() for hand in self.hands)

    def __str__(self) -> str:
        return f"N:{' '.join(map(hand_text, self.hands))}"


def hand_text(hand: int) -> str:
    """A hand as PBN writes it: `AKQ.J32..T9`."""
    suits = (hand >> 16 * suit for suit in range(len(SUITS)))
    return ".".join("".join(r for r in reversed(RANKS) if s >> RANKS.index(r) & 1) for s in suits)


def read_deal(text: str) -> Deal:
    """The deal of a PBN text, with or without the tag `[Deal "…"]`. Hands may be short."""
    text = text.strip().removeprefix("[").removesuffix("]").removeprefix("Deal").strip(' "')
    first, colon, rest = text.partition(":")
    if not colon or len(first) != 1 or first.upper() not in SEATS:
        raise InputError(
            f"{text!r} is not a deal: begin with the seat of the first hand, as in {EXAMPLE}"
        )
    parts, start = rest.split(), SEATS.index(first.upper())
    if len(parts) != len(SEATS):
        raise InputError(f"the deal {text!r} has {len(parts)} hands: write four, as in {EXAMPLE}")
    hands = [0] * len(SEATS)
    for i, part in enumerate(parts):
        hands[(start + i) % 4] = read_hand(part, SEAT_NAMES[(start + i) % 4])
    north, east, south, west = hands
    for seat, hand in enumerate(hands):
        for other in range(seat):
            both = hand & hands[other]
            if both:
                card = card_text(both.bit_length() - 1)
                raise InputError(
                    f"the card {card} is in two hands, {SEAT_NAMES[other]} and {SEAT_NAMES[seat]}: "
                    "there is one of each"
                )
    return Deal((north, east, south, west))


def read_hand(text: str, name: str) -> int:
    """The cards of one hand; `name` says whose it is, for error messages."""
    if text == "-":
        raise InputError(f"the hand of {name} is not given: write all four hands")
    suits = text.upper().replace("10", "T").split(".")
    if len(suits) != len(SUITS):
        raise InputError(
            f"the hand {text!r} of {name} has {len(suits)} suits: write spades, hearts, diamonds "
            "and clubs with dots between them, as in AKQ.J32..T9"
        )
    cards = []
    for suit, ranks in enumerate(suits):
        for rank in ranks:
            if rank not in RANKS:
                raise InputError(
                    f"{rank!r} in the hand {text!r} of {name} is not a rank: use {RANKS[::-1]}"
                )
            cards.append(16 * suit + RANKS.index(rank))
            if cards.count(cards[-1]) > 1:
                raise InputError(f"the card {card_text(cards[-1])} occurs twice in {text!r}")
    if len(cards) > MOST_CARDS:
        raise InputError(f"the hand {text!r} of {name} has {len(cards)} cards: 13 are the most")
    return word_of(cards)


def check_table(deal: Deal, leader: int, table: tuple[int, ...]) -> None:
    """Refuse cards on the table that do not fit the deal, and hands of unequal length."""
    if len(table) > 3:
        raise InputError("four cards make a trick: name at most three cards on the table")
    for at, card in enumerate(table):
        seat = (leader + at) % 4
        if card in table[:at] or any(hand >> card & 1 for hand in deal.hands):
            raise InputError(
                f"the card {card_text(card)} is on the table and somewhere else: there is one of "
                "each; hands are without the cards on the table"
            )
        led = table[0] >> 4
        if card >> 4 != led and deal.hands[seat] >> 16 * led & 0x1FFF:
            raise InputError(
                f"{SEAT_NAMES[seat]} cannot have played {card_text(card)}: the hand has "
                f"{SUIT_NAMES[led]}, which were led"
            )
    lengths = [hand.bit_count() for hand in deal.hands]
    played = [int((seat - leader) % 4 < len(table)) for seat in range(4)]
    longest = max(map(sum, zip(lengths, played, strict=True)))
    for seat in range(4):
        if lengths[seat] + played[seat] != longest:
            raise InputError(
                f"{SEAT_NAMES[seat]} has {lengths[seat]} cards, {longest - played[seat]} are "
                "expected: hands are of equal length, but for the cards on the table"
            )
    if not any(lengths):
        raise InputError("the hands are empty: there is nothing to play")
