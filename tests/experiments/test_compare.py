"""Algorithms side by side: their counts are their own, and their values those of minimax."""

import random
import re
from typing import Any
from xml.etree import ElementTree

import pytest

import counterplay as cp
from counterplay.experiments.compare import usual_algorithms
from counterplay.experiments.compare_plot import plot
from counterplay.textbook.catalogue import ALGORITHMS

TWO_PLY = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def leaves_of_alphabeta(tree: Any, is_max: bool, alpha: float, beta: float) -> tuple[float, int]:
    """The value and the number of leaves, counted by a program of our own."""
    if not isinstance(tree, list):
        return tree, 1
    best, leaves = (-99 if is_max else 99), 0
    for child in tree:
        value, below = leaves_of_alphabeta(child, not is_max, alpha, beta)
        leaves += below
        best = max(best, value) if is_max else min(best, value)
        if best >= beta if is_max else best <= alpha:
            break
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
    return best, leaves


def grown(rng: random.Random, depth: int) -> Any:
    return [grown(rng, depth - 1) for _ in range(3)] if depth else rng.randint(-9, 9)


def test_the_book_counts_nine_leaves_of_minimax_and_seven_of_alphabeta() -> None:
    found = cp.compare(cp.load("tree", tree=TWO_PLY), algorithms=["minimax", "alphabeta"])
    assert [(r.name, r.move, r.value, r.leaves, r.nodes, r.pruned) for r in found.rows] == [
        ("minimax", "1", 3, 9, 13, 0),
        ("alphabeta", "1", 3, 7, 11, 2),
    ]


def test_the_usual_algorithms_agree_on_random_trees_and_alphabeta_counts_as_ours_does() -> None:
    rng = random.Random(3)
    for _ in range(25):
        tree = grown(rng, 3)
        rows = cp.compare(cp.load("tree", tree=tree)).rows
        value, leaves = leaves_of_alphabeta(tree, True, -99, 99)
        assert {row.value for row in rows} == {value} and not any(row.fault for row in rows)
        assert next(row.leaves for row in rows if row.name == "alphabeta") == leaves


def test_a_shared_node_is_a_table_hit() -> None:
    graph = "A\n  B\n    C player=MAX\n      3\n      5\n  C"
    rows = cp.compare(cp.load("tree", tree=graph), algorithms=["transposition", "alphabeta"]).rows
    assert [row.hits for row in rows] == [1, 0]


def test_options_go_to_the_algorithms_that_have_them() -> None:
    tree = cp.load("tree", tree="A\n  B eval=1\n    3\n    4\n  C eval=9\n    -3\n    4")
    found = cp.compare(tree, algorithms=["beam", "beam:width=2", "minimax"], options={"width": 1})
    assert [(row.name, row.value) for row in found.rows] == [
        ("beam", -3),
        ("beam: width=2", 3),
        ("minimax", 3),
    ]


@pytest.mark.parametrize("depth", [None, 3])
@pytest.mark.parametrize("name", ["tree", "tic_tac_toe", "pig", "dots_and_boxes"])
def test_the_usual_algorithms_fit_the_game(name: str, depth: int | None) -> None:
    usual = usual_algorithms(cp.load(name), depth)
    assert usual and set(usual) <= set(ALGORITHMS)


def test_an_algorithm_that_cannot_answer_says_why_and_the_others_go_on() -> None:
    found = cp.compare("tree", algorithms=["rollouts", "expectiminimax"])
    assert found.faults == ["rollouts needs a depth, for example --depth 3"]
    assert [row.name for row in found.answers] == ["expectiminimax"]
    assert "rollouts needs a depth" in str(found) and "expectiminimax  1" in str(found)


def test_an_algorithm_has_only_so_many_seconds() -> None:
    found = cp.compare("connect_four", algorithms=["hminimax"], depth=9, seconds=0.05)
    assert "more than 0.05 seconds" in found.faults[0]


@pytest.mark.parametrize(
    ("algorithms", "options", "sentence"),
    [
        (["beem"], {}, "did you mean beam"),
        (["beam:width"], {}, "beam:width=2"),
        (["beam", "minimax"], {"games": 3}, "none of these algorithms has an option 'games'"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    algorithms: list[str], options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        cp.compare("tree", algorithms=algorithms, options=options)


def test_the_plot_has_a_bar_for_each_count() -> None:
    pytest.importorskip("matplotlib")
    found = cp.compare("tree", algorithms=["minimax", "alphabeta", "mtdf"])
    assert ElementTree.fromstring(plot(found)).tag.endswith("svg")
    assert plot(found, "png").startswith(b"\x89PNG")


def test_a_notebook_shows_the_table() -> None:
    html = cp.compare("tree", algorithms=["minimax", "alphabeta"])._repr_html_()
    cells = re.findall(r"<td>([^<]*)</td>", html)
    assert cells[:6] == ["minimax", "1", "3", "9", "13", "0"]
    assert cells[8:14] == ["alphabeta", "1", "3", "7", "11", "2"]


def test_an_algorithm_without_a_depth_that_takes_too_long_says_what_has_one() -> None:
    game = cp.load("connect_four")
    found = cp.compare(game, algorithms=["alphabeta", "hminimax"], depth=1, seconds=0.05)
    assert "it always searches to the end, so compare hminimax or ordered" in found.rows[0].fault
