"""Finished games are saved to the database and found by position."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.database import Database
from counterplay.games import load
from counterplay.web import make_app
from tests.web.conftest import ADDRESS, Page

TWO = [0, 0]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "games.db") as made:
        yield made


@pytest.fixture
def page(database: Database) -> Iterator[Page]:
    app = make_app({"tic_tac_toe": load("tic_tac_toe")}, database=database)
    with (
        TestClient(app, base_url="http://localhost") as client,
        client.websocket_connect(ADDRESS) as session,
    ):
        yield Page(session)


def kept(database: Database, count: int) -> list[Any]:
    """The games of the database, once there are `count`."""
    for _ in range(200):
        found = list(database.games())
        if len(found) >= count:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{len(found)} games are kept, not {count}")


def test_a_finished_game_is_saved_once_and_explored(page: Page, database: Database) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    for ply, move in enumerate(["b2", "a1", "b1", "a2", "b3"]):
        room = page.room("move", ply=ply, move=move)
    assert room["over"]
    assert len(kept(database, 1)) == 1
    told = next(m for m in page.ask("explore", ply=0) if m["type"] == "explored")
    assert [(one["move"], one["games"], one["wins"]) for one in told["moves"]] == [("b2", 1, 1)]


def test_a_resignation_is_saved_as_a_loss(page: Page, database: Database) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="a1")
    page.room("resign", player=0)
    page.ask("leave")
    [game] = kept(database, 1)
    assert game.played.payoffs == (-1, 1)


def test_a_resignation_that_is_taken_back_is_not_saved(page: Page, database: Database) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="a1")
    page.room("resign", player=0)
    page.room("back", ply=1)
    page.room("resign", player=1)
    page.ask("leave")
    [game] = kept(database, 1)
    assert game.played.payoffs == (1, -1)


def test_a_game_that_was_over_when_opened_is_not_saved(page: Page, database: Database) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves b2 a1 b1 a2 b3")
    page.room("seats", seats=[0, 1])
    page.ask("leave")
    page.ask("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="a1")
    page.room("resign", player=0)
    page.ask("leave")
    [game] = kept(database, 1)
    assert len(game.played.moves) == 1


def test_a_resignation_in_a_scored_game_has_no_payoffs(
    database: Database,
) -> None:
    app = make_app({"othello": load("othello")}, database=database)
    with (
        TestClient(app, base_url="http://localhost") as client,
        client.websocket_connect(ADDRESS) as session,
    ):
        page = Page(session)
        page.room("new", game="othello", seats=TWO)
        page.room("move", ply=0, move="d3")
        page.room("resign", player=1)
        page.ask("leave")
        [game] = kept(database, 1)
    assert game.played.payoffs is None


def test_an_unfinished_game_is_not_saved(page: Page, database: Database) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="a1")
    told = next(m for m in page.ask("explore", ply=0) if m["type"] == "explored")
    assert told["moves"] == [] and not list(database.games())


def test_both_endings_are_saved_after_taking_back(page: Page, database: Database) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    for ply, move in enumerate(["b2", "a1", "b1", "a2", "b3"]):
        page.room("move", ply=ply, move=move)
    kept(database, 1)
    page.room("back", ply=5)
    page.room("resign", player=1)
    page.ask("leave")
    assert sorted(len(game.played.moves) for game in kept(database, 2)) == [4, 5]


def test_a_server_that_stops_saves_its_last_game(tmp_path: Path) -> None:
    for n in range(10):  # the file is closed right after it
        with Database(tmp_path / f"{n}.db") as database:
            app = make_app({"tic_tac_toe": load("tic_tac_toe")}, database=database)
            with (
                TestClient(app, base_url="http://localhost") as client,
                client.websocket_connect(ADDRESS) as session,
            ):
                page = Page(session)
                page.room("new", game="tic_tac_toe", seats=TWO)
                page.room("move", ply=0, move="a1")
                page.room("resign", player=0)
            assert len(list(database.games())) == 1
