"""Searches stop when their page is closed, and compiling one game does not delay another."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.core.game.errors import InputError
from counterplay.games import load
from counterplay.session import Session
from counterplay.web import compilers, progress
from counterplay.web import levels as strength
from counterplay.web import workers as thinking
from counterplay.web.levels import strengths

FULL = len(strengths(load("connect_four")))
FULL_OF_NIM = len(strengths(load("nim")))
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


class SlowCompiler:
    """A compiler that is at work until `is_free` is set."""

    is_free = threading.Event()

    def __init__(self, game: Any, kernel: Any) -> None:
        self.was_cancelled = False

    @property
    def is_running(self) -> bool:
        return not self.is_free.is_set()

    def wait(self, seconds: float) -> bool:
        return self.is_free.wait(seconds)

    def cancel(self) -> None:
        self.was_cancelled = True


@pytest.fixture
def slow_compiler(monkeypatch: pytest.MonkeyPatch) -> type[SlowCompiler]:
    SlowCompiler.is_free.clear()
    monkeypatch.setattr(compilers, "BackgroundCompiler", SlowCompiler)
    monkeypatch.setattr(compilers, "is_ready", lambda game, kernel: False)
    monkeypatch.setenv("COUNTERPLAY_STAND_IN", "on")
    return SlowCompiler


def test_a_stand_in_moves_while_the_engine_is_compiled(
    page: Any, slow_compiler: type[SlowCompiler]
) -> None:
    page.send("new", game="nim", seats=[FULL_OF_NIM, 0])
    told = page.all_until(lambda message: message.get("plies") == 1)
    assert told[-1]["sources"] == {"1": "stand_in"}
    slow_compiler.is_free.set()
    page.send("move", ply=1, move=told[-1]["moves"][0]["text"])
    assert page.at_ply(3)["sources"] == {"1": "stand_in", "3": "search"}


def test_what_is_wrong_with_an_engine_is_shown(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(session: Session) -> None:
        raise InputError("there is no compiler")

    monkeypatch.setattr(Session, "prepare", unable)
    monkeypatch.setattr(compilers, "BackgroundCompiler", SlowCompiler)
    SlowCompiler.is_free.set()
    page.send("new", game="tic_tac_toe", seats=[1, 0])
    told = page.until(lambda message: message["type"] == "error")
    assert told["text"] == "the engine cannot move: there is no compiler"


def test_an_analysis_waits_for_the_engine_and_says_so(
    page: Any, slow_compiler: type[SlowCompiler], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.01)
    monkeypatch.setattr(progress, "usual_seconds", lambda game, kernel: 9.5)
    page.room("new", game="dice_race", seats=[0, 0])
    page.send("analyse", ply=0)
    told = page.until(lambda message: message["type"] == "compiling")
    assert told.pop("seconds") >= 0
    what = {"type": "compiling", "game": "dice_race", "text": progress.ENGINE}
    assert told == {**what, "usual": 9.5, "over": False}
    slow_compiler.is_free.set()
    heard = page.all_until(lambda message: message["type"] == "compiling")
    assert heard[-1] == {**what, "over": True}
    if "analysis" not in [message["type"] for message in heard]:  # it may come before that line
        page.until(lambda message: message["type"] == "analysis")


def test_a_page_that_comes_later_hears_what_is_being_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.0)
    told: list[dict[str, Any]] = []
    late: list[dict[str, Any]] = []
    made = progress.Progress(told.append)

    async def compile() -> None:
        with made.told(load("nim"), progress.FILES, None):
            await asyncio.sleep(0.05)
            made.tell(late.append)
        made.tell(late.append)

    with ThreadPoolExecutor(1) as thread:  # this one may have a loop of the browser
        thread.submit(asyncio.run, compile()).result()
    assert [message["over"] for message in told] == [False, True]
    assert [(message["game"], message["usual"]) for message in late] == [("nim", None)]


def test_few_games_are_compiled_at_once(slow_compiler: type[SlowCompiler]) -> None:
    """The third waits until one of the others is ready; one that was cancelled never begins."""
    made = compilers.Compilers(2)
    first, second, third, fourth = (made.begin(load("nim"), Path(str(n))) for n in range(4))
    assert soon(lambda: first._compiler is not None and second._compiler is not None)
    assert third._compiler is None and third.is_running and not third.wait(0.01)
    fourth.cancel()
    assert not fourth.is_running and fourth.wait(0.01)
    begun: Any = first._compiler
    first.cancel()
    assert begun.was_cancelled  # at once, not when its thread wakes up
    assert soon(lambda: third._compiler is not None)
    slow_compiler.is_free.set()
    assert all(one.wait(5) and not one.is_running for one in (second, third))
    assert fourth._compiler is None
    made.close()


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
