"""Cards and their text."""

import pytest

import counterplay as cp
from counterplay.games.poker.cards import DECK, card_text, cards_text, read_card, read_cards


def test_every_card_is_read_as_it_is_written():
    assert [read_card(card_text(card)) for card in range(DECK)] == list(range(DECK))


def test_cards_are_read_with_and_without_spaces():
    assert cards_text(read_cards("AsKd 10h,2C")) == "AsKdTh2c"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1s", "not a card"),
        ("Ax", "not a card"),
        ("A", "not a card"),
        ("AsKdAs", "As occurs twice"),
    ],
)
def test_what_is_no_deck_of_cards_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(cp.InputError, match=sentence):
        read_cards(text)
