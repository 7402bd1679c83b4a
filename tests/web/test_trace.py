"""Search trees: a tree is never a file name, and a search has a time limit."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from counterplay.core.game.errors import InputError
from counterplay.games import load
from counterplay.web import trace
from counterplay.web.trace import EXAMPLES, draw_search, validate_tree


def never() -> threading.Event:
    return threading.Event()


@pytest.mark.parametrize("wrap", ["{}", '"{}"', " {} ", "{}\n", "file://{}"])
def test_a_file_name_is_not_a_tree(page: Any, tmp_path: Path, wrap: str) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text("[[41, 42], [43]]")
    for path in (str(secret), "/etc/passwd", "tests/data/perft.json", "~/.netrc"):
        heard = page.ask("trace", tree=wrap.format(path))
        assert [m["text"][:18] for m in heard] == ["this is not a tree"]


def test_a_tree_that_contains_a_file_name_is_refused(page: Any, tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text("[[41, 42], [43]]")
    for tree in (
        [str(secret)],
        [[1, str(secret)]],
        {"tree": str(secret)},
        {"children": [str(secret)]},
    ):
        page.send("trace", tree=json.dumps(tree))
        heard = page.until(lambda m: m["type"] in ("tree", "error"))
        assert heard["type"] == "error"
        assert "41" not in heard["text"]


@pytest.mark.parametrize(("name", "tree"), EXAMPLES)
def test_the_examples_can_be_draw_search(name: str, tree: str) -> None:
    told = draw_search(load("tree", tree=tree), "", None, None, never())
    assert json.loads(json.dumps(told))["steps"]


@pytest.mark.parametrize("tree", ["3", "null", "true", '"x"', "[1", "", "1e999"])
def test_only_lists_and_objects_are_trees(tree: str) -> None:
    with pytest.raises(InputError, match="this is not a tree"):
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
    with pytest.raises(InputError, match="at most 4,000 characters"):
        validate_tree(json.dumps(list(range(2_000))))


def test_a_search_that_takes_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "MOST_SECONDS", 0.2)
    started = time.monotonic()
    with pytest.raises(InputError, match=r"takes more than 0\.2 seconds"):
        draw_search(load("chess"), "", "hminimax", 4, never())
    assert time.monotonic() - started < 2


def test_a_stopped_search_ends() -> None:
    stop = never()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(InputError, match="the search was stopped"):
        draw_search(load("chess"), "", "hminimax", 4, stop)


def test_a_game_that_is_over_is_not_searched() -> None:
    with pytest.raises(InputError, match="the game is over here"):
        draw_search(load("tic_tac_toe"), "startpos moves a1 b1 a2 b2 a3", None, None, never())


def test_an_unknown_algorithm_is_refused(page: Any) -> None:
    page.send("trace", game="nim", algorithm="magic")
    assert "there is no algorithm 'magic'" in page.until(lambda m: m["type"] == "error")["text"]
