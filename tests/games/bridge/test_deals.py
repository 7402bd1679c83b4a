"""Deals are read as PBN writes them, and faults are named."""

import pytest

import counterplay as cp
from counterplay.games.bridge.cards import card_text, cards_of, read_card
from counterplay.games.bridge.deals import read_deal

DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


def test_a_deal_is_written_as_it_is_read():
    assert str(read_deal(DEAL)) == DEAL
    assert str(read_deal(f'[Deal "{DEAL}"]')) == DEAL


def test_hands_follow_clockwise_from_the_first_seat():
    turned = "E:873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3 QJ6.K652.J85.T98"
    assert str(read_deal(turned)) == DEAL


def test_every_card_is_written_as_it_is_read():
    deck = sum(read_deal(DEAL).hands)
    assert [read_card(card_text(card)) for card in cards_of(deck)] == list(cards_of(deck))
    assert read_card("h10") == read_card("HT")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A.K.. K.A.. Q.2.. J.3..", "begin with the seat"),
        ("X:A... K... Q... J...", "begin with the seat"),
        ("N:A... K... Q...", "has 3 hands"),
        ("N:A... K... Q... -", "the hand of west is not given"),
        ("N:A.. K... Q... J...", "of north has 3 suits"),
        ("N:A... K... Q... 1...", "'1' in the hand '1...' of west is not a rank"),
        ("N:AA... K2... Q3... J4...", "the card SA occurs twice in 'AA...'"),
        ("N:A... A... Q... J...", "the card SA is in two hands, north and east"),
        ("N:AKQJT98765432.A... K... Q... J...", "has 5 suits"),
        ("N:AKQJT98765432.A.. .K.. .Q.. .J..", "has 14 cards: 13 are the most"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(text, says):
    with pytest.raises(cp.InputError, match=says.replace(".", r"\.")):
        read_deal(text)


@pytest.mark.parametrize(
    ("deal", "table", "says"),
    [
        ("N:A... K2... Q3... J4...", "", "north has 1 cards, 2 are expected"),
        ("N:A... K... Q... J...", "S2", "north has 1 cards, 2 are expected"),
        ("N:A... K... .2.. J3...", "S2 S2", "the card S2 is on the table and somewhere else"),
        ("N:A... K... .2.. J...", "SA", "the card SA is on the table and somewhere else"),
        ("N:A3... K4... .2.. J...", "S2 H3", "west cannot have played H3: the hand has spades"),
        ("N:A... K... Q... J...", "S2 S3 S4 S5", "at most three cards"),
        ("N:... ... ... ...", "", "the hands are empty"),
        ("N:A... K... Q... J...", "1S", "'1S' is not a card"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(deal, table, says):
    with pytest.raises(cp.InputError, match=says):
        cp.double_dummy(deal, leader="S", table=table)


def test_unknown_denominations_and_seats_are_refused():
    with pytest.raises(cp.InputError, match="'X' is not a denomination: write S, H, D, C or NT"):
        cp.double_dummy("N:A... K... Q... J...", trump="X")
    with pytest.raises(cp.InputError, match="'left' is not a seat"):
        cp.double_dummy("N:A... K... Q... J...", leader="left")
