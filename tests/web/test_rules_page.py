"""The rules page of a game: what the server says of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from counterplay.games import BUILT_IN, load
from counterplay.web.rules_page import blocks, rules_json

DICE_RACE = Path(__file__).parents[1] / "data" / "games" / "dice_race.py"


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "tree"])
def test_every_built_in_game_has_a_rules_page(name: str) -> None:
    game = load(name)
    told = rules_json(game)
    assert json.loads(json.dumps(told)) == told
    assert told["text"] and told["moves"] and not told["fault"]
    game.position(told["example"])
    shown = {one["name"] for one in (*told["parameters"], *told["fixed"])}
    assert shown == set(game.parameters)


def test_a_docstring_has_paragraphs_and_diagrams() -> None:
    assert blocks("One: two\nthree.\n\n     5 12\n     4 11\n\n\nEnd.") == [
        {"kind": "text", "text": "One: two three."},
        {"kind": "code", "text": "     5 12\n     4 11"},
        {"kind": "text", "text": "End."},
    ]
    assert blocks("") == []


def test_what_is_known_and_the_measured_levels_are_told() -> None:
    told = rules_json(load("connect_four"))
    assert told["known"]["value"].startswith("The first player wins")
    assert [level["elo"] for level in told["ladder"]] == sorted(
        level["elo"] for level in told["ladder"]
    )
    assert told["ladder"][0]["elo"] == 0
    other = rules_json(load("connect_four", width=6))
    assert other["known"] is None and other["ladder"] == []


def test_a_file_of_ones_own_has_a_rules_page(client: TestClient) -> None:
    told = client.get("/api/games/dice_race").json()
    assert told["rules"]["file"] == "dice_race.py" and told["game"]["own"]
    assert "Players" in dict(told["rules"]["facts"])


def test_a_game_that_is_not_served_is_refused(client: TestClient) -> None:
    answer = client.get("/api/games/chess")
    assert answer.status_code == 400
    assert answer.json() == {"error": "there is no game 'chess' on this server"}


def test_parameters_are_told_with_their_bounds(client: TestClient) -> None:
    told: dict[str, Any] = client.get("/api/games/connect_four").json()["rules"]
    assert told["parameters"][0] == {
        "name": "width", "about": "columns", "kind": "number", "value": "7", "default": "7",
        "low": 1, "high": 16,
    }  # fmt: skip
