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
from counterplay.database import identity as identities
from counterplay.database.identity import identity, signatures
from counterplay.database.importing import import_file
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


@pytest.fixture
def forget(monkeypatch):
    """Change something, and let identities be worked out again, now and after the test."""
    yield lambda *change: (monkeypatch.setattr(*change), identity.cache_clear())
    monkeypatch.undo()
    identity.cache_clear()


def test_positions_with_other_keys_are_counted_again(old, forget):
    with Database(old):
        pass
    before, plain = rulesets_of(old), Game.key
    forget(Game, "key", lambda game, s: plain(game, s) ^ 12345)
    small = cp.load("connect_four", width=5, height=4)
    with Database(old, create=False) as db:
        assert MAKE["answers"](db) == json.loads(MAKE["ANSWERS"].read_text(encoding="utf-8"))
        assert [move.games for move in db.explore(small, "3")] == [1, 1]
        assert check(db) == 7
    after = rulesets_of(old)
    assert [row[:2] for row in after] == [row[:2] for row in before]
    assert all(one[2] != other[2] for one, other in zip(before, after, strict=True))


def test_games_that_are_illegal_today_are_kept_until_the_rules_are_right_again(old, forget):
    def without_the_third_column(game, name, s):
        moves = plain(game, name, s)
        is_changed = game.name == "connect_four" and name == "actions" and s.mask
        return [a for a in moves if a != 2] if is_changed else moves

    plain = Game.buffered
    forget(Game, "buffered", without_the_third_column)
    small = cp.load("connect_four", width=5, height=4)
    for _ in range(2):
        with Database(old) as db:
            assert db.explore(small) == ()
            usable = {row["game"]: row["usable"] for row in describe(db)}
        assert usable.pop("connect_four") is False and set(usable.values()) == {True}
    forget(Game, "buffered", plain)
    with Database(old) as db:
        assert MAKE["answers"](db) == json.loads(MAKE["ANSWERS"].read_text(encoding="utf-8"))


def test_a_damaged_game_does_not_keep_the_others_of_an_old_file_from_being_read(old):
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("UPDATE games SET payoffs = '5 5' WHERE id = 4")
        connection.commit()
    with Database(old) as db:
        assert sum(move.games for move in db.explore(cp.load("chess"))) == 2
        with pytest.raises(InputError, match="damaged: game 4 has changed since it was written"):
            db.explore(cp.load("connect_four", width=5, height=4))


PLAYED_ON = """[SetUp "1"]
[FEN "8/8/8/8/8/2k5/8/K7 w - - 0 1"]

1. Ka2 Kc2 2. Ka1 Kb3 1/2-1/2
"""


def test_an_old_game_that_went_on_after_a_draw_is_legal(tmp_path, forget):
    chess, path = cp.load("chess"), tmp_path / "played.db"
    (tmp_path / "played.pgn").write_text(PLAYED_ON, encoding="utf-8")
    own = identities.signatures
    forget(identities, "signatures", lambda game: ("as an earlier version wrote it", ""))
    with Database(path) as db:
        import_file(db, tmp_path / "played.pgn")
    forget(identities, "signatures", own)
    with Database(path) as db:
        assert [len(one.played.moves) for one in db.games(chess)] == [4]
    assert rulesets_of(path) == [("chess", *own(chess))]


def test_a_file_of_rules_that_fails_does_not_keep_other_games_from_being_read(tmp_path, forget):
    chess, path, rules = cp.load("chess"), tmp_path / "two.db", tmp_path / "mine.py"
    text = (DATA.parent / "games" / "record_tic_tac_toe.py").read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    own = identities.signatures
    forget(identities, "signatures", lambda game: ("as an earlier version wrote it", ""))
    with Database(path) as db:
        db.add(chess, "startpos moves e4 e5")
        db.add(cp.load(rules), [4, 0])
    forget(identities, "signatures", own)
    faulty = text.replace("out.mover = 1 - s.mover", "out.mover = 1 // 0")
    assert faulty != text
    rules.write_text(faulty, encoding="utf-8")
    with Database(path) as db:
        assert sum(move.games for move in db.explore(chess)) == 1
    rules.write_text(text, encoding="utf-8")
    identity.cache_clear()
    with Database(path) as db:
        assert sum(move.games for move in db.explore(cp.load(rules))) == 1
