"""The tree of a search has all that the trace and the rules say."""

from typing import Any

import counterplay as cp
from counterplay.drawing import Explanation
from counterplay.drawing.tree import MOST_GREY
from counterplay.textbook import minimax
from counterplay.textbook.beam import beam
from counterplay.textbook.examples import THREE_PLAYERS
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.hminimax import hminimax
from counterplay.textbook.maxn import maxn


def test_nodes_are_numbered_breadth_first_and_named_as_in_the_book(figure: Explanation) -> None:
    nodes = figure.tree.nodes
    assert [node.number for node in nodes] == list(range(13))
    assert [node.name for node in nodes[:5]] == ["A", "B", "C", "D", "the node after 1 1"]
    assert [node.kind for node in nodes] == ["max"] + ["min"] * 3 + ["end"] * 9


def test_an_end_that_was_pruned_still_shows_its_payoff(figure: Explanation) -> None:
    unsearched = [node for node in figure.tree.nodes if not node.searched]
    assert [(node.path, node.payoff) for node in unsearched] == [((1, 1), 4), ((1, 2), 6)]


def test_a_small_pruned_subtree_is_part_of_the_tree(draw: Any) -> None:
    explanation = draw([[3], [2, [[7, 8], 9]]])
    pruned = next(node for node in explanation.tree.nodes if node.path == (1, 1))
    assert pruned.kind == "max" and not pruned.searched
    assert [child.kind for child in pruned.children] == ["min", "end"]
    assert [child.label for child in pruned.children[0].children] == ["1", "2"]


def test_a_pruned_subtree_goes_no_deeper_than_the_search_looks(draw: Any) -> None:
    explanation = draw("tic_tac_toe", beam, "xo./.x./..o", depth=2, width=1)
    assert max(node.depth for node in explanation.tree.nodes) == 2


def test_a_large_pruned_subtree_is_only_its_first_node(draw: Any) -> None:
    explanation = draw([[3], [2, [1] * (MOST_GREY + 1)], [[[0] * 2]]])
    pruned = next(node for node in explanation.tree.nodes if node.path == (1, 1))
    assert pruned.kind == "max" and pruned.children == []


def test_moves_are_written_in_the_notation_of_the_game(draw: Any) -> None:
    explanation = draw("tic_tac_toe", minimax, "xox/xo./o.x")
    assert [child.label for child in explanation.tree.root.children] == ["b1", "c2"]


def test_probabilities_stand_at_the_outcomes_of_chance(draw: Any, dice: Any) -> None:
    chance = draw(dice, expectiminimax).tree.root.children[0]
    assert chance.kind == "chance"
    assert [child.probability for child in chance.children] == [0.9, 0.1]


def test_players_have_their_own_names(draw: Any, three: Any) -> None:
    tree = draw(three, maxn).tree
    assert tree.mover(tree.root.kind) == "player 1"
    assert tree.mover("chance") == "chance" and tree.mover("max") == "MAX"


def test_where_the_search_stops_before_the_end_is_the_horizon(draw: Any) -> None:
    explanation = draw("tic_tac_toe", hminimax, "xo./.x./..o", depth=1)
    kinds = {node.label: node.kind for node in explanation.tree.nodes[1:]}
    assert kinds == dict.fromkeys(["a1", "b1", "a2", "c2", "c3"], "horizon")


def test_many_nodes_are_named_by_the_moves_that_lead_there(draw: Any) -> None:
    explanation = draw([[[1, 2], [3, 4]] for _ in range(10)], minimax)
    assert explanation.tree.root.name == "the root"
    assert explanation.tree.nodes[11].name == "the node after 1 1"
    assert explanation.steps[1].text.startswith(
        "The search comes to the node after 1, where MIN moves"
    )


def test_a_letter_is_never_the_name_of_a_player_or_of_another_node() -> None:
    text = "players: A B C\nD\n  1:\n    E\n      1 2 6\n      4 2 3\n  2:\n    6 1 2\n    7 4 1"
    tree = cp.trace(cp.load("tree", tree=text)).tree
    inner = [node.letter for node in tree.nodes if node.kind not in ("end", "horizon")]
    assert inner == ["D", "F", "G", "E"]
    assert tree.mover("1") == "B"


def test_letters_are_no_words_of_names_either() -> None:
    """The figure of the textbook: players A, B and C, and a node that it calls X."""
    tree = cp.trace(cp.load("tree", tree=THREE_PLAYERS.tree)).tree
    assert [node.letter for node in tree.nodes if node.letter] == list("DEFXGHI")


def test_a_player_of_a_game_without_opposite_payoffs_is_not_called_min() -> None:
    shown = cp.trace(cp.load("tree", tree=[[{"payoffs": [4, 6]}, {"payoffs": [9, 1]}]]))
    assert "MIN" not in str(shown) and "◆ player 2 B (4, 6)" in str(shown)


def test_values_of_chess_are_in_pawns() -> None:
    shown = cp.trace("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", algorithm="hminimax", depth=1)
    assert "(in pawns; a win is 100)" in shown.title
    assert 3 < shown.decision.value < 8


def test_a_mate_in_chess_is_worth_a_hundred_pawns() -> None:
    mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    shown = cp.trace("chess", mate, algorithm="hminimax", depth=1)
    assert (shown.move, shown.decision.value) == ("Ra8#", 100)
    assert {n.payoff for n in shown.tree.nodes if n.kind == "end"} == {100}
