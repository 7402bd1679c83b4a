"""H-minimax backs up evaluations from where the cutoff test stops it, and payoffs from ends."""

from typing import Any

import pytest
from trees import Tree, backed_up, best_moves, random_trees

from counterplay.textbook.hminimax import hminimax
from counterplay.textbook.minimax import minimax


def test_without_a_limit_it_is_minimax() -> None:
    for tree in random_trees(300, seed=1):
        exact, found = minimax(tree, 0), hminimax(tree, 0)
        assert (found.move, found.value) == (exact.move, exact.value)
        assert (found.nodes, found.evaluated) == (exact.nodes, exact.evaluated)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_to_a_depth_it_is_what_the_reference_backs_up(depth: int) -> None:
    for tree in random_trees(500, seed=depth):
        found = hminimax(tree, 0, depth=depth, evaluate=tree.evaluate)
        assert found.value == backed_up(tree, 0, tree.player(0), depth)
        assert found.move == best_moves(tree, 0, depth)[0]


def test_the_horizon_is_worth_nothing_without_an_evaluation() -> None:
    assert hminimax(Tree([[5], -1]), 0, depth=1).value == 0


def test_an_end_is_never_guessed() -> None:
    """The evaluation of a `Tree` refuses ends; here it would also lose the won game."""
    tree = Tree([1, {"guess": 9, "children": [-1]}])
    assert hminimax(tree, 0, depth=2, evaluate=tree.evaluate).move == 0


def test_the_cutoff_test_may_be_any_function_of_state_and_depth() -> None:
    tree = Tree([{"guess": 4, "children": [-9]}, {"guess": 2, "children": [3]}])

    def only_the_first(s: Any, d: int) -> bool:
        assert d == 1
        return bool(s == tree.result(0, 0))

    found = hminimax(tree, 0, evaluate=tree.evaluate, cutoff=only_the_first)
    assert (found.move, found.value) == (0, 4)
    found = hminimax(tree, 0, evaluate=tree.evaluate, cutoff=lambda s, d: False)
    assert (found.move, found.value) == (1, 3)


def test_the_root_is_not_cut_off() -> None:
    tree = Tree([[1], [2]])
    assert hminimax(tree, 0, cutoff=lambda s, d: True).move == 0


def test_bad_depths_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="depth=0: search at least one ply"):
        hminimax(Tree([1, 2]), 0, depth=0)
    with pytest.raises(ValueError, match="not both"):
        hminimax(Tree([1, 2]), 0, depth=1, cutoff=lambda s, d: True)
