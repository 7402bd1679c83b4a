"""Equities by enumeration, beside published counts and hands compared one by one."""

from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

import counterplay as cp
from counterplay.games.poker.cards import HANDS, cards_text, read_cards
from counterplay.games.poker.equity import Equity, meetings, preflop_equities
from counterplay.games.poker.hands import load_tables, strength_of
from counterplay.games.poker.ranges import BY_CLASS, read_range

TABLES = load_tables()
DECK = range(52)


def counted(first, second, board):
    """Wins, ties and deals, hand by hand and table by table."""
    found = [0, 0, 0]
    for mine, theirs in product(first, second):
        if len({*mine, *theirs, *board}) < 4 + len(board):
            continue
        left = [card for card in DECK if card not in (*mine, *theirs, *board)]
        for more in combinations(left, 5 - len(board)):
            pair = [strength_of((*hand, *board, *more), TABLES) for hand in (mine, theirs)]
            found[0] += pair[0] > pair[1]
            found[1] += pair[0] == pair[1]
            found[2] += 1
    return Equity(*found)


def test_hands_meet_as_often_as_they_are_dealt():
    found = cp.equity("AsAh", "7c2d")
    assert found.deals == 1_712_304
    assert found.turned().turned() == found


def test_all_kinds_of_hands_against_any_are_what_another_program_counts():
    """The counts are by a program in C++ that goes through all tables and opponents."""
    found = preflop_equities()
    lines = (Path(__file__).parents[2] / "data" / "preflop_equities.csv").read_text().split()
    assert len(lines) == len(found) == 169
    for kind, wins, ties, deals, _ in (line.split(",") for line in lines):
        assert found[kind] == Equity(int(wins), int(ties), int(deals))


@pytest.mark.parametrize("table", [5, 4])
def test_ranges_meet_as_their_hands_do_one_by_one(table):
    dice = Random(table)
    for _ in range(8 if table == 5 else 2):
        board = dice.sample(DECK, table)
        first, second = (dice.sample(HANDS, 12) for _ in range(2))
        found = meetings(first, second, board)
        wins = Equity(*(int(found[name].sum()) for name in ("wins", "ties", "total")))
        assert wins == counted(first, second, board)


def test_large_ranges_are_swept_with_the_same_counts():
    board = read_cards("QhJh2c7s7d")
    hands = [hand for hand in HANDS if not set(hand) & set(board)]
    swept = meetings(hands, hands, board)
    assert set(swept["total"].tolist()) == {990}  # all hands of the other 45 cards
    assert swept["wins"].sum() * 2 + swept["ties"].sum() == swept["total"].sum()
    for i in Random(1).sample(range(len(hands)), 5):
        alone = counted([hands[i]], hands, board)
        assert tuple(swept[i].item()) == (alone.wins, alone.ties, alone.deals)


def test_a_hand_of_a_kind_is_worth_as_much_as_its_kind():
    one, all_of_them = cp.equity("AhKh", "QQ+"), cp.equity("AKs", "QQ+")
    assert one.share == pytest.approx(all_of_them.share, abs=1e-12)
    assert cp.equity("QQ+", "AhKh") == one.turned()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("AA", 6), ("AKs", 4), ("AKo", 12), ("AK", 16), ("QQ+", 18), ("ATs+", 16), ("KTo+", 36),
        ("A5s-A2s", 16), ("22-66", 30), ("T9s-76s", 16), ("AsKd", 1), ("random", 1326),
        ("QQ+,QQ,AA", 18), ("aks, 10h9h", 5),
    ],
)  # fmt: skip
def test_ranges_have_as_many_hands_as_players_say(text, number):
    assert len(read_range(text)) == number


def test_there_are_169_kinds_of_hands():
    assert len(BY_CLASS) == 169 and sum(map(len, BY_CLASS.values())) == len(HANDS)
    assert {cards_text(sorted(hand)) for hand in BY_CLASS["22"]} >= {"2c2d", "2h2s"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("AsKx",), "'Kx' is not a card"),
        (("AsAs",), "As occurs twice"),
        (("AsKs", "QdQh", "2c3c"), "has 2 cards"),
        (("AsKs", "QdQh", "2c3c4c5c6c7c"), "has 6 cards"),
        (("AsKs", "QdQh", "As2c3c"), "As is on the table and in AsKs"),
        (("AsKs", "AsQs"), "cannot meet"),
        (("AKz",), "is not a part of a range"),
        (("QQ-AKs",), "from one kind of hand to another"),
        (("",), "has no hands"),
    ],
)
def test_bad_input_is_one_sentence(arguments, sentence):
    with pytest.raises(cp.InputError, match=sentence):
        cp.equity(*arguments)
