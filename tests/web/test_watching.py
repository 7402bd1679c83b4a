"""What a page may say, and what it is told."""

import json
import random
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.games import load
from counterplay.web import connection as watching
from counterplay.web.levels import strengths

PERSON, BEGINNER = 0, 1
FULL = len(strengths(load("connect_four")))
TWO = [PERSON, PERSON]


def is_room(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "room")


# A game -----------------------------------------------------------------------------------------


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
    assert page.error("move", ply=5, move="c3") == "the game is over, no move can be played"


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


def test_nobody_moves_for_the_engine(page: Any) -> None:
    heard = page.ask("new", game="connect_four", seats=[FULL, PERSON])
    heard += page.ask("move", ply=0, move="4")
    assert "it is the engine's turn" in [m.get("text") for m in heard]
    assert page.at_ply(1)["written"]


def test_what_is_no_move_is_refused_and_the_board_shown_again(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="b2")
    heard = page.ask("move", ply=1, move="b2")
    assert heard[0]["text"].startswith("'b2' is not a legal move here; legal are: ")
    assert heard[1]["written"] == ["b2"]


def test_moves_are_read_as_the_game_reads_them(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    assert page.room("move", ply=0, move=" B2 ")["written"] == ["b2"]


# Going back, giving up, other seats ---------------------------------------------------------------


def test_a_move_is_taken_back(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="b2")
    room = page.room("back", ply=1)
    assert (room["plies"], room["written"], room["position"]) == (0, [], "startpos")


def test_with_an_engine_one_goes_back_to_ones_own_turn(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=[PERSON, BEGINNER])
    page.room("move", ply=0, move="b2")
    page.at_ply(2)
    room = page.room("back", ply=2)
    assert (room["plies"], room["player"], room["shares"]) == (0, 0, {})


def test_going_back_while_the_engine_thinks_ends_its_thinking(page: Any) -> None:
    page.room("new", game="connect_four", seats=[PERSON, FULL])
    page.send("move", ply=0, move="4")
    page.send("back", ply=1)
    time.sleep(0.4)
    rooms = [message for message in page.heard() if is_room(message)]
    assert rooms[-1]["plies"] == 0
    assert page.room("move", ply=0, move="3")["written"] == ["3"]
    assert page.at_ply(2)["written"][0] == "3"


def test_a_refused_wish_does_not_stop_the_engine(page: Any) -> None:
    page.room("new", game="connect_four", seats=[PERSON, FULL])
    page.send("move", ply=0, move="4")
    page.send("back", ply=0)
    page.send("resign", player=5)
    page.send("seats", seats=[0])
    assert page.at_ply(2)["player"] == PERSON


@pytest.mark.parametrize("seats", [TWO, [BEGINNER, PERSON]])
def test_there_may_be_nothing_to_take_back(page: Any, seats: list[int]) -> None:
    page.room("new", game="tic_tac_toe", seats=seats)
    ply = sum(seats)
    if ply:
        page.at_ply(1)
    assert page.error("back", ply=ply).startswith("there is no ")


def test_a_player_resigns_and_thinks_better_of_it(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="b2")
    room = page.room("resign", player=1)
    assert (room["over"], room["resigned"], room["result"]) == (True, 1, "O resigns, X wins")
    assert page.error("resign", player=1) == "the game is over already"
    assert page.error("move", ply=1, move="a1") == "the game is over, no move can be played"
    assert not page.room("back", ply=1)["over"]
    assert page.room("move", ply=1, move="a1")["plies"] == 2


def test_the_engine_takes_a_seat_in_the_middle_of_a_game(page: Any) -> None:
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
    assert page.error("show", ply=4) == "ply should be a whole number from 0 to 3"


def test_chance_is_drawn_by_the_server(page: Any) -> None:
    page.room("new", game="dice_race", seats=TWO)
    heard = page.ask("move", ply=0, move="1")
    rooms = [message for message in heard if is_room(message)]
    assert [room["player"] for room in rooms] == [-1, 1]
    assert rooms[0]["moves"] == []
    assert rooms[1]["plies"] == 2


def test_the_same_seed_rolls_the_same(page: Any) -> None:
    rolled = []
    for name in ("a-game-of-dice", "another-game-of-dice"):
        page.room("join", room=name, game="dice_race", seats=TWO, seed=12345)
        for ply in (0, 2, 4, 6):
            room = page.room("move", ply=ply, move="1")
        rolled.append(room["written"])
    assert rolled[0] == rolled[1]


# Several windows, and a server that has forgotten -------------------------------------------------


def test_all_tabs_of_a_room_are_told_alike(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=[PERSON, BEGINNER])
    assert other.room("join", room=room["room"]) == room
    page.send("move", ply=0, move="b2")
    seen = [page.at_ply(2), other.at_ply(2)]
    assert seen[0] == seen[1]


def test_a_tab_that_has_fallen_behind_changes_nothing(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    other.room("join", room=room["room"])
    page.room("move", ply=0, move="b2")
    heard = [m for m in other.ask("move", ply=0, move="a1") if m["type"] == "error"]
    sentence = "the game has gone on in another window: this is how it stands now"
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


def test_a_forgotten_game_is_gone_on_with(page: Any, games: Any) -> None:
    """The record that a page keeps gives the same game to a server that has never heard of it."""
    record = {"game": "tic_tac_toe", "seats": TWO, "position": "x../.o./... moves a2", "seed": 7}
    room = page.room("join", room="remembered-game", **record)
    assert {name: room[name] for name in record} == record
    assert room["room"] == "remembered-game"
    assert page.room("move", ply=1, move="c1")["written"] == ["a2", "c1"]


def test_a_game_that_was_given_up_stays_so(page: Any) -> None:
    record = {"game": "tic_tac_toe", "seats": [0, 1], "position": "startpos moves b2"}
    room = page.room("join", room="given-up-game", **record, resigned=0)
    assert (room["over"], room["result"]) == (True, "X resigns, O wins")
    assert page.heard() == []


def test_what_the_server_knows_counts_more_than_what_a_page_brings(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    page.room("move", ply=0, move="b2")
    record = {"game": "nim", "seats": TWO, "position": "startpos"}
    assert other.room("join", room=room["room"], **record)["written"] == ["b2"]


def test_an_unknown_room_is_refused(page: Any) -> None:
    assert page.error("join", room="no-such-room-here") == "this game is not on the server any more"


@pytest.mark.parametrize(
    "name", ["", "short", "x" * 65, "../../etc/passwd", "a b c d e f", "ööööööööö"]
)
def test_a_room_has_a_plain_name(page: Any, name: str) -> None:
    error = page.error("join", room=name, game="tic_tac_toe", seats=TWO)
    assert error.startswith("room should be the name of a game")


def test_a_page_that_left_is_told_nothing_more(page: Any, other: Any) -> None:
    room = page.room("new", game="tic_tac_toe", seats=TWO)
    other.room("join", room=room["room"])
    page.send("leave")
    other.room("move", ply=0, move="b2")
    assert page.heard() == []
    assert page.error("move", ply=1, move="a1") == "no game is open here"


# Looking ------------------------------------------------------------------------------------------


def test_an_analysis_shows_lines_and_ends_proven(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b2")
    page.send("analyse", ply=2, lines=3)
    found = page.until(lambda m: m["type"] == "analysis" and m["done"])
    assert (found["ply"], found["source"], len(found["lines"])) == (2, "proven", 3)
    assert found["share"] == 0.5
    assert found["lines"][0]["verdict"] == "a draw"
    assert page.room("show", ply=2)["shares"]["2"] == 0.5


def test_an_analysis_ends_when_it_is_told_to(page: Any) -> None:
    page.room("new", game="connect_four", seats=TWO)
    page.send("analyse", ply=0)
    page.until(lambda m: m["type"] == "analysis")
    page.ask("stop")
    time.sleep(0.3)
    assert page.heard() == []


def test_there_is_nothing_to_analyse_where_the_game_is_over(page: Any) -> None:
    page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b1 a2 b2 a3")
    sentence = "the game is over here: there is nothing to analyse"
    assert page.error("analyse", ply=5) == sentence
    page.send("analyse", ply=4)
    assert page.until(lambda m: m["type"] == "analysis" and m["done"])["share"] == 1


def test_a_game_is_looked_through(page: Any) -> None:
    """b1 gives the game away: the first player stands even before it and wins after it."""
    page.room("new", game="tic_tac_toe", seats=TWO, position="startpos moves a1 b1 a2 b2 a3")
    page.send("review")
    told = page.all_until(lambda m: m["type"] == "reviewed" and m.get("done"))
    shares = {m["ply"]: m["share"] for m in told if m["type"] == "reviewed" and "ply" in m}
    assert shares == {0: 0.5, 1: 0.5, 2: 1.0, 3: 1.0, 4: 1.0, 5: 1.0}
    assert told[-2]["verdict"] == "the end"


def test_a_tree_is_drawn(page: Any) -> None:
    page.send("trace", tree="[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", algorithm="alphabeta")
    tree = page.until(lambda m: m["type"] == "tree")
    assert (len(tree["steps"]), tree["algorithm"]) == (16, "alphabeta")
    assert tree["svg"].startswith("<svg")


def test_no_game_is_open_at_first(page: Any) -> None:
    for type in ("move", "back", "resign", "seats", "show", "analyse", "review"):
        assert page.error(type, ply=0, move="a1") == "no game is open here"


def test_a_game_that_is_not_served_is_refused(page: Any) -> None:
    for name in ("chess", "/etc/passwd", "../tic_tac_toe.py", ""):
        text = f"there is no game {name!r} on this server"
        assert page.error("new", game=name, seats=TWO) == text
        assert page.error("trace", game=name) == text


# Rubbish ------------------------------------------------------------------------------------------

FRAMES = (
    "", " ", "null", "1", "[]", "{}", '"new"', '{"type": 1}', '{"type": null}', '{"type": []}',
    "{", "[" * 20_000, '{"a":' * 5_000, "1" * 5_000, "NaN", '{"type": "new"', "\x00", "\ud7ff",
)  # fmt: skip


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
def test_what_is_no_message_is_refused_in_a_sentence(page: Any, frame: str) -> None:
    page.session.send_text(frame)
    [heard] = page.heard()
    assert heard["type"] == "error"
    assert heard["text"].startswith("this is not a message: ")


def test_bytes_are_no_message(page: Any) -> None:
    page.session.send_bytes(b"\x00\xff")
    assert page.heard()[0]["text"] == "this is not a message: JSON is expected"


def test_what_cannot_be_asked_for_is_named(page: Any) -> None:
    assert page.error("destroy") == "'destroy' is nothing that can be asked for"


VALID: tuple[dict[str, Any], ...] = (
    {"type": "new", "game": "tic_tac_toe", "seats": [0, 0], "position": "startpos moves a1"},
    {"type": "join", "room": "one-room-for-all", "game": "nim", "seats": [0, 0], "seed": 3},
    {"type": "move", "ply": 0, "move": "a1"}, {"type": "back", "ply": 1},
    {"type": "resign", "player": 0}, {"type": "seats", "seats": [0, 0]},
    {"type": "show", "ply": 0}, {"type": "analyse", "ply": 0, "lines": 3}, {"type": "review"},
    {"type": "stop"}, {"type": "leave"}, {"type": "ping"},
    {"type": "trace", "tree": "[1, 2]", "algorithm": "minimax", "depth": 1},
    {"type": "trace", "game": "nim", "position": "startpos", "algorithm": "alphabeta", "depth": 1},
)  # fmt: skip
ODD = (
    None,
    True,
    -1,
    0,
    1.5,
    10**30,
    "",
    "x",
    "ü\ud800",
    "9" * 33_000,
    [],
    [0],
    [[]],
    {},
    {"a": 1},
)


def test_whatever_a_field_holds_the_server_says_what_is_wrong(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Every field of every message in turn, and messages with some fields changed, left out or
    added: all are answered, by an error in a sentence at most, and the server goes on."""
    monkeypatch.setattr(watching, "BURST", 1e9)
    dice = random.Random(1)
    frames = [json.dumps({**message, name: odd})
              for message in VALID for name in message for odd in ODD]  # fmt: skip
    for _ in range(300):
        message = dict(dice.choice(VALID))
        for name in dice.sample([*message, "seed", "resigned", "ply"], 2):
            message[name] = dice.choice(ODD)
        message.pop(dice.choice([*message, "none"]), None)
        frames.append(json.dumps(message))
    with client.websocket_connect("ws://localhost/ws") as session:
        for frame in frames:
            session.send_text(frame)
        session.send_json({"type": "leave"})
        session.send_json({"type": "new", "game": "nim", "seats": [0, 0]})
        session.send_json({"type": "ping", "last": True})
        heard = list[Any]()
        while not (heard and is_room(heard[-1]) and heard[-1]["game"] == "nim"
                   and heard[-1]["room"] != "one-room-for-all"):  # fmt: skip
            heard.append(session.receive_json())
    errors = [message["text"] for message in heard if message["type"] == "error"]
    assert len(errors) > len(VALID) * len(ODD) / 2
    assert all(len(text) <= watching.LONGEST_ERROR for text in errors)
    assert not caplog.records


def test_a_page_that_sends_too_much_waits(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "RATE", 100.0)
    started = time.monotonic()
    for _ in range(100):
        page.send("ping")
    for _ in range(100):
        assert page.session.receive_json() == {"type": "pong"}
    least = (100 - watching.BURST) / 100
    assert least - 0.05 < time.monotonic() - started


def test_a_page_that_takes_no_messages_is_let_go(games: Any) -> None:
    from counterplay.web.rooms import Rooms
    from counterplay.web.state import State
    from counterplay.web.workers import Thinkers

    state = State(games, Thinkers(1, 1), Rooms())
    slow = watching.Watching(state)
    for _ in range(watching.MOST_QUEUED):
        slow.tell({"type": "pong"})
    assert not slow.is_lost.is_set()
    slow.tell({"type": "pong"})
    assert slow.is_lost.is_set()
    state.close()
