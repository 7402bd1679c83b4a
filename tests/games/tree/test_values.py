"""The rules of a tree: values against a recursion of our own over the nodes of the tree."""

import random
from math import isclose

import counterplay as cp
from counterplay.games.tree import Tree, write_tree
from tests.games.tree.random_trees import random_tree


def value(tree: Tree, i: int = 0) -> float:
    """The value of a node for the first of two players with opposite payoffs."""
    node = tree.nodes[i]
    values = [value(tree, move.to) for move in node.moves]
    if not values:
        return node.payoffs[0]
    if node.player == cp.CHANCE:
        return sum(m.probability * v for m, v in zip(node.moves, values, strict=True))
    return max(values) if node.player == 0 else min(values)


def games(seed: int, chance: bool, count: int = 120):
    rng = random.Random(seed)
    for _ in range(count):
        tree = random_tree(rng, 2, chance)
        if tree.is_zero_sum and not (chance and tree.nodes[0].player == cp.CHANCE):
            yield tree, cp.load("tree", tree=write_tree(tree))


def test_every_exact_algorithm_finds_the_value_of_random_graphs() -> None:
    exact = [a for a in cp.textbook.ALGORITHMS.values() if a.exact and a.two_players]
    checked = 0
    for tree, game in games(1, chance=False):
        for algorithm in exact:
            bounds = {"lower": -9, "upper": 9} if algorithm.name == "star" else {}
            found = algorithm.function(game, game.initial(), **bounds)
            assert isclose(found.value, value(tree), abs_tol=1e-9), algorithm.name
            checked += 1
    assert checked > 1000


def test_expectiminimax_finds_the_value_of_random_graphs_with_chance() -> None:
    for tree, game in games(2, chance=True):
        found = cp.textbook.expectiminimax(game, game.initial())
        assert isclose(found.value, value(tree), abs_tol=1e-9)


def test_moves_have_the_same_number_wherever_they_have_the_same_label() -> None:
    text = "A\n  x: B\n    y: 1\n    x: 2\n  y: C\n    3\n    x: 4"
    game = cp.load("tree", tree=text)
    root = game.initial()
    x, y = game.actions(root)
    b, c = game.result(root, x), game.result(root, y)
    assert game.actions(b) == [y, x] and game.actions(c)[1] == x
    assert game.show_position(game.result(c, x)) == "root.2.2"
    assert game.utility(game.result(c, x), 0) == 4


def test_a_position_of_a_tree_is_a_name_or_a_path() -> None:
    game = cp.load("tree", tree="A\n  B\n    1\n    2\n  3")
    assert game.position("B").text == game.position("root.1").text == "B"
    assert game.position("root.1.2").state == game.position("startpos moves 1 2").state


def test_a_shared_node_is_one_state() -> None:
    game = cp.load("tree", tree="A\n  x: B\n    3\n    4\n  y: B")
    x, y = game.actions(game.initial())
    assert game.result(game.initial(), x) == game.result(game.initial(), y)


def test_noisy_moves_and_evaluations_are_those_of_the_tree() -> None:
    game = cp.load("tree", tree="A\n  B eval=-2.5\n    noisy: 3\n    4\n  5")
    b = game.position("B").state
    assert [bool(game.call("noisy", b, a)) for a in game.actions(b)] == [True, False]
    assert (game.evaluate_for(b, 0), game.evaluate_for(b, 1)) == (-2500, 2500)


def test_a_tree_without_evaluations_and_noisy_moves_has_no_evaluator_and_no_such_hook() -> None:
    plain = cp.load("tree", tree=[[3, 12], [2, 4]])
    assert plain.evaluator is None and "noisy" not in plain.functions
    assert cp.search(plain, depth=2).kind == "exact"


def test_the_engine_stops_at_the_evaluations_of_the_tree() -> None:
    game = cp.load("tree", tree="A\n  B eval=7\n    1\n    2\n  C eval=3\n    5\n    6")
    assert cp.search(game, depth=1).move_text == "1"
    assert cp.search(game, depth=4).move_text == "2"


def test_a_tree_without_opposite_payoffs_has_no_max_and_min() -> None:
    assert cp.load("tree", tree=[[1, 2], 3]).facts.names == ("MAX", "MIN")
    game = cp.load("tree", tree="A\n  400 600\n  900 100\n")
    assert game.facts.names == ("player 1", "player 2") and game.facts.total is None
