"""Games whose rules fail: they say so in a sentence with the line, and harm nothing else."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.games import load
from counterplay.web import make_app
from counterplay.web.gallery import shown_json

COUNTDOWN = '''"""Countdown: take one until nothing is left."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Countdown", names=("Ann", "Ben"), most_actions=1, longest_game=6)


class State(NamedTuple):
    left: int
    turn: int


def initial():
    return State(6, 0)


def player(s):
    return s.turn


def actions(s, moves):
    moves[0] = 1
    return 1


def result(s, a):
    return State(s.left - 1, 1 - s.turn)


def terminal(s):
    return s.left == 0


def utility(s, p):
    return 1 if p == s.turn else -1


def board(s):
    return "#" * (6 // (s.left - 5))
'''
SENTENCE = "line 41: ZeroDivisionError in board(): integer division or modulo by zero"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("faulty")
    later, at_once = folder / "later.py", folder / "at_once.py"
    later.write_text(COUNTDOWN)
    at_once.write_text(COUNTDOWN.replace("6 // (s.left - 5)", "6 // 0"))
    found = [load(later), load(at_once), load("nim")]
    return {game.name: game for game in found}


@pytest.fixture(scope="module")
def client(games: dict[str, Any]) -> Iterator[TestClient]:
    with TestClient(make_app(games), base_url="http://localhost") as made:
        yield made


def test_a_faulty_game_is_in_the_gallery_with_its_sentence(games: dict[str, Any]) -> None:
    entries = [shown_json(game, lambda game: []) for game in games.values()]
    shown = {game["name"]: game for game in entries}
    assert shown["at_once"]["fault"].endswith(SENTENCE)
    assert "fault" not in shown["nim"] and "fault" not in shown["later"]


def test_the_other_games_are_served(client: TestClient) -> None:
    found = client.get("/api/games").json()["games"]
    assert [game["name"] for game in found if "board" in game] == ["later", "nim"]


def test_a_board_that_fails_is_said_once_and_the_move_can_be_taken_back(page: Any) -> None:
    page.room("new", game="later", seats=[0, 0])
    [told] = page.ask("move", ply=0, move="1")
    assert (told["type"], told["plies"]) == ("broken", 1)
    assert told["text"].endswith(SENTENCE)
    assert page.room("back", ply=1)["plies"] == 0


def test_a_game_that_cannot_be_shown_is_refused(page: Any) -> None:
    assert page.error("new", game="at_once", seats=[0, 0]).endswith(SENTENCE)
    assert page.room("new", game="nim", seats=[0, 0])["plies"] == 0
