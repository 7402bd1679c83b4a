"""Double dummy: what the play of a deal is worth if all four hands are seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from counterplay.games.bridge.cards import (
    DENOMINATIONS,
    SEATS,
    card_text,
    cards_of,
    read_cards,
    read_denomination,
    read_seat,
)
from counterplay.games.bridge.deals import Deal, check_table, read_deal
from counterplay.games.bridge.solver import Solver


@dataclass(frozen=True)
class DoubleDummy:
    """What each card is worth to the player who is to play.

    tricks   the most tricks that the player's side can take from here, the one on the table with
             them
    cards    the tricks for each legal card, by its text
    to_play  the seat of the player: N, E, S or W
    """

    tricks: int
    cards: Mapping[str, int]
    to_play: str

    @property
    def best(self) -> tuple[str, ...]:
        """The cards that take the most tricks."""
        return tuple(card for card, tricks in self.cards.items() if tricks == self.tricks)


def double_dummy(
    deal: str | Deal, trump: str = "NT", leader: str = "W", table: str = ""
) -> DoubleDummy:
    """Solve the play of a deal of which all cards are seen.

    `deal` is a PBN text; its hands can have any number of cards. `leader` has led to this trick, or
    is to lead. `table` lists the cards of this trick so far, which are in no hand any more.

    >>> double_dummy("N:AQ... K3... 54... 76...", trump="NT", leader="S")
    DoubleDummy(tricks=1, cards={'S5': 1, 'S4': 1}, to_play='S')
    """
    cards = read_deal(deal) if isinstance(deal, str) else deal
    first, played, suit = read_seat(leader), read_cards(table), read_denomination(trump)
    check_table(cards, first, played)
    seat = (first + len(played)) % 4
    scores = Solver().scores(cards.hands, suit, first, played)
    side = [tricks if seat % 2 == 0 else cards.tricks - tricks for tricks in scores.values()]
    order = {card: i for i, card in enumerate(cards_of(cards.hands[seat]))}
    worth = dict(zip(scores, side, strict=True))
    named = {card_text(card): worth[card] for card in sorted(worth, key=order.__getitem__)}
    return DoubleDummy(max(side), named, SEATS[seat])


def double_dummy_table(deal: str | Deal) -> dict[str, dict[str, int]]:
    """The tricks of every declarer in every denomination: `table["NT"]["S"]`.

    The player on the left of the declarer leads.

    >>> double_dummy_table("N:A... K... Q... J...")["NT"]
    {'N': 1, 'E': 0, 'S': 1, 'W': 0}
    """
    cards = read_deal(deal) if isinstance(deal, str) else deal
    check_table(cards, 0, ())
    solver = Solver()
    return {
        name: dict(zip(SEATS, solver.declarers(cards.hands, trump), strict=True))
        for trump, name in enumerate(DENOMINATIONS)
    }
