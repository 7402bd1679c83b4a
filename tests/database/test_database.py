"""Games are kept once, found again, and survive what happens to programs and files."""

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.database import Database, schema
from counterplay.database.importing import import_file
from counterplay.database.maintenance import check, describe, reindex


def contents(db):
    """All that a database knows of chess, for comparison."""
    rules = cp.load("chess")
    games = sorted(str(one.played._replace(moves=list(one.played.moves))) for one in db.games())
    places = ["startpos", "startpos moves a3", "startpos moves a3 a5", "startpos moves a4"]
    return games, [db.explore(rules, place) for place in places]


def test_a_file_that_is_imported_again_adds_nothing(pgn, database, random_games):
    with database() as db:
        first = import_file(db, pgn)
        before = contents(db)
        again = import_file(db, pgn)
        assert (first.added, first.known) == (len(random_games), 0)
        assert (again.added, again.known) == (0, len(random_games))
        assert contents(db) == before


def test_games_are_found_by_player_result_and_position(pgn, database, random_games):
    rules = cp.load("chess")
    with database() as db:
        import_file(db, pgn)
        for player in ("Player 3", "pLAYER 11"):
            wanted = [g for g in random_games if player.lower() in names(g)]
            assert len(list(db.games(rules, player=player))) == len(wanted) > 0
        won = [g for g in random_games if g.headers["Result"] == "0-1"]
        assert len(list(db.games(result=1))) == len(won)
        place = list(random_games[5].mainline_moves())[:4]
        board = random_games[5].board()
        for move in place:
            board.push(move)
        wanted = [g for g in random_games if board.epd() in epds(g)]
        found = list(db.games(rules, position=board.fen()))
        rounds = sorted(int(one.played.round) for one in found)
        assert rounds == sorted(int(g.headers["Round"]) for g in wanted)
        assert len(list(db.games(limit=7))) == 7


def names(game):
    return f"{game.headers['White']}\n{game.headers['Black']}".lower()


def epds(game):
    board, found = game.board(), set()
    for move in [*game.mainline_moves(), None]:
        found.add(board.epd())
        if move is not None:
            board.push(move)
    return found


def test_a_game_is_the_one_that_was_added(database):
    rules = cp.load("connect_four")
    with database() as db:
        number = db.add(rules, "startpos moves 4 4 3", players=("A", "B"), date="2024-05-31")
        assert db.add(rules, [3, 3, 2], players=("A", "B"), date="2024.05.31") is None
        assert db.add(rules, [3, 3, 2], players=("A", "B"), date="2024.05.30") == number + 1
        [_, one] = db.games(rules)
    assert one.position.text == "startpos moves 4 4 3"
    assert (one.played.players, one.played.date) == (("A", "B"), 20240531)


def test_what_cannot_be_a_game_is_refused(database):
    rules = cp.load("connect_four")
    with database() as db:
        for wrong in (lambda: db.add(rules, [99]), lambda: db.add(rules, "startpos moves 9"),
                      lambda: db.add(rules, "startpos", (1, 2, 3)),
                      lambda: db.add(rules, "startpos", players=("A",)),
                      lambda: list(db.games(position="startpos"))):  # fmt: skip
            with pytest.raises(InputError):
                wrong()
        assert list(db.games()) == []


def test_a_finished_game_brings_its_payoffs(database):
    rules = cp.load("tic_tac_toe")
    with database() as db:
        db.add(rules, "startpos moves a1 a2 b1 b2 c1")
        [one] = db.games(rules)
        assert one.played.payoffs == (1, -1)
        assert db.explore(rules)[0].wins == 1


def test_threads_add_and_look_at_the_same_time(database):
    rules = cp.load("connect_four")
    faults = []
    with database() as db:

        def work(number):
            dice = random.Random(number)
            try:
                for game in range(15):
                    moves = [dice.randrange(7) for _ in range(6)]
                    db.add(rules, moves, event=f"{number} {game}")
                    db.explore(rules)
            except Exception as error:
                faults.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not faults
        assert sum(one.games for one in db.explore(rules)) == 60
        assert check(db) == 60


def test_positions_are_counted_anew_to_another_number_of_plies(pgn, tmp_path):
    rules = cp.load("chess")
    with Database(tmp_path / "one.db") as one, Database(tmp_path / "two.db") as two:
        import_file(one, pgn, plies=3)
        import_file(two, pgn, plies=30)
        with pytest.raises(InputError, match="counterplay db index chess --plies 30"):
            import_file(one, pgn, plies=30)
        assert contents(one) != contents(two) or describe(one) != describe(two)
        reindex(one, rules, 30)
        assert contents(one) == contents(two)
        assert [k["positions"] for k in describe(one)] == [k["positions"] for k in describe(two)]


