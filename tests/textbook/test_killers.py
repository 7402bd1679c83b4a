"""Killer moves change the order in which moves are tried, and nothing else."""

import random
from typing import Any

import pytest
from trees import Tree, backed_up, best_moves, random_trees

import counterplay as cp
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.killers import killers
from counterplay.textbook.minimax import minimax


def test_value_and_move_are_exact() -> None:
    for number, tree in enumerate(random_trees(600, seed=1)):
        found = killers(tree, 0, slots=number % 4)
        assert found.value == minimax(tree, 0).value
        assert found.move in best_moves(tree, 0)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_to_a_depth_it_is_what_the_reference_backs_up(depth: int) -> None:
    for tree in random_trees(500, seed=depth):
        found = killers(tree, 0, depth=depth, evaluate=tree.evaluate)
        assert found.value == backed_up(tree, 0, tree.player(0), depth)
        assert found.move in best_moves(tree, 0, depth)


THREAT = Tree(
    [
        [5],
        {"children": {"a": 7, "b": 6, "threat": 1}},
        {"children": {"a": 8, "b": 9, "threat": 2}},
        {"children": {"b": 8, "threat": 3, "c": 9}},
    ]
)


def test_the_refutation_of_one_line_is_tried_first_in_the_next() -> None:
    opened = [v.moves for v in killers(THREAT, 0, trace=True).trace if v.kind == "min"]
    assert opened == [(0,), ("a", "b", "threat"), ("threat", "a", "b"), ("threat", "b", "c")]
    assert killers(THREAT, 0).evaluated == 1 + 3 + 1 + 1
    assert alphabeta(THREAT, 0).evaluated == 1 + 3 + 3 + 2


def test_no_slots_are_no_killers() -> None:
    assert killers(THREAT, 0, slots=0).evaluated == alphabeta(THREAT, 0).evaluated


def test_killers_save_work_where_the_same_threats_remain() -> None:
    """Each move of the game has one worth, wherever it is made: good here, good there."""
    saved = 0
    for seed in range(30):
        rng = random.Random(seed)
        worth = {name: rng.randint(-20, 20) for name in "abcdefgh"}

        def grow(sign: int, total: int, left: int, worth: Any = worth, rng: Any = rng) -> Any:
            if left == 0:
                return total
            names = rng.sample(sorted(worth), 4)
            return {"children": {n: grow(-sign, total + sign * worth[n], left - 1) for n in names}}

        tree = Tree(grow(1, 0, 5))
        saved += alphabeta(tree, 0).nodes - killers(tree, 0).nodes
    assert saved > 0


def test_a_built_in_game_has_the_value_of_alphabeta() -> None:
    game = cp.load("nim", piles=(1, 2, 3))
    assert killers(game, game.initial()).value == alphabeta(game, game.initial()).value
