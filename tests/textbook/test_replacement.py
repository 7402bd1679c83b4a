"""A table of bounded size keeps what its policy says, and no policy changes a value."""

import random
from typing import Any

import pytest

from counterplay.experiments.figures.small_games import Nim, Row
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.hminimax import hminimax
from counterplay.textbook.replacement import POLICIES, Entry, TranspositionTable
from counterplay.textbook.transposition import transposition


def entry(remaining: float, value: float = 0) -> Entry:
    return Entry(value, "exact", remaining, None)


def one_place(policy: str) -> TranspositionTable:
    return TranspositionTable(2 if policy == "two_tier" else 1, policy)


def kept(policy: str, *searches: list[tuple[str, int]]) -> list[str]:
    """The states that are still there after searches that store states with remaining plies."""
    table = one_place(policy)
    for stored in searches:
        table.new_search()
        for state, remaining in stored:
            table.put(state, entry(remaining))
    return [state for state in "abc" if table.get(state)]


def test_each_policy_keeps_its_own() -> None:
    deep_then_shallow = [("a", 5), ("b", 1)]
    assert kept("always", deep_then_shallow) == ["b"]
    assert kept("depth", deep_then_shallow) == ["a"]
    assert kept("age", deep_then_shallow) == ["a"]
    assert kept("two_tier", deep_then_shallow) == ["a", "b"]
    assert kept("depth", [("a", 5)], [("b", 1)]) == ["a"]
    assert kept("age", [("a", 5)], [("b", 1)]) == ["b"]
    assert kept("depth", [("a", 1), ("b", 5)]) == ["b"]
    assert kept("two_tier", [("a", 5), ("b", 1), ("c", 2)]) == ["a", "c"]
    assert kept("two_tier", [("a", 1), ("b", 5)]) == ["a", "b"]  # a moves to the second entry


@pytest.mark.parametrize("policy", POLICIES)
def test_a_table_never_holds_more_than_its_size_and_returns_what_was_stored(policy: str) -> None:
    dice, table, last = random.Random(3), TranspositionTable(16, policy), {}
    for _ in range(3000):
        key, stored = dice.randrange(200), entry(dice.randrange(9), dice.random())
        table.put(key, stored)
        last[key] = stored
        found = table.get(dice.randrange(200))
        assert found is None or found in last.values()
    assert len(table) == 16 and table.replaced > 0


@pytest.mark.parametrize("policy", POLICIES)
def test_no_size_and_no_policy_changes_the_value(policy: str) -> None:
    game = Nim(2, 3, 3)
    value = alphabeta(game, game.root).value
    for size in (2, 7, 50, 1000):
        assert transposition(game, game.root, size=size, policy=policy).value == value
    row = Row(4, 4, 4, fall=True)
    expected = hminimax(row, row.root, depth=4, evaluate=row.evaluate).value
    for size in (2, 64):
        found = transposition(
            row, row.root, depth=4, evaluate=row.evaluate, size=size, policy=policy
        )
        assert found.value == expected


def test_a_larger_table_saves_more_and_a_kept_one_answers_at_once() -> None:
    game = Nim(3, 4, 5)
    nodes = [transposition(game, game.root, size=size).nodes for size in (2, 64, 100_000)]
    assert nodes == sorted(nodes, reverse=True) and nodes[0] > 2 * nodes[-1]
    table = TranspositionTable()
    transposition(game, game.root, table=table)
    assert transposition(game, game.root, table=table).nodes == 1 and table.searches == 2


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"size": 0}, "size=0: a table by two_tier has at least 2 entries"),
        ({"policy": "lru"}, "policy=lru: choose from always, depth, age, two_tier"),
        ({"size": 5, "table": TranspositionTable()}, "give a table or a size, not both"),
    ],
)
def test_bad_options_are_refused(options: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        transposition(Nim(1), Nim(1).root, **options)
