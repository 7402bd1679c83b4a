"""Sorted moves change the work of alpha-beta, not its value."""

import random
from typing import Any

import pytest
from trees import Tree, backed_up, best_moves, random_trees

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.minimax import minimax
from counterplay.textbook.ordering import ordered


def test_value_and_move_are_exact() -> None:
    for tree in random_trees(500, seed=1):
        found = ordered(tree, 0, evaluate=tree.evaluate)
        assert found.value == minimax(tree, 0).value
        assert found.move in best_moves(tree, 0)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_to_a_depth_it_is_what_the_reference_backs_up(depth: int) -> None:
    for tree in random_trees(500, seed=depth):
        found = ordered(tree, 0, depth=depth, evaluate=tree.evaluate)
        assert found.value == backed_up(tree, 0, tree.player(0), depth)
        assert found.move in best_moves(tree, 0, depth)


def test_children_come_best_first_for_max_and_worst_first_for_min() -> None:
    def state(guess: int, *ends: int) -> dict[str, Any]:
        return {"guess": guess, "children": list(ends)}

    tree = Tree([state(1, 7, 5, 6), state(3, 8, 9, 7), 2])
    opened = [v for v in ordered(tree, 0, evaluate=tree.evaluate, trace=True).trace if v.moves]
    assert [(v.kind, v.moves) for v in opened] == [
        ("max", (1, 2, 0)),
        ("min", (2, 0, 1)),
        ("min", (1, 2, 0)),
    ]


@pytest.mark.parametrize(("depth", "width"), [(2, 3), (3, 3), (4, 3), (5, 2), (6, 2)])
def test_a_perfect_evaluation_gives_the_fewest_leaves(depth: int, width: int) -> None:
    """b^ceil(m/2) + b^floor(m/2) - 1 of them (Knuth and Moore)."""
    rng = random.Random(depth)

    def grow(left: int) -> Any:
        return [grow(left - 1) for _ in range(width)] if left else rng.random()

    tree = Tree(grow(depth))
    least = width ** ((depth + 1) // 2) + width ** (depth // 2) - 1
    assert ordered(tree, 0, evaluate=lambda s, p: backed_up(tree, s, p)).evaluated == least
    assert alphabeta(tree, 0).evaluated > least


def test_equal_children_stay_in_the_order_of_the_game() -> None:
    assert ordered(Tree([[2], [2], [2]]), 0, depth=1).move == 0


def test_a_depth_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="depth=-1: search at least one ply"):
        ordered(Tree([1, 2]), 0, depth=-1)
