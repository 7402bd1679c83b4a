"""A database that version 0.1.0 wrote opens today, and gives the same answers."""

import json
import runpy
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.database import Database
from counterplay.database.identity import identity, signatures
from counterplay.database.maintenance import check, describe

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


def rulesets_of(path):
    """The rulesets of a file: name, signature of the rules, signature of the keys."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT name, rules, keys FROM kinds ORDER BY name").fetchall()


def test_an_old_file_has_the_signatures_of_today_once_it_was_opened(old):
    with Database(old):
        pass
    small = cp.load("connect_four", width=5, height=4)
    boxes = cp.load("dots_and_boxes", rows=1, columns=2, players=3)
    games = cp.load("chess"), small, boxes, cp.load("tic_tac_toe")
    assert rulesets_of(old) == [(game.name, *signatures(game)) for game in games]


def with_other_keys(monkeypatch, change):
    """Let every game give its positions other keys, as another version could."""
    plain = Game.key
    monkeypatch.setattr(Game, "key", lambda game, s: plain(game, s) ^ change)
    identity.cache_clear()


def test_positions_with_other_keys_are_counted_again(old, monkeypatch):
    with Database(old):
        pass
    before = rulesets_of(old)
    with_other_keys(monkeypatch, 12345)
    small = cp.load("connect_four", width=5, height=4)
    with Database(old, create=False) as db:
        assert MAKE["answers"](db) == json.loads(MAKE["ANSWERS"].read_text(encoding="utf-8"))
        assert [move.games for move in db.explore(small, "3")] == [1, 1]
        assert check(db) == 7
    after = rulesets_of(old)
    assert [row[:2] for row in after] == [row[:2] for row in before]
    assert all(one[2] != other[2] for one, other in zip(before, after, strict=True))
    identity.cache_clear()


def test_games_of_an_old_file_that_are_illegal_today_are_kept_and_not_counted(old, monkeypatch):
    def no_third_column(game, s):
        return [a for a in plain(game, s) if game.name != "connect_four" or a != 2 or not s.mask]

    plain = Game.actions
    monkeypatch.setattr(Game, "actions", no_third_column)
    identity.cache_clear()
    small = cp.load("connect_four", width=5, height=4)
    with Database(old) as db:
        assert db.explore(small) == ()
        usable = {row["game"]: row["usable"] for row in describe(db)}
    assert usable.pop("connect_four") is False and set(usable.values()) == {True}
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (7,)
    identity.cache_clear()


def test_a_damaged_old_file_is_refused(old):
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("UPDATE games SET payoffs = '5 5' WHERE id = 4")
        connection.commit()
    with pytest.raises(InputError, match="damaged: game 4 has changed since it was written"):
        Database(old)
