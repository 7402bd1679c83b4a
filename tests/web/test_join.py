"""Several tabs of one game, and a server that has forgotten a game."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.games import load
from counterplay.web import make_app
from counterplay.web.room import new_room
from counterplay.web.sealed import seal
from tests.web.conftest import ADDRESS, Page

PERSON, BEGINNER = 0, 1
TWO = [PERSON, PERSON]


def is_room(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "room")


def told(message: dict[str, Any]) -> dict[str, Any]:
    """A room without the text that is sealed anew each time."""
    return {name: value for name, value in message.items() if name != "kept"}


def test_all_tabs_of_a_room_get_the_same_messages(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=[PERSON, BEGINNER])
    assert told(other.room("join", room=room["room"], key=room["key"])) == told(room)
    page.send("move", ply=0, move="b2")
    seen = [page.at_ply(2), other.at_ply(2)]
    assert told(seen[0]) == told(seen[1])


def test_an_outdated_tab_changes_nothing(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    other.room("join", room=room["room"], key=room["key"])
    page.room("move", ply=0, move="b2")
    heard = [m for m in other.ask("move", ply=0, move="a1") if m["type"] == "error"]
    sentence = "the game changed in another window: here is the current position"
    assert [message["text"] for message in heard] == [sentence]
    assert other.error("back", ply=0) == sentence
    assert page.room("show", ply=1)["written"] == ["b2"]


def test_two_moves_for_one_ply_at_once_are_one_move(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    other.room("join", room=room["room"], key=room["key"])
    page.send("move", ply=0, move="b2")
    other.send("move", ply=0, move="a1")
    heard = [*page.heard(), *other.heard()]
    assert sum(message["type"] == "error" for message in heard) == 1
    assert {len(m["written"]) for m in heard if is_room(m) and m["plies"]} == {1}


def kept_by(games: Any, *messages: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """What a page keeps of a game on a server that is closed then."""
    with (
        TestClient(make_app(games), base_url="http://localhost") as client,
        client.websocket_connect(ADDRESS) as session,
    ):
        page = Page(session)
        room = [page.room(type, **fields) for type, fields in messages][-1]
    return {name: room[name] for name in ("room", "key", "kept")}


NEW = ("new", {"game": "tic_tac_toe", "seats": TWO, "position": "x../.o./... moves a2"})


def test_a_forgotten_game_is_restored(page: Any, games: Any) -> None:
    """What a page keeps gives the same game to a server that has never heard of it."""
    kept = kept_by(games, NEW)
    room = page.room("join", **kept)
    assert (room["room"], room["written"], room["yours"]) == (kept["room"], ["a2"], [True, True])
    assert page.room("move", ply=1, move="c1")["written"] == ["a2", "c1"]


def test_a_resigned_game_is_restored_as_resigned(page: Any, games: Any) -> None:
    room = page.room("join", **kept_by(games, NEW, ("resign", {"player": 0})))
    assert (room["over"], room["result"]) == (True, "X resigns, O wins")
    assert page.heard() == []


def test_what_knows_more_of_a_game_counts(page: Any, other: Any, games: Any) -> None:
    """Two pages come back to a restarted server; one of them missed the last move."""
    kept = kept_by(games, NEW, ("move", {"ply": 1, "move": "c1"}))
    before = {**kept, "kept": kept_by(games, NEW)["kept"]}
    assert page.error("join", **before) == "this game is no longer on the server"
    assert page.room("join", **kept)["written"] == ["a2", "c1"]
    page.room("move", ply=2, move="c2")
    assert other.room("join", **kept)["written"] == ["a2", "c1", "c2"]
    assert page.room("back", ply=3)["plies"] == 2
    assert other.room("join", **kept)["plies"] == 2


def test_a_page_that_knows_more_takes_the_others_along(page: Any, other: Any) -> None:
    """The server was killed, and the page that comes back first had missed the last move."""
    room = new_room(load("tic_tac_toe"), "", (0, 0))
    records = [seal(room.record)]
    room.play("b2")
    records.append(seal(room.record))
    page.room("join", room=room.id, key=room.keys.host, kept=records[0])
    other.room("join", room=room.id, key=room.keys.host, kept=records[1])
    assert page.at_ply(1)["written"] == ["b2"]
    page.room("move", ply=1, move="a1")
    assert other.at_ply(2)["written"] == ["b2", "a1"]


def test_no_page_can_make_up_a_game(page: Any, games: Any) -> None:
    kept = kept_by(games, NEW)
    for text in ("", "sealed:", "sealed:AAAA", kept["kept"][:-8] + "AAAAAAAA", "x" * 100):
        assert page.error("join", room=kept["room"], key=kept["key"], kept=text) == (
            "this game is no longer on the server"
        )
    assert page.error("join", room="a-room-of-my-own", key="", kept=kept["kept"]) == (
        "this game is no longer on the server"
    )


def test_an_unknown_room_is_refused(page: Any) -> None:
    assert page.error("join", room="no-such-room-here") == "this game is no longer on the server"


@pytest.mark.parametrize(
    "name", ["", "short", "x" * 65, "../../etc/passwd", "a b c d e f", "ööööööööö"]
)
def test_the_id_of_a_room_is_validated(page: Any, name: str) -> None:
    error = page.error("join", room=name)
    assert error.startswith("room must be the id of a game")


def test_a_page_that_left_gets_no_more_messages(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    other.room("join", room=room["room"], key=room["key"])
    page.send("leave")
    other.room("move", ply=0, move="b2")
    assert page.heard() == []
    assert page.error("move", ply=1, move="a1") == "no game is open here"
