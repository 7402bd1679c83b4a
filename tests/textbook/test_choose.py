"""A move comes from the book, the table or the search, and says from which."""

from math import isnan
from typing import Any

import pytest
from trees import Tree, backed_up, best_moves, random_trees

import counterplay as cp
from counterplay.textbook.choose import choose_move
from counterplay.textbook.minimax import minimax

NIM = cp.load("nim", piles=(2, 2))


def endgames(game: Any, s: Any, table: dict[Any, float]) -> dict[Any, float]:
    """Every state after s that is not over, with its value for the player to move."""
    for move in game.actions(s):
        child = game.result(s, move)
        if not game.terminal(child) and child not in table:
            table[child] = backed_up(game, child, game.player(child))
            endgames(game, child, table)
    return table


def test_a_state_in_the_book_is_not_searched() -> None:
    choice = choose_move(NIM, NIM.initial(), book={NIM.initial(): NIM.actions(NIM.initial())[1]})
    assert (choice.move, choice.source) == (NIM.actions(NIM.initial())[1], "book")
    assert isnan(choice.value)
    assert choice.evaluated == 0


def test_a_book_move_that_is_not_legal_is_an_error() -> None:
    with pytest.raises(ValueError, match="book says 99, which is not a legal move"):
        choose_move(NIM, NIM.initial(), book={NIM.initial(): 99})


def test_outside_the_book_it_searches_to_the_end() -> None:
    for tree in random_trees(300, seed=1):
        choice = choose_move(tree, 0, evaluate=tree.evaluate, book={-1: 5})
        assert choice.value == minimax(tree, 0).value
        assert choice.move in best_moves(tree, 0)
        assert choice.source == "search"


def test_a_table_decides_where_it_knows_every_reply() -> None:
    for tree in random_trees(500, seed=2):
        table = endgames(tree, 0, {})
        choice = choose_move(tree, 0, endgame=table)
        assert choice.value == minimax(tree, 0).value
        assert choice.move in best_moves(tree, 0)
        assert choice.source == ("table" if table else "search")
        assert choice.nodes == 1 + len(tree.actions(0))


def test_a_table_of_part_of_the_game_makes_the_tree_smaller() -> None:
    game = cp.load("nim", piles=(2, 3, 2))
    s = game.initial()
    full = endgames(game, s, {})
    part = {state: v for state, v in full.items() if len(game.actions(state)) <= 4}
    without, with_part = choose_move(game, s), choose_move(game, s, endgame=part)
    assert with_part.value == without.value
    assert with_part.source == "search"
    assert with_part.nodes < without.nodes


def test_a_table_may_be_a_function_that_does_not_know_everything() -> None:
    tree = Tree([[[7, 8], 5], [6, [1]]])
    asked = tree.result(tree.result(0, 0), 0)
    choice = choose_move(tree, 0, endgame=lambda s: 100 if s == asked else None)
    assert (choice.move, choice.value) == (0, 5)


def test_the_root_is_decided_even_if_the_table_knows_it() -> None:
    choice = choose_move(NIM, NIM.initial(), endgame=lambda s: None if s != NIM.initial() else -1)
    assert choice.value == -1
    assert choice.move in NIM.actions(NIM.initial())


def test_payoffs_that_add_up_to_one_stay_so_in_the_table() -> None:
    class Halves(Tree):
        """1, ½ and 0 for a win, a draw and a loss."""

        class facts:  # noqa: N801
            players, total, chance = 2, 1, False

        def utility(self, s: int, p: int) -> float:
            return (self.payoffs[s][p] + 1) / 2

    tree = Halves([[0, 1], [-1]])
    table = {tree.result(0, 0): 0.5, tree.result(0, 1): 1.0}  # for the player to move: the second
    choice = choose_move(tree, 0, endgame=table)
    assert (choice.move, choice.value, choice.source) == (0, 0.5, "table")


def test_a_key_stands_for_the_state() -> None:
    tree = Tree([1, [2]])
    assert choose_move(tree, 0, book={"0": 1}, key=str).source == "book"
    assert choose_move(tree, 0, endgame={"2": -50}, key=str).value == 50


def test_limits_are_those_of_iterative_deepening() -> None:
    for tree in random_trees(300, seed=3):
        for depth in (1, 2):
            choice = choose_move(tree, 0, depth=depth, evaluate=tree.evaluate)
            assert choice.value == backed_up(tree, 0, tree.player(0), depth)
        assert choose_move(tree, 0, nodes=10).nodes <= 10
        assert choose_move(tree, 0, seconds=0).move in tree.actions(0)
    with pytest.raises(ValueError, match="depth=0"):
        choose_move(Tree([1, 2]), 0, depth=0)
