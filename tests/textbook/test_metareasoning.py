"""Metareasoning expands the nodes that can change the decision, and ends with that of minimax."""

import random
from math import erf, sqrt
from typing import Any

import pytest
from trees import Tree, best_moves, random_trees

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.metareasoning import Node, likelihood, metareasoning


def test_with_enough_nodes_the_move_is_one_of_minimax() -> None:
    for tree in random_trees(300, seed=5):
        found = metareasoning(tree, 0, evaluate=tree.evaluate, nodes=10**6, sigma=5)
        assert found.move in best_moves(tree, 0)


def test_it_stops_as_soon_as_nothing_can_change_the_decision() -> None:
    tree = Tree([[3, 12, 8], [2, [9, 9]]])
    found = metareasoning(tree, 0, nodes=10**6, sigma=5, trace=True)
    assert found.move == 0
    assert (1, 1) not in [v.path for v in found.trace if v.event == "open"]  # 2 is an end
    first = metareasoning(Tree([7, [{"guess": 3, "children": [1, 2]}]]), 0, worth=0.9)
    assert first.nodes == 3  # the root and its two children


def test_the_most_relevant_leaf_comes_first() -> None:
    """Move 0 leads by a little over move 1, and by far over move 2."""
    tree = Tree([{"guess": g, "children": [[g, g], [g, g]]} for g in (10, 9, -50)])
    found = metareasoning(tree, 0, evaluate=tree.evaluate, nodes=8, sigma=3, trace=True)
    opened = [visit.path for visit in found.trace if visit.event == "open"]
    assert opened[0] == () and set(opened[1:]) <= {(0,), (1,)}


def drawn(node: Node, dice: random.Random, sigma: float) -> float:
    """A value of the node if every open leaf has a normal error."""
    if not node.children:
        return node.value if node.ended else dice.gauss(node.value, sigma)
    values = [drawn(child, dice, sigma) for child in node.children]
    return max(values) if node.is_max else min(values)


def leaf(value: float, ended: bool = False) -> Node:
    return Node((), None, False, ended, value)


def test_the_likelihood_is_that_of_random_errors() -> None:
    """Exact where all leaves must change; where one is enough, at least that of the likeliest."""
    one = leaf(2)
    assert likelihood(one, 3, True, 2)[0] == pytest.approx(0.5 - erf(0.5 / sqrt(2)) / 2)
    both = Node((), None, False, False, 1, [leaf(1), leaf(2)])
    either = Node((), None, True, False, 2, [leaf(1), leaf(2)])
    dice = random.Random(1)
    samples = 20_000
    for node, exact in ((both, True), (either, False)):
        share = sum(drawn(node, dice, 2) > 3 for _ in range(samples)) / samples
        expected = likelihood(node, 3, True, 2)[0]
        assert share == pytest.approx(expected, abs=0.01) if exact else share > expected
    assert likelihood(leaf(2, ended=True), 3, True, 2) == (0, None)
    assert likelihood(leaf(2), 1, True, 2) == (1, None)


def test_nodes_are_counted_once_and_kept_to_the_budget() -> None:
    for tree in random_trees(200, seed=8):
        for nodes in (1, 5, 20):
            found = metareasoning(tree, 0, evaluate=tree.evaluate, nodes=nodes, sigma=5, trace=True)
            paths = {v.path for v in found.trace if v.event in ("open", "leaf")}
            assert found.nodes == len(paths)
            assert found.nodes < nodes + 5 or nodes == 1  # at most one expansion beyond


def test_an_end_is_not_evaluated_and_alphabeta_agrees() -> None:
    tree = Tree([[1, 2], [3, [5, 4]]])
    found = metareasoning(tree, 0, nodes=100)
    assert (found.move, alphabeta(tree, 0).move) == (1, 1)


@pytest.mark.parametrize("options", [{"nodes": 0}, {"sigma": 0}, {"worth": 1}])
def test_bad_options_are_refused(options: Any) -> None:
    with pytest.raises(ValueError, match="give at least one node"):
        metareasoning(Tree([1, 2]), 0, **options)
