"""What a connection accepts, and how it refuses the rest."""

import json
import random
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.web import connection
from counterplay.web.handlers import HANDLERS

TWO = [0, 0]


def is_room(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "room")


def test_no_game_is_open_at_first(page: Any) -> None:
    for type in ("move", "back", "resign", "seats", "show", "analyse", "review"):
        assert page.error(type, ply=0, move="a1") == "no game is open here"


def test_a_game_that_is_not_served_is_refused(page: Any) -> None:
    for name in ("chess", "/etc/passwd", "../tic_tac_toe.py", ""):
        text = f"there is no game {name!r} on this server"
        assert page.error("new", game=name, seats=TWO) == text
        assert page.error("trace", game=name) == text


FRAMES = (
    "", " ", "null", "1", "[]", "{}", '"new"', '{"type": 1}', '{"type": null}', '{"type": []}',
    "{", "[" * 20_000, '{"a":' * 5_000, "1" * 5_000, "NaN", '{"type": "new"', "\x00", "\ud7ff",
)  # fmt: skip


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
def test_an_invalid_message_is_refused_with_a_sentence(page: Any, frame: str) -> None:
    page.session.send_text(frame)
    [heard] = page.heard()
    assert heard["type"] == "error"
    assert heard["text"].startswith("this is not a message: ")


def test_bytes_are_refused(page: Any) -> None:
    page.session.send_bytes(b"\x00\xff")
    assert page.heard()[0]["text"] == "this is not a message: JSON is expected"


def test_an_unknown_message_type_is_refused(page: Any) -> None:
    assert page.error("destroy") == "there is no message type 'destroy'"


VALID: tuple[dict[str, Any], ...] = (
    {"type": "new", "game": "tic_tac_toe", "seats": [0, 0], "position": "startpos moves a1"},
    {"type": "new", "game": "tic_tac_toe", "seats": [0, 0], "clocks": [300, 5]},
    {"type": "join", "room": "one-room-for-all", "key": "a-key", "kept": "sealed:"},
    {"type": "edit", "game": "tic_tac_toe", "text": "", "pieces": [""] * 9, "player": 0},
    {"type": "try", "ply": 0, "moves": ["b2"]}, {"type": "promote", "ply": 1},
    {"type": "delete", "ply": 1}, {"type": "preview", "ply": 0, "moves": ["a1"]},
    {"type": "judge", "ply": 0, "move": "b2"},
    {"type": "annotate", "ply": 0, "glyph": "!?", "comment": "a plan"},
    {"type": "invite", "player": 1}, {"type": "dismiss", "player": 1},
    {"type": "pause", "paused": 1},
    {"type": "draw", "player": 0}, {"type": "rematch"}, {"type": "restart"},
    {"type": "move", "ply": 0, "move": "a1"}, {"type": "back", "ply": 1},
    {"type": "step", "ply": 0, "done": [["a1"]]},
    {"type": "resign", "player": 0}, {"type": "seats", "seats": [0, 0]},
    {"type": "show", "ply": 0}, {"type": "analyse", "ply": 0, "lines": 3}, {"type": "review"},
    {"type": "advise"},
    {"type": "stop"}, {"type": "leave"}, {"type": "ping"}, {"type": "save"},
    {"type": "explore", "ply": 0},
    {"type": "trace", "tree": "[1, 2]", "algorithm": "minimax", "depth": 1, "options": {},
     "other": "beam", "other_options": {"width": "2"}},
    {"type": "question", "level": 1, "seed": 3, "number": 2, "game": "", "tree": "[[1, 2], [3]]"},
    {"type": "answer", "level": 1, "seed": 3, "number": 2, "text": "1", "skip": False},
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


def test_every_message_type_has_an_example() -> None:
    assert {message["type"] for message in VALID} == set(HANDLERS)


def test_invalid_fields_are_refused_with_a_sentence(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Every field of every message in turn, and messages with some fields changed, left out or
    added: all are answered, by an error in a sentence at most, and the server goes on."""
    monkeypatch.setattr(connection, "BURST", 1e9)
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
        while not (heard and is_room(heard[-1]) and heard[-1]["game"] == "nim"):
            heard.append(session.receive_json())
    errors = [message["text"] for message in heard if message["type"] == "error"]
    assert len(errors) > len(VALID) * len(ODD) / 2
    assert all(len(text) <= connection.LONGEST_ERROR for text in errors)
    assert not caplog.records


def test_a_page_that_sends_too_fast_is_read_slowly(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "RATE", 100.0)
    started = time.monotonic()
    for _ in range(100):
        page.send("ping")
    for _ in range(100):
        assert page.session.receive_json() == {"type": "pong"}
    least = (100 - connection.BURST) / 100
    assert least - 0.05 < time.monotonic() - started


def test_a_page_that_does_not_read_is_disconnected(games: Any) -> None:
    from counterplay.web.rooms import Rooms
    from counterplay.web.state import State
    from counterplay.web.workers import Workers

    state = State(games, Workers(1, 1), Rooms())
    slow = connection.Connection(state)
    for _ in range(connection.MOST_QUEUED):
        slow.send({"type": "pong"})
    assert not slow.is_lost.is_set()
    slow.send({"type": "pong"})
    assert slow.is_lost.is_set()
    state.close()
