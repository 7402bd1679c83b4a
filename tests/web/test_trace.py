"""Search trees: a tree is never a file name, and a search has a time limit."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from counterplay.core.game.errors import InputError
from counterplay.drawing.options import options_of
from counterplay.games import load
from counterplay.textbook.catalogue import ALGORITHMS
from counterplay.web import trace
from counterplay.web.example_trees import EXAMPLES
from counterplay.web.gallery import algorithms_json, can_list_deals
from counterplay.web.trace import Request, draw_searches, validate_tree


def never() -> threading.Event:
    return threading.Event()


@pytest.mark.parametrize("wrap", ["{}", '"{}"', " {} ", "{}\n", "file://{}"])
def test_a_file_name_is_not_a_tree(page: Any, tmp_path: Path, wrap: str) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text("[[70841, 42], [43]]")
    for path in (str(secret), "/etc/passwd", "tests/data/perft.json", "~/.netrc"):
        heard = page.ask("trace", tree=wrap.format(path))
        assert [m["text"][:18] for m in heard] == ["this is not a tree"]


def test_a_tree_that_contains_a_file_name_is_refused(page: Any, tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text("[[70841, 42], [43]]")
    for tree in (
        [str(secret)],
        [[1, str(secret)]],
        {"tree": str(secret)},
        {"children": [str(secret)]},
    ):
        page.send("trace", tree=json.dumps(tree))
        heard = page.until(lambda m: m["type"] in ("tree", "error"))
        assert heard["type"] == "error"
        assert "70841" not in heard["text"]


@pytest.mark.parametrize(("name", "tree", "algorithm", "depth"), EXAMPLES)
def test_the_examples_can_be_drawn(name: str, tree: str, algorithm: str, depth: int) -> None:
    asked = [Request(algorithm or None, {}, depth or None)]
    told = draw_searches(load("tree", tree=tree), "", asked, never())
    assert json.loads(json.dumps(told))["steps"]


@pytest.mark.parametrize("tree", ["3", "null", "true", '"x"', "[1", "", "1e999"])
def test_only_lists_and_objects_are_trees(tree: str) -> None:
    with pytest.raises(InputError, match=r"this is not a tree|is not JSON"):
        validate_tree(tree)


DEEP = (
    "[" * 1990 + "1" + "]" * 1990,
    '{"children":[' * 220 + "1" + "]}" * 220,
    "[" * 300 + "]" * 300,
)


@pytest.mark.parametrize("tree", DEEP, ids=("lists", "objects", "nothing"))
def test_a_tree_that_is_too_deep_is_refused(page: Any, tree: str) -> None:
    page.send("trace", tree=tree)
    heard = page.until(lambda m: m["type"] in ("tree", "error"))
    assert heard["type"] == "error"
    assert "fault" not in heard["text"]


def test_a_long_tree_is_refused() -> None:
    with pytest.raises(InputError, match="at most 8,000 characters"):
        validate_tree(json.dumps(list(range(3_000))))


def test_a_search_that_takes_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "MOST_SECONDS", 0.2)
    busy = time.process_time()
    with pytest.raises(InputError, match=r"takes more than 0\.2 seconds"):
        draw_searches(load("chess"), "", [Request("hminimax", {}, 4)], never())
    assert time.process_time() - busy < 2


def test_a_stopped_search_ends() -> None:
    stop = never()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(InputError, match="the search was stopped"):
        draw_searches(load("chess"), "", [Request("hminimax", {}, 4)], stop)


def test_a_game_that_is_over_is_not_searched() -> None:
    with pytest.raises(InputError, match="the game is over here"):
        draw_searches(
            load("tic_tac_toe"), "startpos moves a1 b1 a2 b2 a3", [Request(None, {})], never()
        )


def test_an_unknown_algorithm_is_refused(page: Any) -> None:
    page.send("trace", game="nim", algorithm="magic")
    assert "there is no algorithm 'magic'" in page.until(lambda m: m["type"] == "error")["text"]


TEXT = "A\n  wait: B eval=1\n    1\n    0\n  grab noisy: C eval=9\n    retake noisy: -3\n    9"


def test_a_text_is_a_tree_and_options_are_those_of_the_algorithm() -> None:
    asked = [Request("beam", {"width": "1"})]
    told = draw_searches(load("tree", tree=TEXT), "", asked, never())
    assert (told["move"], told["counts"]["pruned"]) == ("grab", 2)


def test_two_algorithms_are_drawn_side_by_side() -> None:
    asked = [Request("hminimax", {}, 1), Request("quiescence", {}, 1)]
    told = draw_searches(load("tree", tree=TEXT), "", asked, never())
    assert (told["move"], told["other"]["move"]) == ("grab", "wait")
    assert told["other"]["counts"] == {"nodes": 4, "evaluated": 3, "pruned": 0, "hits": 0}


def test_the_depth_is_for_the_algorithms_that_take_one() -> None:
    asked = [Request("hminimax", {}, 1), Request("alphabeta", {}, 1)]
    told = draw_searches(load("tree", tree=TEXT), "", asked, never())
    assert (told["value"], told["other"]["value"]) == (9, 0)


def test_a_fault_is_told_with_its_place(page: Any) -> None:
    told = page.error("trace", tree="A\n  take nosiy: 3")
    assert told.startswith("line 2, column 8: 'nosiy' is no mark of a move")
    page.send("trace", tree=TEXT, algorithm="beam", options={"games": "3"})
    heard = page.until(lambda m: m["type"] == "error")["text"]
    assert "beam has no option 'games'" in heard
    assert "must be at most 16 short texts" in page.error("trace", tree=TEXT, options=[1])


@pytest.mark.parametrize("name", ["chess", "connect_four", "dots_and_boxes", "pig", "othello"])
def test_a_game_is_searched_two_plies_deep_by_default(name: str) -> None:
    told = draw_searches(load(name), "", [Request(None, {}, 2)], never())
    assert told["steps"]


def test_the_page_knows_the_options_of_every_algorithm(page: Any) -> None:
    told = {one["name"]: one["options"] for one in algorithms_json()}
    assert told["beam"] == [
        {"name": "depth", "default": "", "type": "number"},
        {"name": "width", "default": "3", "type": "number"},
    ]
    json.dumps(told, allow_nan=False)


OWN = """
A eval=1
  B eval=2
    3
    C eval=4
      5
      1
  D eval=0
    2
    6
