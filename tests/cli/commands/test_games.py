"""`counterplay games` lists the games and describes each."""

import json

import pytest

import counterplay as cp
from counterplay.games import BUILT_IN


def test_the_table_has_every_game_with_its_parameters(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    text = run("games").stdout
    assert all(name in text for name in BUILT_IN)
    assert "width=7, height=6, in_a_row=4" in text
    assert "piles=1,3,5,7" in text


def test_the_list_as_json(run):
    listed = {one["name"]: one for one in json.loads(run("games", "--json").stdout)}
    assert tuple(listed) == BUILT_IN
    nim = listed["nim"]
    assert (nim["title"], nim["players"]) == ("Nim", 2)
    assert nim["parameters"][0]["name"] == "piles"
    assert nim["parameters"][0]["default"] == [1, 3, 5, 7]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_is_described(run, name):
    text = run("games", name).stdout
    assert "Facts" in text and "startpos moves" in text
    assert ("Parameters" in text) == bool(cp.load(name).parameters)


def test_a_description_as_json(run):
    found = json.loads(run("games", "tic_tac_toe", "--set", "width=4", "--json").stdout)
    assert found["facts"]["most_actions"] == 12
    assert found["start"] == "..../..../...."
    assert found["moves"][0] == "a1" and len(found["moves"]) == 12
    assert {"show_move", "board"} <= set(found["hooks"]) and "result" not in found["hooks"]


def test_a_parameter_shows_its_range_and_default(run):
    text = run("games", "tic_tac_toe", "--set", "width=4").stdout
    assert "4 (default 3), from 1 to 8: columns" in text


def test_chance_at_the_start_is_shown_by_its_outcomes(run):
    tree = '{"chance": [[0.5, 1], [0.5, [2, 3]]]}'
    found = json.loads(run("games", "tree", "--set", f"tree={tree}", "--json").stdout)
    assert found["moves"] == ["1", "2"]


def test_a_file_is_described_too(run, own_game):
    assert "To five" in run("games", own_game).stdout


def test_set_without_a_game_is_refused(refused):
    assert refused("games", "--set", "width=4").startswith("--set needs a GAME")
