"""A server in this process, and pages that send messages to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from counterplay.games import load
from counterplay.web import make_app

DICE_RACE = Path(__file__).parents[1] / "data" / "games" / "dice_race.py"
ADDRESS = "ws://localhost/ws"
Message = dict[str, Any]


class Page:
    """One connection. `ask` sends a message and returns the answers."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.seen: Message = {}
        """The newest message `room`."""
        self.left: list[Message] = []
        """What came together with the message that was waited for last."""

    def send(self, type: str, **fields: Any) -> None:
        self.left = []  # what came before is no answer
        self.session.send_json({"type": type, **fields})

    def heard(self) -> list[Message]:
        """The messages that have arrived."""
        self.session.send_json({"type": "ping"})
        found = list[Message]()
        while (message := self.session.receive_json()) != {"type": "pong"}:
            found.append(message)
            if message["type"] == "room":
                self.seen = message
        return found

    def ask(self, type: str, **fields: Any) -> list[Message]:
        self.send(type, **fields)
        return self.heard()

    def room(self, type: str, **fields: Any) -> Message:
        """The room after a message that must not be refused."""
        heard = self.ask(type, **fields)
        assert not [message for message in heard if message["type"] == "error"], heard
        return [message for message in heard if message["type"] == "room"][-1]

    def error(self, type: str, **fields: Any) -> str:
        """The error message for a message that must be refused."""
        return next(m["text"] for m in self.ask(type, **fields) if m["type"] == "error")

    def until(self, is_so: Callable[[Message], bool], seconds: float = 90) -> Message:
        """Wait for a message."""
        return self.all_until(is_so, seconds)[-1]

    def all_until(self, is_so: Callable[[Message], bool], seconds: float = 90) -> list[Message]:
        end, found = time.monotonic() + seconds, list[Message]()
        while time.monotonic() < end:
            self.left += self.heard()
            while self.left:
                found.append(self.left.pop(0))
                if is_so(found[-1]):
                    return found
            time.sleep(0.06)
        raise AssertionError(f"not within {seconds} s; heard {[m['type'] for m in found]}")

    def at_ply(self, ply: int) -> Message:
        """Wait until the game has reached a ply."""
        if self.seen.get("plies") == ply:
            return self.seen
        return self.until(lambda m: m["type"] == "room" and m["plies"] == ply)


@pytest.fixture(scope="session")
def games() -> dict[str, Any]:
    found = [load("tic_tac_toe"), load("connect_four"), load("nim"), load(DICE_RACE)]
    return {game.name: game for game in (*found, load("backgammon"))}


@pytest.fixture(scope="module")
def client(games: dict[str, Any]) -> Iterator[TestClient]:
    with TestClient(make_app(games, searches=2), base_url="http://localhost") as made:
        yield made


@pytest.fixture
def page(client: TestClient) -> Iterator[Page]:
    with client.websocket_connect(ADDRESS) as session:
        yield Page(session)


@pytest.fixture
def other(client: TestClient) -> Iterator[Page]:
    """A second tab."""
    with client.websocket_connect(ADDRESS) as session:
        yield Page(session)
