"""Bearoff tables in files: what was saved is read, and other files are refused."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from counterplay.cli.app import app
from counterplay.core.game.errors import InputError
from counterplay.core.table_file import being_written, write
from counterplay.games.backgammon.bearoff import store
from counterplay.games.backgammon.bearoff.one_sided import MOST_FIRST_ROLLS, MOST_ROLLS
from counterplay.games.backgammon.bearoff.position_index import FIRST_FULL, POSITIONS, positions
from counterplay.games.backgammon.bearoff.tables import NO_TABLES, Tables, equity_of, stored

SIZE = positions(2)


@pytest.fixture(scope="module")
def tables() -> Tables:
    """Tables of the right form, with random contents."""
    rng = np.random.default_rng(1)
    return Tables(
        rng.random((POSITIONS, MOST_ROLLS), np.float32),
        rng.random((POSITIONS - FIRST_FULL, MOST_FIRST_ROLLS), np.float32),
        rng.integers(0, 65_536, (SIZE, SIZE), np.uint16),
        rng.integers(0, 65_536, (3 * SIZE, SIZE), np.uint16),
    )


@pytest.fixture
def path(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tables in the file where the game looks for them."""
    monkeypatch.setenv("COUNTERPLAY_TABLES", str(tmp_path))
    found = store.default_path()
    found.parent.mkdir()
    store.save_tables(tables, found)
    return found


def are_equal(one: Tables, other: Tables) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_tables_are_found_again(tables: Tables, path: Path) -> None:
    assert are_equal(store.find_tables(), tables)
    assert are_equal(store.find_tables(str(path)), tables)


def test_without_a_file_there_are_no_tables(path: Path) -> None:
    assert are_equal(store.find_tables("none"), NO_TABLES)
    path.unlink()
    assert are_equal(store.find_tables(), NO_TABLES)


def test_a_missing_file_that_was_named_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="build it with `counterplay table bearoff`"):
        store.find_tables(str(tmp_path / "none.table"))


def test_a_damaged_file_is_refused(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[5_000_000] ^= 1
    path.write_bytes(data)
    with pytest.raises(InputError, match="damaged: the checksum of its bearoff_rolls is wrong"):
        store.find_tables()


def test_tables_of_other_functions_are_refused(
    path: Path, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "solve_pairs", store.solve_rolls)
    with pytest.raises(InputError, match="made by another version of counterplay"):
        store.find_tables()


@pytest.mark.parametrize("name", Tables._fields)
def test_tables_of_another_form_are_refused(path: Path, tables: Tables, name: str) -> None:
    for other in (np.zeros((1, 1)), getattr(tables, name)[:-1], getattr(tables, name).astype("f8")):
        store.save_tables(tables._replace(**{name: other}), path)
        with pytest.raises(InputError, match="made by another version of counterplay"):
            store.find_tables()


def test_a_file_of_other_arrays_is_refused(path: Path) -> None:
    about = {"game": "backgammon", "parameters": {}, "rules": "", "python": []}
    with being_written(path) as unfinished:
        write(unfinished, path, about, {"values": np.zeros(3)})
    with pytest.raises(InputError, match="does not contain bearoff tables"):
        store.find_tables()


def test_equities_are_stored_to_half_a_step() -> None:
    equities = np.linspace(-1, 1, 1_000)
    assert np.abs(equity_of(stored(equities)) - equities).max() <= 1 / 65_535
    assert equity_of(stored(np.array([-1.0000001, 1.0000001]))).tolist() == [-1, 1]


def test_the_command_builds_them(path: Path) -> None:
    words = ["table", "bearoff", "--checkers", "2", "--cube", "0", "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["file"] == str(path)
    found = store.find_tables()
    assert found.bearoff_pairs.shape == (SIZE, SIZE) and found.bearoff_cube.shape == (0, 0)


def test_the_command_refuses_more_than_a_gigabyte() -> None:
    result = CliRunner().invoke(app, ["table", "bearoff", "--checkers", "13"])
    assert result.exit_code == 2 and "12" in result.output
