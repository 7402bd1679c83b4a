"""A game is loaded again from its source; old files mean the defaults of their time."""

import io
import json
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.cli.support.play import saving
from counterplay.cli.support.play.setup import Setup
from counterplay.formats.json_games import lines
from counterplay.formats.record import GameRecord
from counterplay.games import BUILT_IN, FIRST_DEFAULTS, source_of

BOXES = {"columns": 1, "rows": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_the_same_when_it_is_loaded_from_its_source(players: int) -> None:
    again = source_of(cp.load("dots_and_boxes", players=players)).load()
    assert again.facts.players == players


@pytest.mark.parametrize("name", FIRST_DEFAULTS)
def test_a_first_default_is_of_a_built_in_game_and_has_changed(name: str) -> None:
    assert name in BUILT_IN
    parameters = cp.load(name).parameters
    for parameter, first in FIRST_DEFAULTS[name].items():
        assert parameters[parameter].default != first


def test_a_line_without_players_is_a_game_of_three() -> None:
    moves = ["a1h", "a2h", "a1v", "b1v"]
    old = {"game": "dots_and_boxes", "parameters": BOXES, "moves": moves, "payoffs": [1, 0, 0]}
    faults: list[str] = []
    file = io.BytesIO(json.dumps(old).encode() + b"\n")
    ((game, record),) = lines.read(file, "old.jsonl", None, faults)
    assert faults == [] and game.facts.players == 3 and record.payoffs == (1, 0, 0)


@pytest.mark.parametrize(("players", "named"), [(2, {"players": "2"}), (3, {})])
def test_a_line_names_the_players_unless_they_are_three(players: int, named: dict) -> None:
    game = cp.load("dots_and_boxes", **BOXES, players=players)
    written = lines.as_json(game, GameRecord.of(game.position()))
    assert written["parameters"] == {"columns": "1", "rows": "1", **named}


def test_a_saved_game_without_players_is_resumed_by_three(tmp_path: Path) -> None:
    game = cp.load("dots_and_boxes", players=3)
    people = (True, False, False)
    setup = Setup("dots_and_boxes", {}, people, cp.Limit(depth=1), seed=0)
    saving.write(tmp_path / "saved.json", setup, game.position("startpos moves a1h"))
    assert json.loads((tmp_path / "saved.json").read_text())["parameters"] == {}
    _, position = saving.read(tmp_path / "saved.json")
    assert position.game.facts.players == 3 and len(position.moves) == 1


def test_a_saved_game_of_two_says_so(tmp_path: Path) -> None:
    game = cp.load("dots_and_boxes")
    setup = Setup("dots_and_boxes", {}, (True, False), cp.Limit(depth=1), seed=0)
    saving.write(tmp_path / "saved.json", setup, game.position("startpos moves a1h"))
    again, position = saving.read(tmp_path / "saved.json")
    assert position.game.facts.players == 2 and dict(again.parameters) == {"players": "2"}
