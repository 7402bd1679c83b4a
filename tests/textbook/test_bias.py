"""The biasing factor makes evaluations after an odd and an even number of plies comparable."""

from typing import Any

import pytest
from trees import Tree, backed_up, best_moves, random_trees

from counterplay.textbook.bias import biased, measure_bias
from counterplay.textbook.hminimax import hminimax
from counterplay.textbook.minimax import minimax

# The exchange behind the second move is not over after one ply, so it is searched one further.
# Having just moved is worth 2 to the evaluation; the second line is better by 1.
UNEVEN = Tree(
    [
        {"guess": 0 + 2, "children": [0]},
        {"guess": 1 + 2, "children": [{"guess": 1 - 2, "children": [1]}]},
    ]
)
LONG = UNEVEN.result(0, 1)


def until_quiet(s: Any, d: int) -> bool:
    return bool(s != LONG)


def test_without_a_bias_the_search_prefers_a_line_that_ends_at_an_odd_depth() -> None:
    found = biased(UNEVEN, 0, evaluate=UNEVEN.evaluate, cutoff=until_quiet)
    assert (found.move, found.value) == (0, 2)


def test_with_the_bias_it_prefers_the_better_line() -> None:
    found = biased(UNEVEN, 0, evaluate=UNEVEN.evaluate, cutoff=until_quiet, bias=2)
    assert (found.move, found.value) == (1, 1)


def test_the_bias_is_added_at_even_depths_and_subtracted_at_odd_ones() -> None:
    tree = Tree([[[[0]]]])
    values = [biased(tree, 0, depth=d, bias=7).value for d in (1, 2, 3)]
    assert values == [-7, 7, -7]


def test_who_moved_last_counts_where_players_do_not_alternate() -> None:
    tree = Tree({"player": 0, "children": [{"player": 0, "children": [[0]]}]})
    assert [biased(tree, 0, depth=d, bias=7).value for d in (1, 2)] == [-7, -7]


def test_payoffs_are_not_biased() -> None:
    for tree in random_trees(300, seed=1):
        found, exact = biased(tree, 0, bias=3), minimax(tree, 0)
        assert (found.move, found.value) == (exact.move, exact.value)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_to_a_depth_without_bias_it_is_what_the_reference_backs_up(depth: int) -> None:
    for tree in random_trees(500, seed=depth):
        found = biased(tree, 0, depth=depth, evaluate=tree.evaluate)
        assert found.value == backed_up(tree, 0, tree.player(0), depth)
        assert found.move == best_moves(tree, 0, depth)[0]


def test_where_all_leaves_lie_at_one_depth_the_bias_changes_no_move() -> None:
    for tree in random_trees(500, seed=5, early=0.0, again=0.0):
        plain = hminimax(tree, 0, depth=1, evaluate=tree.evaluate)
        found = biased(tree, 0, depth=1, evaluate=tree.evaluate, bias=4)
        assert found.move == plain.move


def test_the_bias_is_half_of_what_a_move_adds() -> None:
    """Having moved is worth 2, not having moved -2: a move adds 4 to who makes it."""
    assert measure_bias(UNEVEN, [LONG], UNEVEN.evaluate) == 2
    with pytest.raises(ValueError, match="nothing to measure"):
        measure_bias(Tree([1, 2]), [0], UNEVEN.evaluate)


def test_a_depth_and_a_cutoff_test_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="not both"):
        biased(UNEVEN, 0, depth=1, cutoff=until_quiet)
