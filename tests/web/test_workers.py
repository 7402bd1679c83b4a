"""Searches stop when their page is closed, and compiling one game does not delay another."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.core.game.errors import InputError
from counterplay.games import load
from counterplay.session import Session
from counterplay.web import levels as strength
from counterplay.web import state
from counterplay.web import workers as thinking
from counterplay.web.levels import strengths

FULL = len(strengths(load("connect_four")))
ADDRESS = "ws://localhost/ws"


def soon(is_so: Callable[[], bool], seconds: float = 5) -> bool:
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:
        time.sleep(0.02)
    return is_so()


def waiting(client: TestClient) -> int:
    return int(client.get("/api/health").json()["waiting"])


def test_the_engine_stops_when_the_page_is_closed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strength, "SECONDS", 600.0)
    with client.websocket_connect(ADDRESS) as session:
        session.send_json({"type": "new", "game": "connect_four", "seats": [FULL, 0]})
        assert soon(lambda: waiting(client) == 1)
    assert soon(lambda: waiting(client) == 0)
    monkeypatch.undo()
    for _ in range(2):  # as many as there are threads: none of them searches any more
        with client.websocket_connect(ADDRESS) as session:
            session.send_json({"type": "new", "game": "connect_four", "seats": [FULL, 0]})
            while (message := session.receive_json()).get("plies") != 1:
                assert message["type"] != "error"


def test_a_page_that_comes_back_gets_the_engines_move(client: TestClient, page: Any) -> None:
    with client.websocket_connect(ADDRESS) as session:
        session.send_json({"type": "new", "game": "connect_four", "seats": [FULL, 0]})
        room = session.receive_json()["room"]
    page.send("join", room=room)
    assert page.at_ply(1)["player"] == 1


def test_an_analysis_stops_when_the_page_is_closed(client: TestClient, page: Any) -> None:
    """There is one thread for analyses, and each takes half a minute."""
    for _ in range(3):
        with client.websocket_connect(ADDRESS) as session:
            session.send_json({"type": "new", "game": "connect_four", "seats": [0, 0]})
            session.send_json({"type": "analyse", "ply": 0})
            while session.receive_json()["type"] != "analysis":
                pass
    started = time.monotonic()
    page.room("new", game="connect_four", seats=[0, 0])
    page.send("analyse", ply=0)
    page.until(lambda message: message["type"] == "analysis")
    assert time.monotonic() - started < 10


def test_compiling_an_engine_does_not_delay_other_games(
    client: TestClient, page: Any, other: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.room("new", game="tic_tac_toe", seats=[1, 0])
    page.at_ply(1)
    is_free, prepare = threading.Event(), Session.prepare

    def slow(session: Session) -> None:
        if session.game.name == "nim":
            is_free.wait(60)
        prepare(session)

    monkeypatch.setattr(Session, "prepare", slow)
    try:
        other.send("new", game="nim", seats=[1, 0])
        page.room("new", game="tic_tac_toe", seats=[1, 0])
        page.at_ply(1)
    finally:
        is_free.set()
    other.at_ply(1)


def test_a_long_compilation_is_announced_and_its_error_shown(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(session: Session) -> None:
        time.sleep(0.5)
        raise InputError("there is no compiler")

    monkeypatch.setattr(state, "COMPILE_NOTICE_SECONDS", 0.01)
    monkeypatch.setattr(Session, "prepare", slow)
    page.send("new", game="dice_race", seats=[1, 0])
    told = page.all_until(lambda message: message["type"] == "error")
    notices = [message["text"] for message in told if message["type"] == "notice"]
    assert notices == ["Compiling the engine for Dice race. This happens once."]
    assert told[-1]["text"] == "the engine cannot move: there is no compiler"


def test_analyses_are_refused_when_too_many_wait(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.room("new", game="tic_tac_toe", seats=[0, 1])
    monkeypatch.setattr(thinking, "MOST_WAITING", 0)
    sentence = "the server is busy with others' searches: try again in a moment"
    assert page.error("new", game="nim", seats=[0, 0]) == sentence
    page.send("analyse", ply=0)
    assert page.until(lambda message: message["type"] == "error")["text"] == sentence
    page.room("move", ply=0, move="b2")
    assert page.at_ply(2)["written"]
