"""Quiescence follows noisy moves past the depth limit, so that no exchange is judged halfway."""

from typing import Any

import pytest
from trees import Tree, backed_up, best_moves, random_trees

from counterplay.textbook.hminimax import hminimax
from counterplay.textbook.minimax import minimax
from counterplay.textbook.quiescence import quiescence


def takes(s: Any, a: Any) -> bool:
    return str(a).startswith("take")


def state(guess: int, **children: Any) -> Any:
    return {"guess": guess, "children": children}


# MAX may take a defended pawn with the queen, or make a quiet move.
EXCHANGE = Tree(
    state(0, take_pawn=state(1, take_queen=state(-8, on=-8), on=1), quiet=state(0, on=0, off=2))
)


def test_a_fixed_depth_grabs_a_defended_pawn_and_quiescence_does_not() -> None:
    fixed = hminimax(EXCHANGE, 0, depth=1, evaluate=EXCHANGE.evaluate)
    assert (fixed.move, fixed.value) == ("take_pawn", 1)
    found = quiescence(EXCHANGE, 0, depth=1, evaluate=EXCHANGE.evaluate, noisy=takes)
    assert (found.move, found.value) == ("quiet", 0)


def test_nobody_is_forced_to_take() -> None:
    """MIN can take with loss, or stand pat."""
    tree = Tree(state(0, go=state(-3, take=5, on=-3)))
    assert quiescence(tree, 0, depth=1, evaluate=tree.evaluate, noisy=takes).value == -3


def test_where_every_move_takes_one_has_to_be_made() -> None:
    tree = Tree(state(0, go=state(-3, take=5, take_too=4)))
    assert quiescence(tree, 0, depth=1, evaluate=tree.evaluate, noisy=takes).value == 4


def test_standing_pat_narrows_the_window() -> None:
    """MIN has -3 by standing pat, so that MAX, with 1 after the capture, is searched no further."""
    after = state(0, take_back=1, take_more=2, on=0)
    tree = Tree(state(0, go=state(-3, take=after, on=-3)))
    found = quiescence(tree, 0, depth=1, evaluate=tree.evaluate, noisy=takes, trace=True)
    assert found.value == -3
    assert [visit.path for visit in found.trace if visit.event == "open"] == [(), ("go",)]


def reference(tree: Tree, s: int, p: int, depth: int, noisy: Any) -> float:
    if tree.terminal(s):
        return tree.utility(s, p)
    moves = tree.actions(s)
    followed = moves if depth > 0 else [a for a in moves if noisy(s, a)]
    values = [reference(tree, tree.result(s, a), p, depth - 1, noisy) for a in followed]
    if depth <= 0 and (not followed or followed != moves):
        values.append(tree.evaluate(s, p))
    return max(values) if tree.player(s) == p else min(values)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_it_is_what_the_reference_backs_up(depth: int) -> None:
    def noisy(s: int, a: int) -> bool:
        return (s * 7 + a * 3) % 5 < 2

    for tree in random_trees(700, seed=depth):
        found = quiescence(tree, 0, depth=depth, evaluate=tree.evaluate, noisy=noisy)
        p = tree.player(0)
        values = [reference(tree, tree.result(0, a), p, depth - 1, noisy) for a in tree.actions(0)]
        assert found.value == max(values)
        assert found.move == values.index(max(values))


def test_without_noise_it_is_depth_limited_alphabeta() -> None:
    for tree in random_trees(500, seed=5):
        found = quiescence(tree, 0, depth=2, evaluate=tree.evaluate)
        assert found.value == backed_up(tree, 0, tree.player(0), 2)
        assert found.move == best_moves(tree, 0, 2)[0]


def test_without_a_limit_it_is_exact() -> None:
    for tree in random_trees(500, seed=6):
        found, exact = quiescence(tree, 0, noisy=lambda s, a: True), minimax(tree, 0)
        assert (found.move, found.value) == (exact.move, exact.value)
