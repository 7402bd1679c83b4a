"""ProbCut errs as often as its confidence says, and saves work for it."""

import random
from functools import cache
from typing import Any

import pytest
from trees import Tree, backed_up, best_moves, random_trees

from counterplay.textbook.minimax import minimax
from counterplay.textbook.probcut import Fit, calibrate, probcut


def drifting(seed: int, depth: int, branching: int = 3) -> Tree:
    """A tree in which each move changes the evaluation a little: deep follows from shallow."""
    rng = random.Random(seed)

    def grow(guess: int, left: int, sign: int) -> Any:
        if left == 0:
            return guess
        steps = [sign * rng.randint(-3, 5) for _ in range(branching)]
        children = [grow(guess + step, left - 1, -sign) for step in steps]
        return {"guess": guess, "children": children}

    return Tree(grow(0, depth, 1))


@cache
def calibration() -> tuple[Tree, list[int], Fit]:
    """A tree, its inner nodes, and the fit from a hundredth of them."""
    tree = drifting(0, 9)
    inner = [s for s in range(len(tree.mover)) if not tree.terminal(s)]
    return tree, inner, calibrate(tree, inner[::100], shallow=1, deep=4, evaluate=tree.evaluate)


@cache
def trees() -> list[Tree]:
    return [drifting(seed, 6) for seed in range(1, 101)]


def errors_and_nodes(t: float) -> tuple[int, int]:
    _, _, fit = calibration()
    found = [probcut(tree, 0, depth=6, evaluate=tree.evaluate, fit=fit, t=t) for tree in trees()]
    wrong = sum(
        decision.value != backed_up(tree, 0, 0, 6)
        for tree, decision in zip(trees(), found, strict=True)
    )
    return wrong, sum(decision.nodes for decision in found)


def test_with_a_large_t_it_is_alphabeta() -> None:
    _, _, fit = calibration()
    for tree in trees()[:30]:
        plain = probcut(tree, 0, depth=6, evaluate=tree.evaluate)
        for t in (1e9, float("inf")):
            found = probcut(tree, 0, depth=6, evaluate=tree.evaluate, fit=fit, t=t)
            assert (found.move, found.value) == (plain.move, plain.value)
        assert found.nodes == plain.nodes


def test_the_smaller_t_the_more_errors_and_the_less_work() -> None:
    bold, careful, plain = (errors_and_nodes(t) for t in (0.3, 2.0, float("inf")))
    assert plain[0] == 0
    assert careful[0] <= 5 < bold[0]
    assert bold[1] < careful[1] < plain[1]


def test_without_a_fit_it_is_depth_limited_alphabeta() -> None:
    for tree in random_trees(800, seed=1):
        found = probcut(tree, 0, depth=3, evaluate=tree.evaluate)
        assert found.value == backed_up(tree, 0, tree.player(0), 3)
        assert found.move == best_moves(tree, 0, 3)[0]


def test_without_a_limit_it_is_exact() -> None:
    _, _, fit = calibration()
    for tree in random_trees(800, seed=2):
        found, exact = probcut(tree, 0, fit=fit), minimax(tree, 0)
        assert (found.move, found.value) == (exact.move, exact.value)


def test_a_cut_says_what_the_shallow_search_found() -> None:
    tree, (_, _, fit) = trees()[0], calibration()
    trace = probcut(tree, 0, depth=6, evaluate=tree.evaluate, fit=fit, t=0.5, trace=True).trace
    assert any(v.event == "prune" and "after 1 plies: probably" in v.note for v in trace)


def test_the_constant_of_the_fit_is_that_of_the_player_to_move() -> None:
    """A deep search says 10 more for who is to move: the same cut for MAX and for MIN."""
    fit = Fit(shallow=1, deep=2, a=1.0, b=10.0, sigma=0.0)
    for player, sign in ((0, 1), (1, -1)):
        below = {"player": player, "children": [{"guess": sign * 1, "children": [0]}] * 2}
        tree = Tree({"player": 0, "children": [sign * 5, {"children": [below], "player": 0}]})
        trace = probcut(tree, 0, depth=4, evaluate=tree.evaluate, fit=fit, trace=True).trace
        cuts = [v.note for v in trace if v.event == "prune" and "probably" in v.note]
        assert bool(cuts) == (player == 1)  # MIN: -1 - 10 <= alpha -5;  MAX: 1 + 10 > alpha 5


def test_the_fit_is_that_of_least_squares() -> None:
    """Where the deep value is exactly 2 v' + 3 for the player to move, it finds just that."""

    def states(x: int) -> Any:
        return {"player": 0, "children": [{"player": 0, "guess": x, "children": [2 * x + 3]}]}

    tree = Tree({"player": 0, "children": [states(x) for x in (1, 4, 9)]})
    roots = [tree.result(0, a) for a in tree.actions(0)]
    fit = calibrate(tree, roots, shallow=1, deep=2, evaluate=tree.evaluate)
    assert fit == pytest.approx((1, 2, 2, 3, 0))


def test_errors_of_the_fit_are_as_normal_as_sigma_says() -> None:
    tree, inner, fit = calibration()
    others = inner[50::100]
    within = 0
    for s in others:
        shallow = backed_up(tree, s, tree.player(s), fit.shallow)
        deep = backed_up(tree, s, tree.player(s), fit.deep)
        within += abs(deep - fit.a * shallow - fit.b) <= 2 * fit.sigma
    assert within / len(others) > 0.9  # of a normal distribution 0.954


def test_states_that_make_no_fit_are_refused() -> None:
    tree = drifting(1, 5)
    with pytest.raises(ValueError, match="at least 3"):
        calibrate(tree, [0], 1, 2, tree.evaluate)
    with pytest.raises(ValueError, match="says nothing"):
        calibrate(tree, [0, 1, 2], 1, 2)
    with pytest.raises(ValueError, match="1 <= shallow < deep"):
        calibrate(tree, [0, 1, 2], 2, 2, tree.evaluate)
