"""Several tabs of one game, and a server that has forgotten a game."""

from typing import Any

import pytest

from counterplay.games import load
from counterplay.web.levels import strengths

PERSON, BEGINNER = 0, 1
FULL = len(strengths(load("connect_four")))
TWO = [PERSON, PERSON]


def is_room(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "room")


def test_all_tabs_of_a_room_get_the_same_messages(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=[PERSON, BEGINNER])
    assert other.room("join", room=room["room"]) == room
    page.send("move", ply=0, move="b2")
    seen = [page.at_ply(2), other.at_ply(2)]
    assert seen[0] == seen[1]


def test_an_outdated_tab_changes_nothing(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    other.room("join", room=room["room"])
    page.room("move", ply=0, move="b2")
    heard = [m for m in other.ask("move", ply=0, move="a1") if m["type"] == "error"]
    sentence = "the game changed in another window: here is the current position"
    assert [message["text"] for message in heard] == [sentence]
    assert other.error("back", ply=0) == sentence
    assert page.room("show", ply=1)["written"] == ["b2"]


def test_two_moves_for_one_ply_at_once_are_one_move(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    other.room("join", room=room["room"])
    page.send("move", ply=0, move="b2")
    other.send("move", ply=0, move="a1")
    heard = [*page.heard(), *other.heard()]
    assert sum(message["type"] == "error" for message in heard) == 1
    assert {len(m["written"]) for m in heard if is_room(m) and m["plies"]} == {1}


def test_a_forgotten_game_is_restored(page: Any, games: Any) -> None:
    """The record that a page keeps gives the same game to a server that has never heard of it."""
    record = {"game": "tic_tac_toe", "seats": TWO, "position": "x../.o./... moves a2", "seed": 7}
    room = page.room("join", room="remembered-game", **record)
    assert {name: room[name] for name in record} == record
    assert room["room"] == "remembered-game"
    assert page.room("move", ply=1, move="c1")["written"] == ["a2", "c1"]


def test_a_resigned_game_is_restored_as_resigned(page: Any) -> None:
    record = {"game": "tic_tac_toe", "seats": [0, 1], "position": "startpos moves b2"}
    room = page.room("join", room="given-up-game", **record, resigned=0)
    assert (room["over"], room["result"]) == (True, "X resigns, O wins")
    assert page.heard() == []


def test_the_servers_room_wins_over_the_record_of_a_page(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="b2")
    record = {"game": "nim", "seats": TWO, "position": "startpos"}
    assert other.room("join", room=room["room"], **record)["written"] == ["b2"]


def test_an_unknown_room_is_refused(page: Any) -> None:
    assert page.error("join", room="no-such-room-here") == "this game is no longer on the server"


@pytest.mark.parametrize(
    "name", ["", "short", "x" * 65, "../../etc/passwd", "a b c d e f", "ööööööööö"]
)
def test_the_id_of_a_room_is_validated(page: Any, name: str) -> None:
    error = page.error("join", room=name, game="tic_tac_toe", seats=TWO)
    assert error.startswith("room must be the id of a game")


def test_a_page_that_left_gets_no_more_messages(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    other.room("join", room=room["room"])
    page.send("leave")
    other.room("move", ply=0, move="b2")
    assert page.heard() == []
    assert page.error("move", ply=1, move="a1") == "no game is open here"
