"""Analysis, review and search trees over one connection."""

import re
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

import counterplay as cp
from counterplay.web import analysis, make_app
from tests.web.conftest import Page

TWO = [0, 0]


def test_an_analysis_shows_lines_and_ends_proven(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b2")
    page.send("analyse", ply=2, lines=3)
    found = page.until(lambda m: m["type"] == "analysis" and m["done"])
    assert (found["ply"], found["source"], len(found["lines"])) == (2, "proven", 3)
    assert found["share"] == 0.5
    assert found["lines"][0]["verdict"] == "draw"
    assert page.room("show", ply=2)["shares"]["2"] == 0.5


def test_an_analysis_can_be_stopped(page: Any) -> None:
    page.room("new", game="connect_four", seats=TWO)
    page.send("analyse", ply=0)
    page.until(lambda m: m["type"] == "analysis")
    page.ask("stop")
    time.sleep(0.3)
    assert not [m for m in page.heard() if m["type"] == "analysis"]


def test_a_finished_game_is_not_analysed(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b1 a2 b2 a3")
    sentence = "the game is over here: there is nothing to analyse"
    assert page.error("analyse", ply=5) == sentence
    page.send("analyse", ply=4)
    assert page.until(lambda m: m["type"] == "analysis" and m["done"])["share"] == 1


def test_a_game_is_reviewed(page: Any) -> None:
    """b1 is a mistake: the position is even before it and won for X after it."""
    page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b1 a2 b2 a3")
    page.send("review")
    told = page.all_until(lambda m: m["type"] == "reviewed" and m.get("done"))
    shares = {m["ply"]: m["share"] for m in told if m["type"] == "reviewed" and "ply" in m}
    assert shares == {0: 0.5, 1: 0.5, 2: 1.0, 3: 1.0, 4: 1.0, 5: 1.0}
    assert told[-2]["verdict"] == "game over"


def test_a_tree_is_drawn(page: Any) -> None:
    page.send("trace", tree="[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", algorithm="alphabeta")
    tree = page.until(lambda m: m["type"] == "tree")
    assert (len(tree["steps"]), tree["algorithm"]) == (16, "alphabeta")
    assert tree["svg"].startswith("<svg")


def test_the_review_of_a_game_with_dice_compares_plays_of_the_same_roll(page: Any) -> None:
    """8/5,6/5 is the best play of a 3-1, and 6/5,6/3 a blunder. Rolls are no moves of a player."""
    moves = "31 6/3,6/5 64 24/14 31 8/5,6/5"
    page.room("new", game="backgammon", seats=TWO, position=f"startpos moves {moves}")
    page.send("review")
    told = page.all_until(lambda m: m["type"] == "reviewed" and m.get("done"))
    found = {m["ply"]: m for m in told if m["type"] == "reviewed" and "ply" in m}
    assert sorted(found) == [1, 3, 5, 7]
    assert found[1]["best"] == "8/5,6/5" and found[1]["loss"] > 0.1
    assert found[1]["lost"] == f"-{found[1]['loss']:.3f}"
    assert re.fullmatch(r"[+-]0\.\d{3}", found[1]["verdict"])


def test_analyses_take_turns_and_go_on(
    page: Any, other: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server of the tests has one thread for analyses."""
    monkeypatch.setattr(analysis, "FIRST_TURN", 0.05)
    monkeypatch.setattr(analysis, "WAIT_SECONDS", 0.01)
    depths: dict[Any, list[int]] = {page: [0], other: [0]}
    for one in (page, other):
        one.room("new", game="connect_four", seats=TWO)
        one.send("analyse", ply=0)
    for one in (page, other, page, other):  # each gets deeper, and deeper again
        deepest = depths[one][-1]
        told = one.all_until(lambda m, d=deepest: m["type"] == "analysis" and m["depth"] > d)
        found = [m for m in told if m["type"] == "analysis"]
        assert not any(m["done"] for m in found)
        depths[one] += [m["depth"] for m in found]
    assert all(seen == sorted(seen) for seen in depths.values())


def test_a_position_of_a_variation_is_analysed(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b2 c3")
    there = page.room("try", ply=1, moves=["b1", "a2"])
    page.send("analyse", ply=there["node"], lines=1)
    found = page.until(lambda m: m["type"] == "analysis" and m["done"])
    assert (found["ply"], found["share"]) == (there["node"], 1)
    assert page.room("show", ply=there["node"])["shares"][str(there["node"])] == 1


def test_tables_show_every_move(games: Any) -> None:
    """One line is asked for, but the solution knows the value of each of the seven moves."""
    game = games["tic_tac_toe"]
    solved = cp.Session(game, tables=cp.solve(game, memory=64, threads=1), memory=1)
    app = make_app({game.name: game}, sessions={game.name: solved})
    with (
        TestClient(app, base_url="http://localhost") as client,
        client.websocket_connect("ws://localhost/ws") as session,
    ):
        page = Page(session)
        page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b2")
        page.send("analyse", ply=2, lines=1)
        found = page.until(lambda m: m["type"] == "analysis" and m["done"])
    assert found["source"] == "table"
    assert len({line["moves"][0] for line in found["lines"]}) == 7
    assert found["lines"][0]["verdict"] == "draw"
