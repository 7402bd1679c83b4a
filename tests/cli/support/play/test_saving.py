"""Saved games come back as they were, and what is no saved game is told so in a sentence."""

import json
from contextlib import suppress

import pytest

from counterplay.cli.support.play import saving
from counterplay.cli.support.play.setup import Setup
from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.games import load

SETUP = Setup("tic_tac_toe", {"width": "4"}, (True, False), Limit(depth=3), 7)


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "game.json"
    position = load("tic_tac_toe", width=4).position("x.../.o../.... moves a1 b1")
    saving.write(path, SETUP, position)
    return path


def change(path, **fields):
    path.write_text(json.dumps(json.loads(path.read_text()) | fields | {"sum": None}))


def test_a_game_comes_back_as_it_was(saved):
    setup, position = saving.read(saved)
    assert setup == SETUP
    assert position.text == "x.../.o../.... moves a1 b1"


def test_a_saved_game_is_for_reading(saved):
    found = json.loads(saved.read_text())
    assert found["game"] == "tic_tac_toe" and found["parameters"] == {"width": "4"}
    assert found["start"] == "x.../.o../...." and found["moves"] == ["a1", "b1"]
    assert found["players"] == ["person", "engine"]
    assert found["limit"] == {"depth": 3}


def test_nothing_but_the_game_is_left_in_the_folder(saved):
    assert [path.name for path in saved.parent.iterdir()] == ["game.json"]


def test_no_two_games_get_the_same_path():
    first = saving.new_path("nim")
    saving.write(first, SETUP, load("tic_tac_toe", width=4).position())
    assert saving.new_path("nim") != first
    assert first.parent == saving.folder()


@pytest.mark.parametrize("text", ["", "hello", "{", "[]", "{}", '{"format": "PGN"}', "[" * 9999])
def test_a_foreign_file_is_no_saved_game(tmp_path, text):
    path = tmp_path / "other"
    path.write_text(text)
    with pytest.raises(InputError, match="is not a saved game of counterplay"):
        saving.read(path)
    assert not saving.is_saved_game(path)


def test_bytes_are_no_saved_game(tmp_path):
    (tmp_path / "other").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="is not a saved game"):
        saving.read(tmp_path / "other")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("moves", 3), ("start", None), ("players", ["person"]), ("players", "person")),
        *(("limit", None), ("limit", {"time": "long"}), ("seed", "x"), ("game", 1)),
    ],
)
def test_a_damaged_field_is_named(saved, field, value):
    change(saved, **{field: value})
    with pytest.raises(InputError, match=f"is a damaged saved game: its '{field}'"):
        saving.read(saved)


def test_a_game_with_any_flipped_byte_is_refused_or_the_same(saved):
    whole, (setup, position) = saved.read_bytes(), saving.read(saved)
    for at in range(len(whole)):
        saved.write_bytes(whole[:at] + bytes([whole[at] ^ 0x01]) + whole[at + 1 :])
        with suppress(InputError):
            assert saving.read(saved) == (setup, position)


def test_a_game_that_was_changed_by_hand_needs_no_sum(saved):
    saved.write_text(saved.read_text().replace('"a1"', '"c1"'))
    with pytest.raises(InputError, match=r"is damaged; if you changed it yourself, remove its sum"):
        saving.read(saved)
    change(saved)
    assert saving.read(saved)[1].text == "x.../.o../.... moves c1 b1"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"moves": ["a1", "a1"]}, "'a1' is not a legal move here"),
        ({"game": "tic_tac_tow"}, "there is no game"),
        ({"game": "/nowhere/my.py"}, "there is no file"),
        ({"start": "xx"}, "is not a position"),
        ({"parameters": {"width": "99"}}, "out of range"),
    ],
)
def test_a_game_that_cannot_be_set_up_says_why(saved, fields, sentence):
    change(saved, **fields)
    with pytest.raises(InputError, match="cannot be resumed: ") as raised:
        saving.read(saved)
    assert sentence in str(raised.value)


def test_another_version_is_refused(saved):
    change(saved, version=2)
    with pytest.raises(InputError, match="another version"):
        saving.read(saved)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be read: No such file"):
        saving.read(tmp_path / "none")
