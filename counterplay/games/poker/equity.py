"""Equities: how much of the pot a hand or a range wins on average, if all cards are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.games import load
from counterplay.games.poker.cards import HANDS, card_text, read_cards
from counterplay.games.poker.ranges import (
    BY_CLASS,
    Hand,
    class_of,
    read_range,
    treats_suits_alike,
)

KERNEL = Path(__file__).parent / "kernel" / "equity.py"
GAME = "limit_holdem"


@dataclass(frozen=True)
class Equity:
    """What happens when the first of two sides meets the second, over all deals.

    wins, ties, deals   of the first side
    """

    wins: int
    ties: int
    deals: int

    @property
    def share(self) -> float:
        """The part of the pot that the first side wins on average; a tie counts a half."""
        return (self.wins + self.ties / 2) / self.deals

    def turned(self) -> Equity:
        """The equity of the second side."""
        return Equity(self.deals - self.wins - self.ties, self.ties, self.deals)

    def times(self, number: int, of: int) -> Equity:
        """A part of the deals: `number` hands of so many with the same equity."""
        return Equity(*(count * number // of for count in (self.wins, self.ties, self.deals)))

    def __add__(self, other: Equity) -> Equity:
        return Equity(self.wins + other.wins, self.ties + other.ties, self.deals + other.deals)

    def __str__(self) -> str:
        win, tie = 100 * self.wins / self.deals, 100 * self.ties / self.deals
        lose = 100 - win - tie
        return f"{100 * self.share:.2f} % (wins {win:.2f} %, ties {tie:.2f} %, loses {lose:.2f} %)"


def equity(first: str, second: str = "random", board: str = "") -> Equity:
    """The exact equity of a hand or range against another, over all ways to complete the table.

    `board` has the cards on the table: none, three, four or five. Write hands as cards, `AsKs`, or
    as ranges, `QQ+,AKs`.

    >>> print(equity("AsKs", "QdQh"))
    46.21 % (wins 46.02 %, ties 0.39 %, loses 53.59 %)
    """
    table = read_cards(board)
    if len(table) not in (0, 3, 4, 5):
        raise InputError(
            f"the board {board!r} has {len(table)} cards: it has none before the flop, then 3, 4 "
            "or 5"
        )
    mine, theirs = (_fitting(read_range(text), table, text) for text in (first, second))
    alike = treats_suits_alike(mine), treats_suits_alike(theirs)
    if alike == (True, False) and not table:
        found = _against_alike(theirs, mine).turned()
    elif alike == (False, True) and not table:
        found = _against_alike(mine, theirs)
    else:
        found = _total(meetings(mine, theirs, table))
    if found.deals == 0:
        raise InputError(f"{first} and {second} share a card in every deal, so they cannot meet")
    return found


def _against_alike(mine: Sequence[Hand], theirs: Sequence[Hand]) -> Equity:
    """The equity before the flop against a range that treats all suits alike.

    Then all hands of a kind have the same equity, so their sum is found much faster.
    """
    total = Equity(0, 0, 0)
    for kind, number in Counter(map(class_of, mine)).items():
        hands = BY_CLASS[kind]
        of_kind = _total(meetings(hands, theirs))
        total += of_kind.times(number, len(hands))
    return total


def _total(found: npt.NDArray[np.void]) -> Equity:
    return Equity(*(int(found[name].sum()) for name in ("wins", "ties", "total")))


def _fitting(hands: tuple[Hand, ...], table: Sequence[int], text: str) -> tuple[Hand, ...]:
    """The hands that share no card with the table."""
    left = tuple(hand for hand in hands if not set(hand) & set(table))
    if not left:
        shared = next(card for hand in hands for card in hand if card in table)
        raise InputError(
            f"the card {card_text(shared)} is on the table and in {text}: there is one of each"
        )
    return left


@cache
def holdem() -> Game:
    """The game whose tables of hands kernels use."""
    return load(GAME)


def meetings(
    first: Sequence[Hand], second: Sequence[Hand], table: Sequence[int] = ()
) -> npt.NDArray[np.void]:
    """For each hand of the first side: its wins, ties and meetings, over all complete tables.

    The result is an array with the fields `wins`, `ties` and `total`.
    """
    game = holdem()
    kernel = bind(game, KERNEL)
    context = Context(game, kernel)
    hands = np.zeros((2, len(HANDS)), kernel.HAND)
    for side, given in enumerate((first, second)):
        pairs = np.array(given, np.int64).reshape(-1, 2)
        hands[side, : len(pairs)]["first"], hands[side, : len(pairs)]["second"] = pairs.T
    found = np.zeros(len(HANDS), kernel.FOUND)
    context.keep("sides", hands)
    context.keep("found", found)
    record = context.record
    record.counts[:] = len(first), len(second)
    record.given_count = len(table)
    record.given[: len(table)] = table
    record.is_symmetric = not table and all(
        treats_suits_alike(tuple(side)) for side in (first, second)
    )
    context.call(kernel.enumerate_tables)
    return found[: len(first)]


def preflop_equities() -> dict[str, Equity]:
    """The equity of each of the 169 kinds of hands against a random hand, before the flop.

    This takes about ten seconds.
    """
    found = meetings(HANDS, HANDS)
    places = {hand: i for i, hand in enumerate(HANDS)}
    rows = {kind: found[[places[hand] for hand in hands]] for kind, hands in BY_CLASS.items()}
    return {kind: _total(row) for kind, row in rows.items()}
