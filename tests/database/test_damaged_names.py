"""SQLite quotes damaged names in its messages, in bytes that are no text."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.database import Database


def test_a_file_with_a_damaged_name_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Database(path) as db:
        db.add(cp.load("tic_tac_toe"), "startpos moves b2 a1", (1, -1))
        db.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE kinds", b"CREATE T\xf6BLE kinds"))
    with pytest.raises(cp.InputError, match="is damaged"), Database(path) as db:
        db.explore(cp.load("tic_tac_toe"))
