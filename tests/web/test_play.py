"""A game over one connection: moves, the engine, chance, taking back, resigning."""

import time
from typing import Any

import pytest

from counterplay.games import load
from counterplay.web.levels import strengths
from counterplay.web.room import new_room

PERSON, BEGINNER = 0, 1
FULL = len(strengths(load("connect_four")))
TWO = [PERSON, PERSON]


def is_room(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "room")


def test_a_new_game_is_shown_with_its_board_and_moves(page: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    assert (room["ply"], room["player"], room["over"]) == (0, 0, False)
    assert len(room["board"]["cells"]) == 9
    assert sorted(move["text"] for move in room["moves"]) == sorted(
        f"{column}{row}" for column in "abc" for row in "123"
    )


def test_a_game_begins_at_a_position_in_the_games_notation(page: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO, position="x../.o./... moves a2")
    assert room["written"] == ["a2"]
    assert room["position"] == "x../.o./... moves a2"


def test_people_play_to_the_end(page: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    for ply, move in enumerate(["a1", "b1", "a2", "b2", "a3"]):
        room = page.room("move", ply=ply, move=move)
    assert room["over"]
    assert room["result"] == "X wins"
    assert room["moves"] == []
    assert room["player"] is None
    assert page.error("move", ply=5, move="c3") == "the game is over: no move can be made"


@pytest.mark.parametrize("first", [PERSON, BEGINNER])
def test_the_engine_answers_at_its_turn(page: Any, first: int) -> None:
    seats = [first, BEGINNER if first == PERSON else PERSON]
    page.room("new", game="tic_tac_toe", seats=seats)
    if first == PERSON:
        page.room("move", ply=0, move="b2")
    ply = 2 if first == PERSON else 1
    room = page.at_ply(ply)
    assert room["player"] == seats.index(PERSON)
    assert len(room["written"]) == ply
    assert room["sources"] == {str(ply): "search"}


def test_two_engines_play_a_game_by_themselves(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=[1, 2])
    told = page.all_until(lambda m: is_room(m) and m["over"])
    plies = [message["plies"] for message in told if is_room(message)]
    assert plies == list(range(plies[0], plies[0] + len(plies)))


def test_a_person_cannot_move_for_the_engine(page: Any) -> None:
    heard = page.ask("new", game="connect_four", seats=[FULL, PERSON])
    heard += page.ask("move", ply=0, move="4")
    assert "it is the engine's turn" in [m.get("text") for m in heard]
    assert page.at_ply(1)["written"]


def test_an_illegal_move_is_refused_and_the_board_sent_again(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="b2")
    heard = page.ask("move", ply=1, move="b2")
    assert heard[0]["text"].startswith("'b2' is not a legal move here; legal are: ")
    assert heard[1]["written"] == ["b2"]


def test_moves_are_read_as_the_game_reads_them(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    assert page.room("move", ply=0, move=" B2 ")["written"] == ["b2"]


def test_a_move_is_taken_back(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="b2")
    room = page.room("back", ply=1)
    assert (room["plies"], room["written"], room["position"]) == (0, [], "startpos")


def test_taking_back_also_takes_back_the_engines_move(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=[PERSON, BEGINNER])
    page.room("move", ply=0, move="b2")
    page.at_ply(2)
    room = page.room("back", ply=2)
    assert (room["plies"], room["player"], room["shares"]) == (0, 0, {})


def test_taking_back_stops_the_engine(page: Any) -> None:
    page.room("new", game="connect_four", seats=[PERSON, FULL])
    page.send("move", ply=0, move="4")
    page.send("back", ply=1)
    time.sleep(0.4)
    rooms = [message for message in page.heard() if is_room(message)]
    assert rooms[-1]["plies"] == 0
    assert page.room("move", ply=0, move="3")["written"] == ["3"]
    assert page.at_ply(2)["written"][0] == "3"


def test_a_refused_message_does_not_stop_the_engine(page: Any) -> None:
    page.room("new", game="connect_four", seats=[PERSON, FULL])
    page.send("move", ply=0, move="4")
    page.send("back", ply=0)
    page.send("resign", player=5)
    page.send("seats", seats=[0])
    assert page.at_ply(2)["player"] == PERSON


@pytest.mark.parametrize("seats", [TWO, [BEGINNER, PERSON]])
def test_without_a_move_nothing_is_taken_back(page: Any, seats: list[int]) -> None:
    page.room("new", game="tic_tac_toe", seats=seats)
    ply = sum(seats)
    if ply:
        page.at_ply(1)
    assert page.error("back", ply=ply).startswith("there is no ")


def test_a_resignation_can_be_taken_back(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="b2")
    room = page.room("resign", player=1)
    assert (room["over"], room["resigned"], room["result"]) == (True, 1, "O resigns, X wins")
    assert page.error("resign", player=1) == "the game is already over"
    assert page.error("move", ply=1, move="a1") == "the game is over: no move can be made"
    assert not page.room("back", ply=1)["over"]
    assert page.room("move", ply=1, move="a1")["plies"] == 2


def test_the_engine_can_take_over_during_a_game(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="b2")
    page.room("seats", seats=[PERSON, BEGINNER])
    assert page.at_ply(2)["seats"] == [PERSON, BEGINNER]


def test_an_earlier_board_is_shown(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    for ply, move in enumerate(["a1", "b2", "c3"]):
        page.room("move", ply=ply, move=move)
    room = page.room("show", ply=1)
    assert (room["ply"], room["plies"], room["player"]) == (1, 3, 1)
    assert [cell["name"] for cell in room["board"]["cells"] if cell.get("piece")] == ["a1"]
    assert [room["board"]["cells"][i]["name"] for i in room["last"]] == ["a1"]
    assert page.error("show", ply=4).startswith("this move is no longer there")


def test_chance_is_drawn_by_the_server(page: Any) -> None:
    page.room("new", game="dice_race", seats=TWO)
    heard = page.ask("move", ply=0, move="1")
    rooms = [message for message in heard if is_room(message)]
    assert [room["player"] for room in rooms] == [-1, 1]
    assert rooms[0]["moves"] == []
    assert rooms[1]["plies"] == 2


def test_the_same_seed_rolls_the_same(games: Any) -> None:
    rolled = []
    for _ in range(2):
        room = new_room(games["dice_race"], "", (0, 0), seed=12345)
        for ply in (0, 2, 4, 6):
            room.play("1", ply)
            assert room.play_chance()
        rolled.append(room.written)
    assert rolled[0] == rolled[1]
