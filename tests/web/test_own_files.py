"""A user's file is loaded again when it is saved."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.games import load
from counterplay.web import make_app, own_files

COUNTDOWN = '''"""Countdown: take one or two until nothing is left."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Countdown", names=("Ann", "Ben"), most_actions=2, longest_game=6)
START = cp.parameter("start", 6, 1, 20, "how many there are")


class State(NamedTuple):
    left: int
    turn: int


def initial():
    return State(START, 0)


def player(s):
    return s.turn


def actions(s, moves):
    moves[0] = 1
    moves[1] = 2
    return min(s.left, 2)


def result(s, a):
    return State(s.left - a, 1 - s.turn)


def terminal(s):
    return s.left == 0


def utility(s, p):
    return 1 if p == s.turn else -1
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "countdown.py"
    made.write_text(COUNTDOWN)
    return made


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that lets the server look at the files as often as it takes to settle."""
    asked: list[own_files.OwnFiles] = []

    async def watch(self: own_files.OwnFiles) -> None:
        asked.append(self)
        await asyncio.Event().wait()

    monkeypatch.setattr(own_files.OwnFiles, "watch", watch)

    async def look() -> None:
        for _ in range(2):
            await asked[0].look()

    return look


@pytest.fixture
def client(file: Path, looks: Any) -> Iterator[TestClient]:
    games = {"countdown": load(file), "nim": load("nim")}
    with TestClient(make_app(games), base_url="http://localhost") as made:
        yield made


def save(client: TestClient, looks: Any, file: Path, text: str) -> None:
    file.write_text(text)
    assert client.portal is not None
    client.portal.call(looks)


def test_a_saved_file_is_loaded_and_all_pages_are_told(
    client: TestClient, page: Any, looks: Any, file: Path
) -> None:
    save(client, looks, file, COUNTDOWN.replace('title="Countdown"', 'title="Taking"'))
    [told] = page.heard()
    assert (told["type"], told["game"]["title"], told["game"]["problem"]) == (
        "game", "Taking", None,
    )  # fmt: skip
    assert [g["title"] for g in client.get("/api/games").json()["games"]] == ["Taking", "Nim"]
    save(client, looks, file, file.read_text())
    assert page.heard() == []


def test_a_file_that_is_still_written_is_left_alone(
    client: TestClient, page: Any, looks: Any, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = iter(["facts = ", COUNTDOWN.replace("Ann", "Anna")])

    def stamp(game: Any) -> str:
        file.write_text(next(texts, file.read_text()))
        return file.read_text()

    monkeypatch.setattr(own_files, "stamp", stamp)
    assert client.portal is not None
    client.portal.call(looks)
    assert page.heard() == []
    client.portal.call(looks)
    assert [message["game"]["names"][0] for message in page.heard()] == ["Anna"]


def test_a_game_goes_on_with_its_rules_and_can_be_started_again(
    client: TestClient, page: Any, looks: Any, file: Path
) -> None:
    room = page.room("new", game="countdown", seats=[0, 0])
    assert page.error("restart") == "the rules of this game have not changed"
    save(client, looks, file, COUNTDOWN.replace("return min(s.left, 2)", "return 1"))
    told = {message["type"]: message for message in page.heard()}
    assert told["outdated"] == {
        "type": "outdated", "room": room["room"],
        "text": "countdown.py was saved. This game goes on with the rules from before.",
    }  # fmt: skip
    assert len(page.room("move", ply=0, move="1")["moves"]) == 2
    again = page.ask("join", room=room["room"], key=room["key"])
    assert [message["type"] for message in again] == ["outdated", "room"]
    [went] = page.ask("restart")
    assert went["type"] == "rematch"
    new = page.room("join", room=went["room"], key=room["key"])
    assert (new["plies"], len(new["moves"]), new["host"]) == (0, 1, True)
    assert page.ask("move", ply=0, move="1")[-1]["type"] == "room"


def test_an_error_in_a_saved_file_is_told_with_its_line(
    client: TestClient, page: Any, looks: Any, file: Path
) -> None:
    room = page.room("new", game="countdown", seats=[0, 0])
    save(client, looks, file, COUNTDOWN.replace("class State(NamedTuple):", "class State(:"))
    [told] = page.heard()
    problem = told["game"]["problem"]
    assert (problem["line"], problem["code"]) == (11, "class State(:")
    assert problem["text"].endswith("countdown.py, line 11: SyntaxError: invalid syntax")
    assert client.get("/api/games").json()["games"][0]["problem"] == problem
    assert page.room("move", ply=0, move="2")["plies"] == 1
    assert page.room("new", game="countdown", seats=[0, 0])["room"] != room["room"]
    save(client, looks, file, COUNTDOWN)
    assert [m["game"]["problem"] for m in page.heard() if m["type"] == "game"] == [None]


def test_a_variant_of_a_saved_file_has_the_new_rules(
    client: TestClient, page: Any, looks: Any, file: Path
) -> None:
    page.room("new", game="countdown?start=9", seats=[0, 0])
    save(client, looks, file, COUNTDOWN.replace("return min(s.left, 2)", "return 1"))
    assert "outdated" in [message["type"] for message in page.heard()]
    [went] = page.ask("restart")
    new = page.ask("join", room=went["room"], key="")[-1]
    assert new["game"] == "countdown?start=9"


def test_a_file_that_disappears_is_told(
    client: TestClient, page: Any, looks: Any, file: Path
) -> None:
    file.unlink()
    assert client.portal is not None
    client.portal.call(looks)
    [told] = page.heard()
    assert "there is no file" in told["game"]["problem"]["text"]
