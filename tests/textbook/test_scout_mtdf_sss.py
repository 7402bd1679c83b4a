"""SCOUT, MTD(f) and SSS* decide as minimax does; what each looks at, beside alpha-beta."""

import random
from collections import Counter
from functools import cache
from math import inf
from typing import Any

import pytest
from trees import Tree, random_trees

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.minimax import minimax
from counterplay.textbook.mtdf import mtdf
from counterplay.textbook.scout import scout
from counterplay.textbook.sss import sss

ALL = [scout, mtdf, sss]


@cache
def trees() -> list[Tree]:
    return random_trees(500, seed=31, deepest=6)


def ends_seen(decision: Any) -> list[tuple[Any, ...]]:
    """The ends that were evaluated, once for each time."""
    seen = [v for v in decision.trace if v.event == "leaf" and "by the table" not in v.note]
    assert len(seen) == decision.evaluated
    return [visit.path for visit in seen]


def best_first(depth: int, width: int, value: int) -> Any:
    """A tree worth `value` whose mover's best move comes first at every node."""
    if depth == 0:
        return value
    worse = -1 if depth % 2 == 0 else 1  # MAX is to move at even depths
    return [best_first(depth - 1, width, value + worse * i) for i in range(width)]


@pytest.mark.parametrize("algorithm", ALL)
def test_value_and_first_best_move_are_those_of_minimax_on_random_trees(algorithm: Any) -> None:
    for tree in trees():
        wanted, found = minimax(tree, 0), algorithm(tree, 0)
        assert (found.move, found.value) == (wanted.move, wanted.value)


def test_mtdf_decides_the_same_from_any_first_guess() -> None:
    rng = random.Random(5)
    for tree in trees():
        wanted = minimax(tree, 0)
        for first in (-inf, inf, wanted.value, rng.uniform(-25, 25)):
            found = mtdf(tree, 0, first=first)
            assert (found.move, found.value) == (wanted.move, wanted.value)


@pytest.mark.parametrize("algorithm", ALL)
def test_at_the_horizon_the_evaluation_stands_in_and_true_ends_keep_their_payoff(
    algorithm: Any,
) -> None:
    def reference(tree: Tree, s: int, left: int) -> float:
        if tree.terminal(s):
            return tree.utility(s, 0)
        if left == 0:
            return tree.evaluate(s, 0)
        values = [reference(tree, tree.result(s, a), left - 1) for a in tree.actions(s)]
        return max(values) if tree.player(s) == 0 else min(values)

    for tree in random_trees(400, seed=7, deepest=5):
        if tree.player(0) == 0:
            for depth in (1, 2, 3):
                found = algorithm(tree, 0, depth=depth, evaluate=tree.evaluate)
                assert found.value == reference(tree, 0, depth)
        assert isinstance(algorithm(tree, 0, depth=1).value, (int, float))


def test_sss_and_mtdf_look_at_no_end_that_alphabeta_leaves_out() -> None:
    for i, tree in enumerate(trees()):
        looked_at = set(ends_seen(alphabeta(tree, 0, trace=True)))
        for found in (sss(tree, 0, trace=True), mtdf(tree, 0, trace=True, first=i % 41 - 20)):
            ends = ends_seen(found)
            assert len(ends) == len(set(ends))  # none twice
            assert set(ends) <= looked_at


def test_sss_looks_at_the_ends_that_mtdf_from_above_looks_at() -> None:
    """The equivalence of Plaat and others: SSS* is MT searches with a table, from +inf down."""
    for tree in trees():
        ours, theirs = sss(tree, 0, trace=True), mtdf(tree, 0, trace=True, first=inf)
        assert set(ends_seen(ours)) == set(ends_seen(theirs))


def test_scout_may_look_at_more_ends_than_alphabeta_and_at_fewer() -> None:
    compared: Counter[int] = Counter()
    for tree in trees():
        ours, theirs = scout(tree, 0).evaluated, alphabeta(tree, 0).evaluated
        compared[(ours > theirs) - (ours < theirs)] += 1
    assert compared[-1] > 0 and compared[0] > 0 and compared[1] > 0


