"""max^n: every player takes what is best for itself."""

import pytest
from trees import Tree, random_trees

import counterplay as cp
from counterplay.textbook.examples import COOPERATION, THREE_PLAYERS, Raid
from counterplay.textbook.maxn import maxn
from counterplay.textbook.minimax import minimax


def test_it_is_the_recurrence_on_random_trees_of_several_players() -> None:
    def reference(tree: Tree, s: int) -> tuple[float, ...]:
        if tree.terminal(s):
            return tuple(tree.utility(s, p) for p in range(tree.players))
        vectors = [reference(tree, tree.result(s, a)) for a in tree.actions(s)]
        return max(vectors, key=lambda vector: vector[tree.player(s)])  # max takes the first

    for players in (3, 4):
        for tree in random_trees(1000, seed=players, players=players):
            found = maxn(tree, 0, players=players)
            assert found.values == reference(tree, 0)
            assert found.values == reference(tree, tree.result(0, found.move))
            assert found.value == found.values[tree.player(0)]


def test_with_two_players_and_opposite_payoffs_it_is_minimax() -> None:
    for tree in random_trees(1000, seed=8):
        ours, theirs = maxn(tree, 0), minimax(tree, 0)
        assert (ours.move, ours.value) == (theirs.move, theirs.value)
        assert ours.values[0] == -ours.values[1]
        assert ours.evaluated == theirs.evaluated


def test_the_three_player_figure_is_worth_1_2_6() -> None:
    game = cp.load("tree", tree=THREE_PLAYERS.tree)
    found = maxn(game, game.initial(), trace=True)
    assert found.values == THREE_PLAYERS.values == (1, 2, 6)
    assert (found.move, found.value, found.evaluated) == (0, 1, 8)
    left = {v.path: v.value for v in found.trace if v.event == "leave"}
    assert left[0, 0] == (1, 2, 6) and left[0, 1] == (6, 1, 2)
    assert left[1, 0] == (1, 5, 2) and left[1, 1] == (5, 4, 5)
    assert left[0,] == (1, 2, 6) and left[1,] == (1, 5, 2)
    assert {v.kind for v in found.trace if v.event == "open"} == {"0", "1", "2"}


def test_two_players_whose_payoffs_allow_it_reach_1000_for_both() -> None:
    game = cp.load("tree", tree=COOPERATION.tree)
    s, line = game.initial(), []
    assert maxn(game, s).values == (1000, 1000)
    while not game.terminal(s):
        line.append(maxn(game, s).move)
        s = game.result(s, line[-1])
    assert tuple(line) == COOPERATION.line
    assert (game.utility(s, 0), game.utility(s, 1)) == (1000, 1000)


def test_the_weak_gang_up_on_the_strong_and_part_once_it_is_weak() -> None:
    game, line = Raid(), []
    s = game.initial()
    while not game.terminal(s):
        found = maxn(game, s, players=3)
        line.append((s[0], "ABC"[game.player(s)] + " raids " + "ABC"[found.move]))
        for other in game.actions(s):  # by selfish play alone: nothing else pays as much
            after = game.result(s, other)
            ended = game.terminal(after)
            pays = game.utility(after, game.player(s)) if ended else (
                maxn(game, after, players=3).values[game.player(s)]
            )  # fmt: skip
            assert other == found.move or pays < found.value
        s = game.result(s, found.move)
    assert line == [
        ((2, 2, 3), "A raids C"),
        ((3, 2, 2), "B raids C"),
        ((3, 3, 1), "C raids A"),
        ((2, 3, 2), "A raids B"),
        ((3, 2, 2), "B raids A"),
    ]


def test_the_first_of_equal_moves_is_taken_whatever_it_does_to_others() -> None:
    tree = Tree([{"payoffs": [1, 0, 9]}, {"payoffs": [1, 9, 0]}], players=3)
    assert (maxn(tree, 0, players=3).move, maxn(tree, 0, players=3).values) == (0, (1, 0, 9))


def test_the_horizon_is_guessed_for_every_player() -> None:
    tree = Tree(
        {"children": [{"children": [{"payoffs": [9, 9, 9]}], "guess": [1, 2, 3]},
                      {"payoffs": [2, 0, 0]}]}, players=3,
    )  # fmt: skip
    assert maxn(tree, 0, players=3, depth=1, evaluate=tree.evaluate).values == (2, 0, 0)
    assert maxn(tree, 0, players=3, depth=2, evaluate=tree.evaluate).values == (9, 9, 9)
    assert maxn(tree, 0, players=3, depth=1).values == (2, 0, 0)


def test_bad_questions_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="depth=-1: search at least one ply"):
        maxn(Tree([1, 2]), 0, depth=-1)
    with pytest.raises(ValueError, match="over"):
        maxn(Tree(1), 0)
    with pytest.raises(ValueError, match="does not support chance nodes"):
        maxn(Tree([{"chance": [[1.0, 3]]}]), 0)
