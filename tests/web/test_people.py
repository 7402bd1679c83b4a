"""Several people in one room: keys, guests, watchers, draws, rematches, clocks."""

import itertools
from typing import Any

import pytest

from counterplay.games import load
from counterplay.web.clocks import Clocks
from counterplay.web.keys import Keys
from counterplay.web.room import OUT_OF_TIME, new_room, rematch, reopened

TWO = [0, 0]
NOT_YOURS = "O is played by another person"


def invited(page: Any, player: int) -> str:
    """The key of a guest."""
    heard = page.ask("invite", player=player)
    return str(next(m["key"] for m in heard if m["type"] == "invited"))


def test_without_a_key_one_can_only_watch(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    assert (room["host"], room["yours"]) == (True, [True, True])
    seen = other.room("join", room=room["room"])
    assert (seen["host"], seen["yours"], seen["key"]) == (False, [False, False], "")
    assert other.error("move", ply=0, move="b2") == "X is played by another person"
    assert other.error("resign", player=0) == "X is played by another person"
    for type, fields in {
        "back": {"ply": 0}, "seats": {"seats": [1, 1]}, "invite": {"player": 0},
        "dismiss": {"player": 0}, "pause": {"paused": 1},
    }.items():  # fmt: skip
        assert other.error(type, **fields).startswith("only the person who opened this game")
    assert page.room("move", ply=0, move="b2")["written"] == ["b2"]
    assert other.at_ply(1)["written"] == ["b2"]


def test_a_guest_plays_one_seat_and_the_host_the_other(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    key = invited(page, 1)
    seen = other.room("join", room=room["room"], key=key)
    assert (seen["host"], seen["yours"], seen["present"]) == (False, [False, True], [True, True])
    assert other.error("move", ply=0, move="b2") == "X is played by another person"
    page.room("move", ply=0, move="b2")
    assert page.error("move", ply=1, move="a1") == NOT_YOURS
    assert page.error("resign", player=1) == NOT_YOURS
    assert page.error("back", ply=1) == "another person plays, too: a move cannot be taken back"
    other.at_ply(1)
    assert other.room("move", ply=1, move="a1")["written"] == ["b2", "a1"]
    assert other.error("analyse", ply=2, lines=1).startswith("you play against another person")
    assert "resigns" in other.room("resign", player=1)["result"]


def test_a_link_that_was_taken_back_no_longer_plays(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    key = invited(page, 1)
    assert invited(page, 1) == key
    other.room("join", room=room["room"], key=key)
    assert page.room("dismiss", player=1)["yours"] == [True, True]
    page.room("move", ply=0, move="b2")
    assert other.error("move", ply=1, move="a1") == NOT_YOURS
    assert invited(page, 1) != key


def test_an_engine_has_no_guest(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=[0, 1])
    assert page.error("invite", player=1) == "only the seat of a person can be given to a guest"
    invited(page, 0)
    assert page.room("seats", seats=[1, 1])["guests"] == []


def test_a_draw_is_agreed_by_both(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    other.room("join", room=room["room"], key=invited(page, 1))
    assert page.room("draw", player=0)["offer"] == 0
    assert page.room("draw", player=0)["over"] is False  # one's own offer is not accepted
    seen = other.room("draw", player=1)
    assert (seen["over"], seen["result"]) == (True, "Draw by agreement")


def test_a_move_declines_a_draw(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("draw", player=1)
    assert page.room("move", ply=0, move="b2")["offer"] is None


def test_a_draw_with_an_engine_is_refused(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=[0, 1])
    assert page.error("draw", player=0) == "a draw can be offered in games between two people"


def test_a_rematch_changes_sides_and_takes_everyone_along(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO, clocks=[60, 2])
    key = invited(page, 1)
    other.room("join", room=room["room"], key=key)
    assert other.error("rematch") == "this game is not over yet"
    page.room("resign", player=0)
    other.send("rematch")
    for one, own, held in ((page, room["key"], [False, True]), (other, key, [True, False])):
        found = one.until(lambda m: m["type"] == "rematch")["room"]
        seen = one.room("join", room=found, key=own)
        assert (seen["yours"], seen["plies"], seen["clocks"]["left"]) == (held, 0, [60, 60])


def test_everyone_plays_the_next_player_in_a_rematch() -> None:
    room = new_room(load("dots_and_boxes", players=3), "", (0, 1, 0))
    room.invite(2)
    again = rematch(room)
    assert again.seats == (0, 0, 1)
    assert again.held(room.keys.guests[2]) == [True, False, False]
    assert again.held(room.keys.host) == [False, True, False]


def test_engines_wait_while_the_game_is_paused(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    assert page.room("pause", paused=1)["paused"] is True
    page.room("seats", seats=[1, 1])
    page.send("show", ply=0)
    assert not any(m["type"] == "thinking" for m in page.heard())
    page.send("pause", paused=0)
    assert page.until(lambda m: m["type"] == "room" and m["over"])["plies"] >= 5


# Hidden cards ------------------------------------------------------------------------------------


def test_a_game_with_hidden_cards_has_no_watchers_and_no_others_cards() -> None:
    room = new_room(load("kuhn"), "startpos moves J K", (0, 0))
    guest = room.invite(1)
    seen = {key: room.as_json(key=key) for key in (room.keys.host, guest)}
    assert [one["written"] for one in seen.values()] == [["J", "…"], ["…", "K"]]
    assert [one["yours"] for one in seen.values()] == [[True, False], [False, True]]
    assert room.is_closed_to("") and not room.is_closed_to(guest)
    room.invite(0)
    assert room.is_closed_to(room.keys.host)  # who plays for nobody does not see the cards
    room.resign(0)
    assert not room.is_closed_to("")


def test_a_watcher_is_told_that_the_cards_are_hidden(page: Any, other: Any) -> None:
    room = page.room("new", game="kuhn", seats=TWO, position="startpos moves J K")
    [told] = other.ask("join", room=room["room"])
    assert told == {
        "type": "closed",
        "text": "this game has hidden cards: others can watch it when it is over",
    }
    page.room("resign", player=0)
    assert other.until(lambda m: m["type"] == "room")["written"] == ["J", "K"]


@pytest.fixture(scope="module")
def games() -> dict[str, Any]:
    return {name: load(name) for name in ("tic_tac_toe", "kuhn")}


# Clocks ------------------------------------------------------------------------------------------


def test_a_clock_runs_from_the_first_move_and_gets_the_increment() -> None:
    clocks = Clocks.new(60, 5, 2)
    now = [0.0]
    clocks.now = lambda: now[0]
    room = new_room(load("tic_tac_toe"), "", (0, 0), clocks)
    now[0] = 100.0
    room.play("b2")
    assert (clocks.running, clocks.as_json()["left"]) == (1, [60, 60])
    now[0] = 110.0
    room.play("a1")
    assert (clocks.running, clocks.as_json()["left"]) == (0, [60, 55])
    now[0] = 169.0
    assert not room.run_out()
    now[0] = 170.5
    assert room.run_out() and room.fault == OUT_OF_TIME
    assert room.as_json()["result"] == "X loses (out of time), O wins"
    assert clocks.running is None


def test_clocks_of_a_restored_game_stand_still_until_the_next_move() -> None:
    clocks = Clocks.new(60, 0, 2)
    now = itertools.count(0.0, 7.0)
    clocks.now = lambda: next(now)
    room = new_room(load("tic_tac_toe"), "", (0, 0), clocks)
    room.play("b2")
    again = reopened(room.game, room.record)
    assert again.clocks is not None and again.clocks.running is None
    assert again.clocks.left[1] < 60
    again.play("a1")
    assert again.clocks.running == 0


def test_the_server_ends_a_game_when_the_time_is_up(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.web.messages.LEAST_SECONDS", 1)
    page.room("new", game="tic_tac_toe", seats=TWO, clocks=[1, 0])
    page.room("move", ply=0, move="b2")
    seen = page.until(lambda m: m["type"] == "room" and m["over"])
    assert seen["result"] == "O loses (out of time), X wins"


@pytest.mark.parametrize("given", [[5, 0], [60], [60, -1], [60, 0, 0], ["60", 0], 60, [10**9, 0]])
def test_clocks_that_make_no_sense_are_refused(page: Any, given: Any) -> None:
    error = page.error("new", game="tic_tac_toe", seats=TWO, clocks=given)
    assert error.startswith("clocks must be two whole numbers: 10 to 86,400 seconds")


def test_keys_are_long_and_never_the_same() -> None:
    keys = [Keys() for _ in range(1000)]
    made = {one.host for one in keys} | {one.invite(1) for one in keys}
    assert len(made) == 2000 and all(len(key) >= 20 for key in made)
