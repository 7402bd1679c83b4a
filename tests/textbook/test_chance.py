"""Expectiminimax weights by probability, once; Star decides the same at no more ends."""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from trees import CHANCE, Tree, random_trees

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.minimax import minimax
from counterplay.textbook.star import star

DICE = Tree([{"chance": [[0.9, 2], [0.1, 3]]}, {"chance": [[0.9, 1], [0.1, 4]]}])


@cache
def trees() -> list[Tree]:
    return random_trees(300, seed=12, deepest=6, chance=0.3)


def exact(tree: Tree) -> Tree:
    """The tree with probabilities as fractions, so that no rounding hides a difference."""
    tree.odds = [
        [Fraction(p).limit_denominator(100) for p in odds]  # type: ignore[misc]
        for odds in tree.odds
    ]
    return tree


def largest(tree: Tree) -> float:
    return max(abs(payoffs[0]) for payoffs in tree.payoffs if payoffs) + 1


def reference(tree: Tree, s: int, max_player: int, left: int = 99) -> Any:
    if tree.terminal(s):
        return tree.utility(s, max_player)
    if left == 0:
        return tree.evaluate(s, max_player)
    if tree.player(s) == CHANCE:
        pairs = tree.chance(s)
        return sum(p * reference(tree, tree.result(s, r), max_player, left - 1) for r, p in pairs)
    values = [reference(tree, tree.result(s, a), max_player, left - 1) for a in tree.actions(s)]
    return max(values) if tree.player(s) == max_player else min(values)


def test_expectiminimax_is_the_recurrence_on_random_trees() -> None:
    for tree in trees():
        found = expectiminimax(tree, 0)
        assert found.value == reference(tree, 0, tree.player(0))
        assert found.value == reference(tree, tree.result(0, found.move), tree.player(0))
        for depth in (1, 2, 3):
            found = expectiminimax(tree, 0, depth=depth, evaluate=tree.evaluate)
            assert found.value == reference(tree, 0, tree.player(0), depth)


def test_the_probability_counts_once() -> None:
    """Some well-known code divides the weighted sum by the number of outcomes again."""
    found = expectiminimax(DICE, 0, trace=True)
    left = {v.path: v.value for v in found.trace if v.event == "leave"}
    assert left[0,] == pytest.approx(2.1) and left[1,] == pytest.approx(1.3)
    assert (found.move, found.evaluated) == (0, 4)
    assert found.value == pytest.approx(2.1)


def test_the_size_of_payoffs_matters_and_not_only_their_order() -> None:
    """1 2 3 4 becomes 1 20 30 400, and the other move is best."""
    other = Tree([{"chance": [[0.9, 20], [0.1, 30]]}, {"chance": [[0.9, 1], [0.1, 400]]}])
    assert expectiminimax(DICE, 0).move == 0
    assert expectiminimax(other, 0).move == 1
    assert expectiminimax(other, 0).value == pytest.approx(40.9)


def test_without_chance_it_is_minimax() -> None:
    for tree in random_trees(500, seed=3):
        ours, theirs = expectiminimax(tree, 0), minimax(tree, 0)
        assert (ours.move, ours.value, ours.nodes) == (theirs.move, theirs.value, theirs.nodes)


@pytest.mark.parametrize("probe", [False, True])
def test_star_decides_as_expectiminimax_exactly_and_looks_at_no_end_twice(probe: bool) -> None:
    total: Counter[str] = Counter()
    for tree in map(exact, random_trees(300, seed=13, deepest=5, chance=0.3)):
        wanted, bound = expectiminimax(tree, 0), largest(tree)
        for b in (bound, max(bound - 1, 0.5)):  # loose, and as tight as can be
            found = star(tree, 0, lower=-b, upper=b, probe=probe, trace=True)
            assert (found.move, found.value) == (wanted.move, wanted.value)
            ends = [v.path for v in found.trace if v.event == "leaf"]
            assert len(ends) == len(set(ends)) == found.evaluated <= wanted.evaluated
        total["star"] += found.evaluated
        total["plain"] += wanted.evaluated
    assert total["star"] < 0.7 * total["plain"]


@pytest.mark.parametrize("probe", [False, True])
def test_star_with_ordinary_numbers_differs_by_rounding_at_most(probe: bool) -> None:
    for tree in trees():
        bound = largest(tree)
        for depth in (2, None):
            options: dict[str, Any] = {"depth": depth, "evaluate": lambda s, p: 0.5}
            found = star(tree, 0, lower=-bound, upper=bound, probe=probe, **options)
            wanted = expectiminimax(tree, 0, **options)
            assert found.value == pytest.approx(wanted.value, abs=1e-9)


def test_tighter_bounds_cut_more() -> None:
    counts = [
        sum(star(t, 0, lower=-b, upper=b).evaluated for t in random_trees(300, 5, 6, chance=0.3))
        for b in (21, 100, 10_000)
    ]
    assert counts[0] < counts[1] <= counts[2]


def test_star_without_chance_sees_no_more_ends_than_alphabeta() -> None:
    for tree in random_trees(500, seed=4):
        bound = largest(tree)
        found = star(tree, 0, lower=-bound, upper=bound)
        assert (found.move, found.value) == (alphabeta(tree, 0).move, alphabeta(tree, 0).value)
        assert found.evaluated == alphabeta(tree, 0).evaluated


def test_star1_cuts_an_outcome_that_cannot_matter() -> None:
    """The first move earns 2. The second: at most 0.5 * -10 + 0.5 * 10 = 0 after one outcome."""
    tree = Tree([2, {"chance": [[0.5, -10], [0.5, 10]]}])
    found = star(tree, 0, lower=-10, upper=10, trace=True)
    assert (found.move, found.value, found.evaluated, found.pruned) == (0, 2, 2, 1)
    assert [v.path for v in found.trace if v.event == "prune"] == [(1, 1)]
    assert found.trace[-3].note == "at most 0.0, and alpha is 2"


def test_star2_probes_one_reply_to_each_outcome_first() -> None:
    """Two replies of MIN, -4 and -2, show that the second move is worth -3 at most."""
    tree = Tree([2, {"chance": [[0.5, [-4, 9, 9, 9]], [0.5, [-2, 9, 9, 9]]]}])
    plain = star(tree, 0, lower=-10, upper=10)
    probed = star(tree, 0, lower=-10, upper=10, probe=True)
    assert plain.value == probed.value == 2
    assert (plain.evaluated, probed.evaluated) == (6, 3)


@pytest.mark.parametrize("algorithm", [expectiminimax, star])
def test_bad_questions_are_refused_with_a_sentence(algorithm: Any) -> None:
    import counterplay as cp

    with pytest.raises(ValueError, match="depth=0"):
        algorithm(DICE, 0, depth=0)
    with pytest.raises(ValueError, match="over"):
        algorithm(Tree(1), 0)
    with pytest.raises(ValueError, match="chance moves here"):
        algorithm(Tree({"chance": [[1.0, [1]]]}), 0)
    three = cp.load("tree", tree=[{"payoffs": [1, 2, 3]}])
    with pytest.raises(ValueError, match="has 3"):
        algorithm(three, three.initial())
    dice = cp.load("tree", tree=[{"chance": [[0.5, 1], [0.5, 0]]}, 0])
    assert algorithm(dice, dice.initial()).value == 0.5


def test_star_says_when_a_payoff_is_outside_the_bounds() -> None:
    with pytest.raises(ValueError, match="worth 2, outside lower=-1 and upper=1"):
        star(DICE, 0)
    with pytest.raises(ValueError, match="lower=3 is not below upper=3"):
        star(DICE, 0, lower=3, upper=3)
