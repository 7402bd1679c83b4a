"""Games with hidden cards: what a page gets, and what it does not get."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.database import Database
from counterplay.games import load
from counterplay.web import make_app
from counterplay.web.room import new_room

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


def test_a_player_does_not_learn_what_another_may_do() -> None:
    room = new_room(load(KUHN), DEAL, (0, 0))
    key = room.invite(1)
    assert len(room.as_json(None, room.keys.host)["moves"]) == 2
    assert room.as_json(None, key)["moves"] == []
    room.play("bet")
    assert room.as_json(None, room.keys.host)["moves"] == []
    assert len(room.as_json(None, key)["moves"]) == 2


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


def test_a_game_in_progress_is_not_begun_again_from_other_seats(page: Any) -> None:
    """Its sealed text knows all cards, and a game without people shows them."""
    room = page.room("new", game="kuhn_poker", seats=[0, 1], position=DEAL)
    for seats in ([0, 1], [1, 1], [0, 0]):
        said = page.error("new", game="kuhn_poker", seats=seats, position=room["position"])
        assert said.startswith("a game with hidden cards cannot start")


def test_who_may_not_see_the_game_gets_no_search_of_it(page: Any, other: Any) -> None:
    room = page.room("new", game="kuhn_poker", seats=[0, 0], position=DEAL)
    assert any(message["type"] == "closed" for message in other.ask("join", room=room["room"]))
    assert other.error("analyse", ply=2, lines=1).startswith("this would use cards")


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
