"""The file of pattern tables: read as written, or refused with a sentence."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.network.learned import checksum
from counterplay.core.patterns.patterns import ARRAYS, read_patterns, write_patterns
from tests.patterns.test_evaluation import LINES, tables_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "small.patterns"
    write_patterns(tables_of(cp.load("tic_tac_toe"), LINES, 2), file)
    return file


def test_tables_are_read_as_they_were_written(path: Path) -> None:
    written, read = tables_of(cp.load("tic_tac_toe"), LINES, 2), read_patterns(path)
    for name in ARRAYS:
        assert np.array_equal(getattr(read, name), getattr(written, name)), name
    assert (read.groups, read.movers, read.stages) == (LINES, 2, 2)
    assert read.digest == written.digest
    assert not list(path.parent.glob("*.part"))


def test_a_player_can_use_them_and_other_processes_too(path: Path) -> None:
    game = cp.load("tic_tac_toe").with_evaluator(cp.load_evaluator(path))
    score = game.evaluate(game.initial())
    assert score != 0
    sent = pickle.loads(pickle.dumps(game.position()))
    assert sent.game.evaluate(game.initial()) == score


@pytest.mark.parametrize("place", [0, 5, -1, -100])
def test_a_changed_byte_is_noticed(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 4
    path.write_bytes(content)
    with pytest.raises(cp.InputError, match=r"is (damaged|not a file of pattern tables)"):
        read_patterns(path)


def test_a_file_without_its_end_is_damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-60])
    with pytest.raises(cp.InputError, match="is damaged: its checksum is wrong"):
        read_patterns(path)


def test_a_file_that_ends_in_its_first_line_is_damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(cp.InputError, match="is damaged: its first line cannot be read"):
        read_patterns(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("groups", [[[0, 1]]]),
        ("groups", [[[0, 99]]]),
        ("movers", 3),
        ("one", 0),
        ("most", 2**31),
        ("words", 1),
        ("most_on", -1),
    ],
)
def test_a_first_line_that_does_not_fit_is_refused(path: Path, name: str, value: object) -> None:
    line, _, body = path.read_bytes().partition(b"\n")
    head = {**json.loads(line), name: value}
    head["sha256"] = checksum(head, body)
    path.write_bytes(json.dumps(head).encode() + b"\n" + body)
    with pytest.raises(cp.InputError, match="is damaged: its first line does not fit"):
        read_patterns(path)


def test_a_network_is_not_taken_for_tables(path: Path) -> None:
    renamed = path.with_suffix(".network")
    path.rename(renamed)
    with pytest.raises(cp.InputError, match="is not a network"):
        cp.load_evaluator(renamed)


def test_tables_of_another_game_or_of_other_parameters_are_refused(path: Path) -> None:
    evaluator = cp.load_evaluator(path)
    with pytest.raises(cp.InputError, match="has pattern tables for tic_tac_toe, not for othello"):
        cp.load("othello").with_evaluator(evaluator)
    with pytest.raises(cp.InputError, match="for other rules or parameters of tic_tac_toe"):
        cp.load("tic_tac_toe", width=4).with_evaluator(evaluator)


def test_a_game_names_its_tables(path: Path, tmp_path: Path) -> None:
    game = tmp_path / "own.py"
    text = Path(cp.load("tic_tac_toe").path).read_text(encoding="utf-8")
    game.write_text(text, encoding="utf-8")
    write_patterns(tables_of(cp.load(game), LINES, 2), tmp_path / "own.patterns")
    game.write_text(f'{text}\nNETWORK = "own.patterns"\n', encoding="utf-8")
    evaluator = cp.load(game).evaluator
    assert evaluator is not None and evaluator.network is not None
    assert evaluator.network.kind == "patterns"
