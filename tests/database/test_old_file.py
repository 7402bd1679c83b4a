"""A database that version 0.1.0 wrote opens today, and gives the same answers."""

import json
import runpy
import shutil
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.database import Database
from counterplay.database.maintenance import check

DATA = Path(__file__).parents[1] / "data" / "database"
MAKE = runpy.run_path(str(DATA / "make_database.py"))


@pytest.fixture
def old(tmp_path):
    return Path(shutil.copy(MAKE["FILE"], tmp_path / "old.db"))


def test_a_file_of_0_1_0_gives_the_answers_of_0_1_0(old):
    with Database(old, create=False) as db:
        assert MAKE["answers"](db) == json.loads(MAKE["ANSWERS"].read_text(encoding="utf-8"))
        assert check(db) == 7


def test_a_file_of_0_1_0_takes_new_games_and_knows_its_own(old):
    small = cp.load("connect_four", width=5, height=4)
    known = {"payoffs": (1, -1), "players": ("A", "B"), "date": "2020-01"}
    with Database(old) as db:
        assert db.add(small, "startpos moves 3 3 2", **known) is None
        assert db.add(small, "startpos moves 3 3 1", **known) == 8
        [move] = db.explore(small)
    assert (move.text, move.games, move.wins) == ("3", 3, 2)
