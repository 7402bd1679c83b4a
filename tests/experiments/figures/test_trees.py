"""Uniform trees have the order that they promise, and the values that minimax finds."""

import pytest

from counterplay.experiments.figures.trees import ORDERS, Counted, Uniform, mix, uniform
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.minimax import minimax

SHAPES = [(2, 1), (2, 6), (3, 4), (4, 3), (5, 2), (1, 4)]


def value(tree: Uniform, s: tuple[int, int]) -> float:
    if tree.terminal(s):
        return tree.utility(s, 0)
    below = [value(tree, tree.result(s, a)) for a in tree.actions(s)]
    return max(below) if tree.player(s) == 0 else min(below)


def inner(tree: Uniform, s: tuple[int, int] = (0, 0)):
    if not tree.terminal(s):
        yield s
        for a in tree.actions(s):
            yield from inner(tree, tree.result(s, a))


@pytest.mark.parametrize(("b", "m"), SHAPES)
@pytest.mark.parametrize("seed", range(5))
def test_perfect_order_has_the_best_move_first_at_every_node(b, m, seed):
    tree = uniform(b, m, "perfect", seed)
    for s in inner(tree):
        values = [value(tree, tree.result(s, a)) for a in tree.actions(s)]
        best = max(values) if tree.player(s) == 0 else min(values)
        assert values[0] == best and values.count(best) == 1


@pytest.mark.parametrize(("b", "m"), SHAPES)
@pytest.mark.parametrize("seed", range(5))
def test_worst_order_goes_strictly_from_worst_to_best_at_every_node(b, m, seed):
    tree = uniform(b, m, "worst", seed)
    for s in inner(tree):
        values = [value(tree, tree.result(s, a)) for a in tree.actions(s)]
        wanted = sorted(set(values), reverse=tree.player(s) == 1)
        assert values == wanted


@pytest.mark.parametrize(("b", "m"), SHAPES)
@pytest.mark.parametrize("seed", range(20))
def test_alphabeta_evaluates_the_fewest_leaves_in_perfect_and_all_in_worst_order(b, m, seed):
    best, worst = (uniform(b, m, order, seed) for order in ("perfect", "worst"))
    fewest = b ** -(-m // 2) + b ** (m // 2) - 1
    assert alphabeta(best, best.root).evaluated == fewest
    assert alphabeta(worst, worst.root).evaluated == b**m


@pytest.mark.parametrize("order", ORDERS)
def test_the_value_does_not_depend_on_the_search(order):
    for seed in range(50):
        tree = uniform(3, 4, order, seed)
        assert minimax(tree, tree.root).value == alphabeta(tree, tree.root).value


def test_a_seed_gives_the_same_tree_and_another_seed_another():
    leaves = [[uniform(2, 5, "random", seed).leaf(i) for i in range(32)] for seed in (1, 1, 2)]
    assert leaves[0] == leaves[1] != leaves[2]
    assert len(set(leaves[0])) == 32


def test_few_payoffs_make_ties():
    tree = uniform(2, 8, "random", 0, ends=3)
    assert {tree.leaf(i) for i in range(256)} == {-1, 0, 1}


def test_mix_is_splitmix64():
    # The first numbers of the reference implementation from seed 0.
    assert [mix(0, i) for i in range(2)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]


def test_the_second_player_gets_the_opposite():
    tree = uniform(2, 2, "random", 3)
    assert tree.utility((2, 1), 1) == -tree.utility((2, 1), 0)


def test_a_counted_game_remembers_the_ends_that_were_asked_for():
    tree = Counted(uniform(3, 3, "perfect", 0))
    found = alphabeta(tree, tree.root)
    assert len(tree.seen) == found.evaluated == 11
