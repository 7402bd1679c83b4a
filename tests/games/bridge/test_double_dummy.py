"""The double dummy solver agrees with plain minimax, and with DDS of Haglund and Hein.

`tests/data/double_dummy.txt` has what DDS says, written by `bench/double_dummy.py --write`. Endings
have the cards of the player with their tricks; deals the tricks of all declarers.
"""

import random
from functools import cache
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.games.bridge.cards import DENOMINATIONS, SEATS, word_of
from counterplay.games.bridge.solver import Solver

LINES = (Path(__file__).parents[2] / "data/double_dummy.txt").read_text().splitlines()
ENDINGS = [line.split("; ") for line in LINES if "=" in line]
DEALS = [line.split("; ") for line in LINES if "=" not in line]
DECK = [16 * suit + rank for suit in range(4) for rank in range(13)]


Hands = tuple[tuple[int, ...], ...]


def trick_winner(table: tuple[int, ...], trump: int) -> int:
    """Which of four cards wins: its place in the order of play."""
    led = table[0] >> 4
    strength = [(card >> 4 == trump, card >> 4 == led, card & 15) for card in table]
    return max(range(4), key=lambda i: strength[i] if any(strength[i][:2]) else (False, False, -1))


def minimax(hands: Hands, trump: int, leader: int, table: tuple[int, ...]) -> int:
    """The tricks that north and south take, by plain minimax over all cards."""

    @cache
    def value(hands: Hands, leader: int, table: tuple[int, ...]) -> int:
        if len(table) == 4:
            winner = (leader + trick_winner(table, trump)) % 4
            return (winner % 2 == 0) + value(hands, winner, ())
        seat = (leader + len(table)) % 4
        hand = hands[seat]
        if not hand:
            return 0
        follow = [card for card in hand if table and card >> 4 == table[0] >> 4]
        values = []
        for card in follow or hand:
            left = tuple(c for c in hand if c != card)
            values.append(value((*hands[:seat], left, *hands[seat + 1 :]), leader, (*table, card)))
        return max(values) if seat % 2 == 0 else min(values)

    return value(hands, leader, table)


@pytest.fixture(scope="module")
def solver():
    return Solver()


def ending(rng, cards, deck=DECK):
    """Random hands, trump and leader, with up to three cards on the table."""
    chosen = rng.sample(deck, 4 * cards)
    hands = [chosen[i * cards : (i + 1) * cards] for i in range(4)]
    leader, table = rng.randrange(4), []
    for i in range(rng.randrange(4)):
        hand = hands[(leader + i) % 4]
        follow = [card for card in hand if table and card >> 4 == table[0] >> 4]
        table.append(rng.choice(follow or hand))
        hand.remove(table[-1])
    return tuple(map(tuple, hands)), rng.randrange(5), leader, tuple(table)


@pytest.mark.parametrize(("cards", "count"), [(1, 300), (2, 700), (3, 100)])
def test_small_endings_are_worth_what_minimax_says(solver, cards, count):
    rng = random.Random(cards)
    for _ in range(count):
        hands, trump, leader, table = ending(rng, cards, rng.choice([DECK, DECK[:26]]))
        words = [word_of(hand) for hand in hands]
        if any(words):
            found = solver.tricks(words, trump, leader, table)
            assert found == minimax(hands, trump, leader, table), (hands, trump, leader, table)


def test_every_card_of_an_ending_is_worth_what_dds_says():
    for deal, contract, table, cards in ENDINGS:
        trump, leader = contract.split()
        found = cp.double_dummy(deal, trump, leader, table.strip("-"))
        expected = dict(card.split("=") for card in cards.split())
        assert {card: str(found.cards[card]) for card in expected} == expected, deal
        assert found.tricks == max(map(int, expected.values()))


def test_a_deal_is_worth_what_dds_says():
    deal, tricks = DEALS[0]
    _compare(deal, tricks)


def test_many_deals_are_worth_what_dds_says():
    for deal, tricks in DEALS[1:]:
        _compare(deal, tricks)


def _compare(deal, tricks):
    found = cp.double_dummy_table(deal)
    assert [found[d][s] for d in DENOMINATIONS for s in SEATS] == [*map(int, tricks.split())], deal


def test_a_king_must_stay_guarded():
    found = cp.double_dummy("N:...432 ...765 .AQ.. .K3.2.", "NT", "S", "SA")
    assert (found.to_play, found.tricks, found.best) == ("W", 1, ("D2",))


def test_the_grand_coup_of_thirteen_spades():
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    tricks = cp.double_dummy_table(deal)
    assert tricks["S"] == {"N": 13, "E": 0, "S": 13, "W": 0}
    assert tricks["NT"] == {"N": 0, "E": 0, "S": 0, "W": 0}


def test_equal_cards_are_all_named():
    found = cp.double_dummy("N:KQJ... A32... .432.. ..432.", "NT", "N")
    assert found.cards == {"SK": 2, "SQ": 2, "SJ": 2}