"""


@pytest.mark.parametrize("name", [one.name for one in ALGORITHMS.values() if not one.hidden])
def test_every_algorithm_draws_a_tree_of_ones_own_with_its_own_defaults(name: str) -> None:
    takes = options_of(ALGORITHMS[name])
    depth = int(takes["depth"].shown_default or 0) if "depth" in takes else 0
    told = draw_searches(load("tree", tree=OWN), "", [Request(name, {}, depth or None)], never())
    assert told["algorithm"] == name and told["steps"] and told["svg"].startswith("<svg")


def test_two_searches_have_depths_of_their_own(page: Any) -> None:
    page.send("trace", tree=OWN, algorithm="hminimax", depth=1, other="hminimax", other_depth=2)
    told = page.until(lambda m: m["type"] == "tree")
    assert len(told["steps"]) < len(told["other"]["steps"])
    page.send("trace", tree=OWN, algorithm="hminimax", depth=1, other="hminimax")
    told = page.until(lambda m: m["type"] == "tree")
    assert len(told["steps"]) == len(told["other"]["steps"])


def test_where_chance_is_to_move_it_moves_first() -> None:
    told = draw_searches(load("backgammon"), "", [Request(None, {}, 1)], never())
    assert len(told["rolled"]) == 2 and told["steps"]
    told = draw_searches(load("kuhn"), "", [Request(None, {})], never())
    assert told["rolled"] == "", "cards are not told"


@pytest.mark.parametrize(("name", "is_offered"), [("kuhn", True), ("liars_dice", False)])
def test_a_game_with_too_many_deals_has_no_trees(name: str, is_offered: bool) -> None:
    assert can_list_deals(load(name)) is is_offered
