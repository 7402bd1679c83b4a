"""Fail-hard alpha-beta decides as fail-soft does, and no value of it leaves the window."""

import pytest
from trees import Tree, random_trees

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.failhard import alphabeta_hard
from counterplay.textbook.minimax import minimax

FIGURE = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def test_it_leaves_out_two_ends_of_the_figure() -> None:
    decision = alphabeta_hard(FIGURE, 0)
    assert (decision.move, decision.value) == (0, 3)
    assert (decision.nodes, decision.evaluated, decision.pruned) == (11, 7, 2)


def test_move_value_and_work_are_those_of_fail_soft() -> None:
    for tree in random_trees(600, seed=1):
        exact, soft, hard = minimax(tree, 0), alphabeta(tree, 0), alphabeta_hard(tree, 0)
        assert (hard.move, hard.value) == (exact.move, exact.value)
        assert (hard.nodes, hard.evaluated, hard.pruned) == (
            soft.nodes,
            soft.evaluated,
            soft.pruned,
        )


def test_what_a_node_says_of_itself_lies_in_its_window() -> None:
    for tree in random_trees(300, seed=2):
        for visit in alphabeta_hard(tree, 0, trace=True).trace:
            if visit.event == "leave":
                assert visit.alpha is not None
                assert visit.beta is not None
                assert visit.alpha <= visit.value <= visit.beta


def test_fail_soft_may_say_more() -> None:
    tree = Tree([[3], [1, 9]])
    left = [
        {v.path: v.value for v in search(tree, 0, trace=True).trace if v.event == "leave"}
        for search in (alphabeta, alphabeta_hard)
    ]
    assert (left[0][1,], left[1][1,]) == (1, 3)  # "at most 1" and "at most 3"


def test_a_node_worth_just_alpha_is_cut_off() -> None:
    decision = alphabeta_hard(Tree([[3, 5], [3, 0], [3]]), 0)
    assert (decision.move, decision.value, decision.pruned) == (0, 3, 1)


def test_an_ended_game_has_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="over"):
        alphabeta_hard(Tree(5), 0)
