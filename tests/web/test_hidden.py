"""Games with hidden cards: what a page gets, and what it does not get."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.database import Database
from counterplay.games import load
from counterplay.web import make_app

KUHN = Path(__file__).parents[1] / "data" / "games" / "kuhn_poker.py"
DEAL = "startpos moves J K"
LATER = "this would show hidden cards: wait until the game is over"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with Database(tmp_path_factory.mktemp("kept") / "games.db") as database:
        app = make_app({"kuhn_poker": load(KUHN)}, database=database)
        with TestClient(app, base_url="http://localhost") as made:
            yield made


def cards(room: dict[str, Any]) -> list[str]:
    return [cell["name"] for cell in room["board"]["cells"]]


def test_the_player_to_move_sees_its_own_hand(page: Any) -> None:
    room = page.room("new", game="kuhn_poker", seats=[0, 0], position=DEAL)
    assert (cards(room), room["written"]) == (["J", "?"], ["J", "…"])
    room = page.room("move", ply=2, move="bet")
    assert (cards(room), room["written"]) == (["?", "K"], ["…", "K", "bet"])


def test_everything_is_shown_at_the_end(page: Any) -> None:
    page.room("new", game="kuhn_poker", seats=[0, 0], position=DEAL)
    page.room("move", ply=2, move="bet")
    room = page.room("move", ply=3, move="bet")
    assert (cards(room), room["written"][:2]) == (["J", "K"], ["J", "K"])
    assert room["taken"] == [[], []]


def test_nothing_is_revealed_before_the_end(page: Any) -> None:
    page.room("new", game="kuhn_poker", seats=[0, 0], position=DEAL)
    assert page.error("save") == LATER
    assert page.error("explore", ply=2) == LATER
    page.room("resign", player=0)
    assert any(message["type"] == "saved" for message in page.ask("save"))
    assert page.error("back", ply=2) == "the hidden cards have been shown: this game cannot go on"


def test_messages_do_not_contain_what_is_hidden(page: Any) -> None:
    room = page.room("new", game="kuhn_poker", seats=[0, 1], position=DEAL)
    assert room["position"].startswith("sealed:") and not room["seed"] and not room["notation"]
    again = page.room("new", game="kuhn_poker", seats=[0, 1], position=room["position"])
    assert again["written"] == ["J", "…"]
    broken = room["position"][:-4] + "AAA="
    assert "sealed by another run" in page.error("new", game="kuhn_poker", seats=[0, 1],
                                                 position=broken)  # fmt: skip


def test_a_search_for_the_other_player_is_refused(page: Any) -> None:
    page.room("new", game="kuhn_poker", seats=[0, 0], position=f"{DEAL} bet")
    assert page.error("analyse", ply=2, lines=1).startswith("this would use cards")
    assert page.error("review") == LATER


def test_an_equilibrium_is_shown_after_the_game(page: Any) -> None:
    page.room("new", game="kuhn_poker", seats=[0, 0], position=f"{DEAL} bet")
    assert page.error("advise") == "an equilibrium is shown after a game with hidden information"
    page.room("move", ply=3, move="bet")
    page.send("advise")
    found = page.until(lambda m: m["type"] == "advised")
    assert [row["played"] for row in found["rows"]] == ["bet", "bet"]
    assert found["rows"][1]["moves"]["bet"] > 0.99
