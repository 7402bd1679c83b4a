"""What SQLite and Python would refuse in their own words."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.database import Database


def test_a_file_with_a_damaged_name_is_damaged(tmp_path: Path) -> None:
    """SQLite quotes damaged names in its messages, in bytes that are no text."""
    path = tmp_path / "games.db"
    with Database(path) as db:
        db.add(cp.load("tic_tac_toe"), "startpos moves b2 a1", (1, -1))
        db.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE kinds", b"CREATE T\xf6BLE kinds"))
    with pytest.raises(cp.InputError, match="is damaged"), Database(path) as db:
        db.explore(cp.load("tic_tac_toe"))


@pytest.mark.parametrize("limit", [-1, 10**20])
def test_a_limit_that_no_list_has_is_refused(tmp_path: Path, limit: int) -> None:
    with Database(tmp_path / "games.db") as db, pytest.raises(cp.InputError, match="limit="):
        list(db.games(limit=limit))


def test_a_number_of_more_than_64_bits_is_refused(tmp_path: Path) -> None:
    game = cp.load("tic_tac_toe")
    with Database(tmp_path / "games.db") as db, pytest.raises(cp.InputError, match="64 bits"):
        db.write(game, [], "x", plies=10**20)
