"""The text of a player is read: its kind, settings, limit and program."""

from pathlib import Path

import pytest

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.players.parse import parse_pair, parse_spec


def test_a_name_alone_is_a_player_as_it_comes() -> None:
    spec = parse_spec("alphabeta")
    assert (spec.kind, spec.name, spec.settings, spec.limit) == ("alphabeta", "alphabeta", (), None)


def test_settings_are_those_of_the_method_as_text() -> None:
    spec = parse_spec(" uct:exploration=1.0, rave=on ")
    assert spec.settings == (("exploration", "1.0"), ("rave", "on"))


def test_limits_names_and_files_are_the_matchs_own() -> None:
    spec = parse_spec("alphabeta:time=0.2,depth=6,evaluator=e.py,weights=w.json,name=mine,lmr=off")
    assert spec.limit == Limit(time=0.2, depth=6)
    assert (spec.name, spec.evaluator, spec.weights) == ("mine", "e.py", "w.json")
    assert spec.settings == (("lmr", "off"),)
    assert spec.files == ("e.py", "w.json")


def test_an_algorithm_of_the_textbook_has_its_settings_after_its_name() -> None:
    spec = parse_spec("textbook:beam:width=4,depth=3")
    assert (spec.kind, spec.algorithm, spec.settings) == ("textbook", "beam", (("width", "4"),))
    assert parse_spec("textbook:minimax").algorithm == "minimax"


def test_an_engine_ponders_if_it_is_told_to() -> None:
    assert parse_spec("alphabeta:ponder=on").ponder and not parse_spec("alphabeta").ponder
    assert parse_spec("uct:ponder=on,exploration=1").settings == (("exploration", "1"),)


def test_a_file_is_a_player() -> None:
    assert parse_spec("players/mine.py:level=3").files == ("players/mine.py",)


def test_twins_are_told_apart() -> None:
    assert [spec.name for spec in parse_pair("random", "random")] == ["random (A)", "random (B)"]
    assert [spec.name for spec in parse_pair("random", "random:name=x")] == ["random", "x"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("alphabeta:ponder=perhaps", "ponder=perhaps is not on or off"),
        ("alphabeta:lmr", "'lmr' is not of the form name=value"),
        ("alphabeta:=3", "'=3' is not of the form name=value"),
        ("alphabeta:lmr=", "'lmr=' is not of the form name=value"),
        ("alphabeta:lmr=on,lmr=off", "lmr is given twice"),
        ("alphabeta:depth=deep", "depth=deep is not a whole number"),
        ("alphabeta:time=x", "time=x is not a number of seconds"),
        ("alphabeta:nodes=0", "nodes=0 must be a whole number from 1 up"),
        ("alphabeta:time=-1", "time=-1.0 must be a number of seconds above 0"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_player_named(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_spec(text)
    assert str(refused.value).startswith(f"player {text!r}: ")
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("uci:", "names no program"),
        ("uci:no-such-program", "there is no program 'no-such-program' that can be run"),
        ("uci:'half", "has an unclosed quote"),
        ("alphabeta:option.Hash=3", "option.Hash is for programs, such as uci:PROGRAM"),
    ],
)
def test_a_spec_without_a_program_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_spec(text)
    assert sentence in str(refused.value)


def test_commands_are_split_as_in_a_shell(tmp_path: Path) -> None:
    program = tmp_path / "my engine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    spec = parse_spec(f"uci:{program}:option.Path='a:b,c',time=2")
    assert spec.command == (str(program),) and spec.name == "my engine"
    assert spec.options == (("Path", "a:b,c"),) and spec.limit == Limit(time=2.0)
    spec = parse_spec(f"uci:'{program}' --uci 'x: y':name=mine")
    assert spec.command == (str(program), "--uci", "x: y") and spec.name == "mine"
    assert str(program) in spec.files
