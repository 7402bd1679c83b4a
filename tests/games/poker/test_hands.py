"""The strength of hands, beside an evaluator of five cards that is written another way."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from counterplay.games.poker.hands import (
    CATEGORIES,
    FIRST_STRENGTHS,
    STRONGEST,
    category_of,
    load_tables,
    strength_of,
)
from counterplay.games.poker.make_tables import make_tables

TABLES = load_tables()


def worth(cards):
    """The category and ranks of five cards, as poker players compare them."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    groups = sorted(Counter(ranks).items(), key=lambda pair: (-pair[1], -pair[0]))
    shape = tuple(count for _, count in groups)
    is_straight = shape == (1,) * 5 and ranks[0] - ranks[4] == 4
    is_flush = len({card % 4 for card in cards}) == 1
    if is_straight or is_flush:
        category = 8 if is_straight and is_flush else 5 if is_flush else 4
    else:
        shapes = [(1,) * 5, (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (), (), (3, 2), (4, 1)]
        category = shapes.index(shape)
    return category, [rank for rank, _ in groups]


def test_the_better_hand_of_five_is_the_stronger_one():
    dice, seen = Random(1), {}
    for _ in range(3_000):
        cards = dice.sample(range(52), 5)
        seen[strength_of(cards, TABLES)] = worth(cards)
    ordered = [seen[strength] for strength in sorted(seen)]
    assert ordered == sorted(ordered)
    assert len({str(hand) for hand in ordered}) == len(ordered) > 1_500
    assert all(CATEGORIES[seen[x][0]] == category_of(x) for x in seen)


@pytest.mark.parametrize("count", [6, 7])
def test_a_hand_is_as_strong_as_its_best_five_cards(count):
    dice = Random(count)
    for _ in range(400):
        cards = dice.sample(range(52), count)
        if dice.random() < 0.3:  # more flushes
            cards = dice.sample([c for c in range(52) if c % 4 < 2], count)
        best = max(combinations(cards, 5), key=worth)
        assert strength_of(cards, TABLES) == strength_of(best, TABLES)


def test_the_categories_have_the_published_numbers_of_hands():
    firsts = (*FIRST_STRENGTHS, STRONGEST + 1)
    sizes = [last - first for first, last in pairwise(firsts)]
    assert sizes == [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]


def test_the_tables_are_what_their_maker_makes():
    for stored, made in zip(TABLES, make_tables(), strict=True):
        assert np.array_equal(stored, made)
