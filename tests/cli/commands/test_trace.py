"""`counterplay trace` shows an algorithm at work."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from counterplay.drawing import running
from counterplay.drawing.evaluation import evaluation

Refused = Callable[..., str]
LATE = "xox/.o./..x"


def test_the_search_is_drawn_in_the_terminal(run: Any) -> None:
    out = run("trace", "tree").stdout
    assert "Tree: alphabeta, MAX to move" in out
    assert "MIN C [−∞, 2]" in out
    assert "Best is move 1, worth 3: 11 nodes, 7 evaluated, 2 moves pruned." in out


def test_a_tree_may_stand_on_the_command_line_or_in_a_file(run: Any, tmp_path: Path) -> None:
    inline = run("trace", "[[3,12,8],[2,4,6]]").stdout
    path = tmp_path / "figure.json"
    path.write_text("[[3,12,8],[2,4,6]]")
    assert run("trace", path).stdout == inline
    assert "Best is move 1, worth 3" in inline


def test_one_step_is_shown_with_its_words(run: Any) -> None:
    out = run("trace", "tree", "--step", 5).stdout
    assert (
        "Step 5 of 16: Move 3 at B ends the game: 8, so B is exactly 3 and A is at least 3." in out
    )
    assert "Best is move" not in out


def test_pictures_and_pages_are_written_to_a_file(run: Any, tmp_path: Path) -> None:
    picture, page = tmp_path / "search.svg", tmp_path / "search.html"
    said = run("trace", "tic_tac_toe", LATE, "--out", picture).stdout
    assert said.startswith(f"{picture}: ") and "Best is move b1, worth 1" in said
    ElementTree.parse(picture)
    run("trace", "tic_tac_toe", LATE, "--out", page)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_trace_is_data(run: Any) -> None:
    data = json.loads(run("trace", "tree", "--algorithm", "minimax", "--json").stdout)
    assert (data["game"], data["algorithm"], data["move"]) == ("tree", "minimax", "1")
    assert sum(step["event"] == "leaf" for step in data["steps"]) == 9


def test_the_algorithm_that_fits_is_taken(run: Any) -> None:
    three = '[{"payoffs":[1,2,6]},{"payoffs":[4,2,3]}]'
    assert "maxn, player 1 to move" in run("trace", three).stdout
    dice = '[{"chance":[[0.9,2],[0.1,3]]},{"chance":[[0.9,1],[0.1,4]]}]'
    assert "Tree: expectiminimax" in run("trace", dice).stdout


def test_a_game_of_ones_own(run: Any, own_game: Path) -> None:
    assert "To five: alphabeta, player 1 to move" in run("trace", own_game).stdout


def test_a_depth_stops_the_search(run: Any) -> None:
    data = json.loads(
        run("trace", "connect_four", "--algorithm", "hminimax", "--depth", 1, "--json").stdout
    )
    assert {node["kind"] for node in data["nodes"]} == {"max", "horizon"}


def test_evaluations_are_those_of_the_player_asked_for() -> None:
    import counterplay as cp

    game = cp.load("dots_and_boxes", players=2, columns=2, rows=1)
    guess = evaluation(game)
    state = game.position("startpos moves a1h a2h a1v b1v").state
    assert guess(state, 0) + guess(state, 1) == 2 * game.facts.even_share
    assert guess(state, 0) != guess(state, 1)

    game = cp.load("othello")  # its evaluator speaks for the side to move alone
    guess = evaluation(game)
    state = game.position("f5d6c3").state
    mover, points = game.player(state), game.evaluate(state) / game.facts.unit
    assert (guess(state, mover), guess(state, 1 - mover)) == (points, -points)
    assert points != 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tree", "--algorithm", "alphbeta"], "did you mean alphabeta or"),
        (["tree", "--depth", "0"], "depth 0: search at least one ply"),
        (
            ["tree", "--algorithm", "minimax", "--depth", "2"],
            "searches to the end of the game and takes no depth",
        ),
        (["tree", "--step", "40"], "--step 40: this search has steps 1 to 16"),
        (["tree", "--step", "0"], "--step 0: this search has steps 1 to 16"),
        (["tree", "--out", "picture.png"], "give a file that ends in .svg or .html"),
        (["tree", "--out", "picture"], "give a file that ends in .svg or .html"),
        (["tree", "--out", "/no/such/place.svg"], "cannot be written"),
        (["[[3,[]]]"], "node root.1.2"),
        (['[{"chance":[[0.5,1],[0.4,2]]}]'], "do not add up to 1"),
        (["missing.json"], "cannot be read"),
        (["tree", "moves", "1", "1"], "the game is over here"),
        (["[[3,12],[2"], "is not JSON: it ends too early"),
        (["[[3,12],[2 4]]"], "is not JSON: line 1, column 12 does not fit: 4]]"),
        (['[{"payoffs":[1,2,6]}]', "--algorithm", "alphabeta"], "is for two players"),
        (['[{"chance":[[1,2]]}]', "--algorithm", "alphabeta"], "does not support chance nodes"),
        (["tic_tac_toe"], "steps, and at most 10,000 can be drawn"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(
    refused: Refused, arguments: list[str], sentence: str
) -> None:
    assert sentence in refused("trace", *arguments)


def test_a_search_without_end_is_stopped(refused: Refused, monkeypatch: Any) -> None:
    monkeypatch.setattr(running, "MOST_POSITIONS", 500)
    said = refused("trace", "connect_four")
    assert "more than 500 positions" in said and "smaller depth" in said


def test_an_algorithm_may_stand_before_the_position(run: Any) -> None:
    by_word = run("trace", "tic_tac_toe", "minimax", LATE).stdout
    assert by_word == run("trace", "tic_tac_toe", LATE, "--algorithm", "minimax").stdout


def test_options_are_those_of_the_algorithm(run: Any, refused: Refused) -> None:
    out = run("trace", "tree", "montecarlo", "--with", "games=7").stdout
    assert "Tree: montecarlo, games 7, MAX to move" in out and "7 games" in out
    assert "depth 2" in run("trace", "tree", "--with", "depth=2").stdout
    said = refused("trace", "tree", "montecarlo", "--with", "width=2")
    assert "montecarlo has no option 'width': its options are games (default 100)" in said
    assert "did you mean" in refused("trace", "tree", "montcarlo")
    assert "give one algorithm" in refused("trace", "tree", "minimax", "--algorithm", "scout")


def test_a_search_starts_at_a_named_node(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "own.tree"
    path.write_text("A\n  B\n    3\n    12\n  C\n    2\n")
    assert "Best is move 1, worth −3" in run("trace", path, "minimax", "B").stdout
