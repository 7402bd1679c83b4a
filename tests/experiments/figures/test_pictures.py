"""The figures of the texts: what they show is what the rules and the searches say."""

from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from counterplay.experiments.figures import (
    article_trees,
    deep_cutoff,
    dice_pruning,
    fallible,
    game_graph,
    game_tree,
    numbers,
    slides_trees,
    unseen_leaves,
)
from counterplay.experiments.figures.claim import unwatched
from counterplay.experiments.figures.trees import Uniform, uniform
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.examples import MisereNim
from counterplay.textbook.minimax import minimax
from counterplay.textbook.star import star
from counterplay.textbook.tictactoe import TicTacToe

OWN = (article_trees, fallible, game_graph, game_tree, numbers, unseen_leaves)
"""Those whose pictures no search has drawn."""

DRAWN = (*OWN, deep_cutoff, slides_trees)


@cache
def quick(module):
    return module.measure(True, unwatched)


@pytest.mark.parametrize("module", DRAWN, ids=lambda m: m.CLAIM.name)
def test_pictures_are_svg_with_a_title(module):
    for name, text in module.pictures(quick(module)).items():
        root = ElementTree.fromstring(text)
        assert name.endswith(".svg") and root[0].tag.endswith("title") and root[0].text


@pytest.mark.parametrize("module", OWN, ids=lambda m: m.CLAIM.name)
def test_our_pictures_need_no_style_sheet_and_everything_is_inside(module):
    for text in module.pictures(quick(module)).values():
        root = ElementTree.fromstring(text)
        assert "<style" not in text and "class=" not in text
        width, height = float(root.get("width")), float(root.get("height"))
        for part in root:
            assert float(part.get("x", part.get("x2", 0))) < width
            assert float(part.get("y", part.get("y2", 0))) < height


def test_the_tree_of_tic_tac_toe_has_the_known_games_and_boards():
    plies = quick(game_tree).plies
    ended = {p.ply: p.ends for p in plies if p.ends}
    assert ended == {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}  # Bottomley 2002
    assert sum(p.boards for p in plies) == 5478 and sum(p.nodes for p in plies) == 549946


def test_the_ends_that_are_drawn_can_be_reached_from_the_boards_above_them():
    game = TicTacToe()
    for end, value in zip(game_tree.ENDS, (-1, 0, 1), strict=True):
        assert game.terminal(end) and game.utility(end, 0) == value and end.startswith("XOX")
        assert end.count("X") - end.count("O") in (0, 1)


def test_without_deep_cutoffs_the_value_is_the_same_and_no_fewer_leaves_are_evaluated():
    assert list(quick(deep_cutoff).leaves.values()) == [6, 4, 3]
    for seed in range(100):
        tree = uniform(3, 5, "random", seed, ends=12)
        assert deep_cutoff.shallow(tree, tree.root)[0] == minimax(tree, tree.root).value
    for shape in quick(deep_cutoff).shapes:
        assert shape.deep.mean < shape.shallow.mean < shape.branching**shape.depth


def test_two_plies_deep_there_are_no_deep_cutoffs():
    for seed in range(50):
        tree = uniform(4, 2, "random", seed)
        assert deep_cutoff.shallow(tree, tree.root)[1] == alphabeta(tree, tree.root).evaluated


def test_star_finds_the_value_of_expectiminimax_from_fewer_leaves():
    data = quick(dice_pruning)
    assert data.disagreements == 0
    for p in data.points:
        assert p.leaves == 3**4 * p.rolls**3
        assert p.star1.mean < 1 and p.star2.mean < 1


def test_a_tree_with_one_outcome_of_a_roll_is_searched_as_by_alpha_beta():
    for seed in range(30):
        tree = dice_pruning.DiceTree(1, 4, seed)
        found = star(tree, tree.root)
        leaves = [tree.utility((4, 3**4 + i, False), 0) for i in range(3**4)]
        plain = Uniform(3, 4, leaves.__getitem__)
        same = alphabeta(plain, plain.root)
        assert (found.value, found.move) == (same.value, same.move)


def test_any_x_and_y_give_the_same_decision():
    assert quick(unseen_leaves).values == {(3, 1)}


def test_the_trees_of_the_slides_have_the_stated_values():
    data = quick(slides_trees)
    assert data.values == slides_trees.STATED
    assert len({(r.tree, r.value, r.move) for r in data.runs}) == 2


def test_the_article_prunes_the_node_that_it_says():
    data = quick(article_trees)
    assert data.pruned[0] == "n11"
    assert (data.values["n4"], data.values["n5"], data.values["n2"]) == (5, 8, 5)


def test_the_graph_of_nim_has_each_position_once_below_those_that_lead_to_it():
    game, rows = MisereNim(), game_graph.layers(MisereNim())
    row_of = {s: i for i, row in enumerate(rows) for s in row}
    assert len(row_of) == sum(map(len, rows)) == 14
    for s in row_of:
        for move in () if game.terminal(s) else game.actions(s):
            assert row_of[game.result(s, move)] > row_of[s]


def test_tic_tac_toe_has_765_boards_that_look_different():
    board = quick(game_graph).sizes[1]
    assert (board.nodes, board.states, board.symmetric) == (549946, 5478, 765)


def test_the_trap_earns_more_against_a_fallible_opponent_and_less_against_the_best():
    earned, best = quick(fallible).earned, quick(fallible).decision
    assert earned["random"][1] > earned["random"][best]
    assert earned["optimal"][1] < earned["optimal"][best]
    for weaker, stronger in pairwise(reversed(earned.values())):
        assert all(a >= b for a, b in zip(weaker, stronger, strict=True))