def test_an_import_that_is_killed_keeps_whole_games_and_goes_on(pgn, tmp_path):
    path = tmp_path / "killed.db"
    script = (
        "import sys, time\n"
        "from counterplay.database import Database, importing\n"
        "importing.BATCH, importing.SECONDS = 10, 1000\n"
        "db = Database(sys.argv[1])\n"
        "write = importing._Batches._write\n"
        "def slow(self):\n    write(self); print('.', flush=True); time.sleep(0.05)\n"
        "importing._Batches._write = slow\n"
        "importing.import_file(db, sys.argv[2])\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(path), str(pgn)], stdout=subprocess.PIPE, text=True
    )
    for _ in range(4):
        assert child.stdout.readline() == ".\n"
    time.sleep(0.04)
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    with Database(path) as db, Database(tmp_path / "whole.db") as whole:
        kept = check(db)
        assert kept % 10 == 0 and 40 <= kept < 200
        assert import_file(db, pgn).known == kept
        import_file(whole, pgn)
        assert contents(db) == contents(whole)


def test_a_locked_file_is_waited_for_and_then_refused(database, tmp_path, monkeypatch):
    monkeypatch.setattr(schema, "PATIENCE", 0.2)
    rules = cp.load("connect_four")
    with database() as db:
        db.add(rules, [3])
        other = sqlite3.connect(db.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(InputError, match="being written by another process"):
            db.add(rules, [4])
        assert len(db.explore(rules)) == 1  # readers do not wait
        other.execute("ROLLBACK")
        other.close()
        assert db.add(rules, [4]) is not None


def test_foreign_and_newer_files_are_refused_and_left_as_they_are(tmp_path):
    text, foreign, newer = (tmp_path / name for name in ("a.txt", "b.db", "c.db"))
    text.write_text("not a database at all, but long enough to be read as one " * 20)
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    connection.close()
    Database(newer).close()
    connection = sqlite3.connect(newer)
    connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()
    for path, sentence in ((text, "is not a database"), (foreign, "belongs to another program"),
                           (newer, "a newer version")):  # fmt: skip
        before = path.read_bytes()
        with pytest.raises(InputError, match=sentence):
            Database(path)
        assert path.read_bytes() == before
    with pytest.raises(InputError, match="there is no database"):
        Database(tmp_path / "none.db", create=False)
    with pytest.raises(InputError, match=r"cannot be (written|opened)"):
        Database(text / "x.db")


def test_a_damaged_file_gives_the_right_answer_or_a_sentence(pgn, tmp_path):
    whole = tmp_path / "whole.db"
    with Database(whole) as db:
        import_file(db, pgn)
        right = contents(db)
    dice, sentences = random.Random(4), 0
    size = whole.stat().st_size
    for number in range(40):
        path = tmp_path / f"{number}.db"
        shutil.copy(whole, path)
        with path.open("r+b") as file:
            for _ in range(30):
                file.seek(dice.randrange(size))
                file.write(bytes([dice.randrange(256)]))
        try:
            with Database(path) as db:
                check(db)
                assert contents(db) == right
        except InputError as error:
            sentences += 1
            assert str(error).startswith(f"{path} ") and "\n" not in str(error)
    assert sentences > 20


def test_one_flipped_bit_never_gives_other_counts(tmp_path):
    """Not even in what leads to the counts: the rules, the runs, and their index."""
    small = cp.load("connect_four", width=5, height=4)
    whole, dice = tmp_path / "whole.db", random.Random(5)
    with Database(whole) as db:
        for number in range(60):
            moves = [dice.randrange(5) for _ in range(3)]
            db.add(small, moves, payoffs=(1, -1), players=(f"A{number}", "B"))
        right = [db.explore(small, place) for place in ("startpos", "startpos moves 1")]
    content, sentences = whole.read_bytes(), 0
    for number in range(400):
        damaged = bytearray(content)
        damaged[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        path = tmp_path / f"{number}.db"
        path.write_bytes(damaged)
        try:
            with Database(path, create=False) as db:
                found = [db.explore(small, place) for place in ("startpos", "startpos moves 1")]
            assert found == right, f"copy {number}"
        except InputError:
            sentences += 1
    assert sentences > 10
