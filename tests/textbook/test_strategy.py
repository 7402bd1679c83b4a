"""The contingent strategy earns the minimax value, and more from an opponent who errs."""

import itertools
import random
from typing import Any

import pytest
from trees import Tree, random_trees

from counterplay.textbook.minimax import minimax
from counterplay.textbook.strategy import Plan, earns, strategy
from counterplay.textbook.tictactoe import TicTacToe

FIGURE = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def test_the_plan_of_the_figure_has_one_move_and_an_end_for_each_reply() -> None:
    plan = strategy(FIGURE, 0)
    assert (plan.kind, plan.move, plan.value, plan.ends) == ("max", 0, 3, 3)
    replies = plan.next[0]
    assert (replies.kind, replies.move) == ("min", None)
    assert [end.value for end in replies.next.values()] == [3, 12, 8]


def test_it_earns_3_from_the_best_reply_and_12_from_the_worst() -> None:
    plan = strategy(FIGURE, 0)
    assert [earns(plan, lambda s, moves, i=i: moves[i]) for i in range(3)] == [3, 12, 8]


def test_against_any_opponent_it_earns_the_minimax_value_at_least() -> None:
    for number, tree in enumerate(random_trees(500, seed=51)):
        plan = strategy(tree, 0)
        assert (plan.move, plan.value) == (minimax(tree, 0).move, minimax(tree, 0).value)
        for seed in range(5):
            assert earns(plan, at_random(seed + number)) >= plan.value
        assert earns(plan, at_best(tree)) == plan.value


def at_random(seed: int) -> Any:
    dice = random.Random(seed)
    return lambda s, moves: dice.choice(moves)


def at_best(tree: Tree) -> Any:
    """The opponent who makes no errors."""
    return lambda s, moves: max(moves, key=lambda move: minimax_for(tree, tree.result(s, move)))


def minimax_for(tree: Tree, s: int) -> float:
    """What a state is worth to the player who is not MAX at the root."""
    root = tree.player(0)
    if tree.terminal(s):
        return -tree.utility(s, root)
    return minimax(tree, s).value * (1 if tree.player(s) != root else -1)


def test_every_reply_has_its_answer_and_every_own_node_one_move() -> None:
    def check(tree: Tree, plan: Plan) -> None:
        moves = tree.actions(plan.state)
        wanted = {"end": 0, "max": 1, "min": len(moves)}[plan.kind]
        assert len(plan.next) == wanted
        for move, after in plan.next.items():
            assert after.state == tree.result(plan.state, move)
            check(tree, after)

    for tree in random_trees(300, seed=52):
        check(tree, strategy(tree, 0))


def test_a_uniform_tree_is_provided_for_by_the_square_root_of_its_ends() -> None:
    numbers = itertools.count()

    def grow(left: int) -> Any:
        return [grow(left - 1) for _ in range(3)] if left else next(numbers) % 7

    assert strategy(Tree(grow(4)), 0).ends == 3**2


def test_tictactoe_is_never_lost_by_the_plan() -> None:
    game = TicTacToe()
    plan = strategy(game, "X...O....")
    paid = [earns(plan, at_random(seed)) for seed in range(200)]
    assert plan.value == 0
    assert min(paid) == 0 and max(paid) == 1


def test_an_ended_game_has_nothing_to_plan() -> None:
    with pytest.raises(ValueError, match="over"):
        strategy(Tree(1), 0)