@pytest.mark.parametrize("algorithm", ALL)
@pytest.mark.parametrize(("depth", "width"), [(2, 3), (4, 3), (6, 2)])
def test_with_best_moves_first_the_fewest_possible_ends_are_seen(
    algorithm: Any, depth: int, width: int
) -> None:
    tree = Tree(best_first(depth, width, 0))
    fewest = width ** ((depth + 1) // 2) + width ** (depth // 2) - 1
    assert alphabeta(tree, 0).evaluated == algorithm(tree, 0).evaluated == fewest


def test_leaf_counts_in_all() -> None:
    """On these trees, together: SSS* and MTD(f) below alpha-beta, SCOUT between it and minimax."""
    total: Counter[str] = Counter()
    for tree in trees():
        for algorithm in (minimax, alphabeta, *ALL):
            total[algorithm.__name__] += algorithm(tree, 0).evaluated
    assert total["sss"] < total["alphabeta"] < total["scout"] < total["minimax"]
    assert total["mtdf"] < total["alphabeta"]


def test_sss_goes_where_the_bound_is_highest() -> None:
    """The first end of each move bounds it by 3, 2 and 14; so the third is gone on with first."""
    found = sss(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 0, trace=True)
    assert ends_seen(found) == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (0, 1), (0, 2)]
    assert (found.move, found.value, found.evaluated) == (0, 3, 7)
    assert {v.path for v in found.trace if v.event == "prune"} == {(1, 1), (1, 2)}


def test_scout_tests_before_it_evaluates() -> None:
    found = scout(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 0, trace=True)
    assert (found.move, found.value) == (0, 3)
    asked = [(v.path, v.note) for v in found.trace if v.event == "open"]
    assert asked == [((), ""), ((0,), ""), ((1,), "test: > 3?"), ((2,), "test: > 3?")]
    assert found.evaluated == 7


def test_mtdf_started_at_the_value_asks_two_questions() -> None:
    found = mtdf(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 0, trace=True, first=3)
    assert [v.note for v in found.trace if v.event == "open" and v.path == ()] == [
        ">= 3?",
        ">= 3.0000000000000004?",
    ]


def test_mtdf_keeps_transpositions_in_its_table() -> None:
    from counterplay.textbook.examples import MisereNim

    game = MisereNim()
    plain, keyed = (mtdf(game, game.initial(), key=k) for k in (lambda s: s, game.canonical))
    assert plain.value == keyed.value == -1
    assert keyed.evaluated <= plain.evaluated <= 2  # there are two ends: A( , ) and B( , )


@pytest.mark.parametrize("algorithm", ALL)
def test_bad_questions_are_refused_with_a_sentence(algorithm: Any) -> None:
    import counterplay as cp

    with pytest.raises(ValueError, match="over"):
        algorithm(Tree(5), 0)
    with pytest.raises(ValueError, match="depth=0: search at least one ply"):
        algorithm(Tree([1, 2]), 0, depth=0)
    chance = cp.load("tree", tree=[{"chance": [[0.5, 1], [0.5, 2]]}, 3])
    with pytest.raises(ValueError, match="chance nodes, which this game has: use expectiminimax"):
        algorithm(chance, chance.initial())
    three = cp.load("tree", tree=[{"payoffs": [1, 2, 3]}])
    with pytest.raises(ValueError, match="has 3: use maxn"):
        algorithm(three, three.initial())
    uneven = cp.load("tree", tree=[{"payoffs": [1, 2]}])
    with pytest.raises(ValueError, match="use maxn"):
        algorithm(uneven, uneven.initial())


@pytest.mark.parametrize("algorithm", ALL)
def test_the_player_at_the_root_is_max_and_may_move_again(algorithm: Any) -> None:
    tree = Tree({"player": 1, "children": [[3, {"player": 1, "children": [4, 5]}], 2]})
    assert (algorithm(tree, 0).move, algorithm(tree, 0).value) == (1, -2)
