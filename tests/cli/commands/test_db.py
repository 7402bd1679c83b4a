"""`counterplay db` imports, explores, lists and exports games."""

import json
import re
import threading
from contextlib import contextmanager

import pytest

import counterplay as cp

PGN = """[White "Anna"]
[Black "Bert"]
[Date "2024.05.31"]

1. e4 e5 2. Nf3 1-0

[White "Cleo"]
[Black "Anna"]

1. Nf3 e5 2. e4 Nc6 1/2-1/2
"""


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    return path


@pytest.fixture
def db(run, games, tmp_path):
    path = tmp_path / "games.db"
    run("db", "import", games, "--db", path)
    return path


def test_games_are_imported_once(run, games, tmp_path):
    path = tmp_path / "new.db"
    assert "2 games added" in run("db", "import", games, "--db", path).stdout
    again = json.loads(run("db", "import", games, "--db", path, "--json").stdout)
    assert again["files"][0]["added"] == 0 and again["files"][0]["known"] == 2


def test_a_game_that_cannot_be_read_is_named_and_the_exit_code_says_so(run, games, tmp_path):
    games.write_text(PGN + '\n[White "x"]\n\n1. e4 e4 *\n')
    result = run("db", "import", games, "--db", tmp_path / "new.db", code=1)
    assert "2 games added" in result.stdout
    assert "game 3 is skipped: 'e4' is not a legal move" in " ".join(result.stderr.split())


def test_what_was_played_in_a_position_is_shown(run, db):
    found = json.loads(run("db", "explore", "chess", "--db", db, "--json").stdout)
    assert found["moves"] == [
        {"move": "e4", "games": 1, "share": 0.5, "wins": 1, "draws": 0, "losses": 0, "mean": 1,
         "last": "2024-05-31"},
        {"move": "Nf3", "games": 1, "share": 0.5, "wins": 0, "draws": 1, "losses": 0, "mean": 0,
         "last": None},
    ]  # fmt: skip
    shown = run("db", "explore", "chess", "startpos moves e4 e5 Nf3", "--db", db).stdout
    assert re.search(r"Nc6\s+1\s+100.0%\s+0%\s+100%\s+0%", shown)
    assert "no game" in run("db", "explore", "chess", "startpos moves a3", "--db", db).stdout


def test_the_engine_says_what_it_thinks_of_each_move(run, tmp_path):
    game, path = cp.load("tic_tac_toe"), tmp_path / "own.db"
    lines = tmp_path / "own.jsonl"
    played = [["b2", "a1"], ["b2", "b1"], ["a1", "b2"]]
    lines.write_text("\n".join(json.dumps({"game": game.name, "moves": m}) for m in played))
    run("db", "import", lines, "--db", path)
    where = ("db", "explore", "tic_tac_toe", "startpos moves b2", "--db", path)
    found = json.loads(run(*where, "--engine", "0.2", "--json").stdout)
    assert {one["move"]: one["engine"] for one in found["moves"]} == {"a1": 0, "b1": -1}
    assert re.search(r"b1 .*loss in \d", run(*where, "--engine", "0.2").stdout)


def test_games_are_listed_by_player_result_and_position(run, db):
    def listed(*arguments):
        found = run("db", "games", *arguments, "--db", db, "--json").stdout
        return [one["players"] for one in json.loads(found)]

    assert len(listed()) == 2
    assert listed("--player", "bert") == [["Anna", "Bert"]]
    assert listed("chess", "--result", "white") == [["Anna", "Bert"]]
    assert listed("--result", "draw") == [["Cleo", "Anna"]]
    assert listed("chess", "--position", "startpos moves e4 e5") == [["Anna", "Bert"]]
    assert listed("--limit", "1") == [["Cleo", "Anna"]]
    shown = run("db", "games", "--db", db, "--moves").stdout
    assert "White won" in shown and "1: e4 e5 Nf3" in shown


def test_games_go_out_and_come_back(run, db, tmp_path):
    text = run("db", "export", "chess", "--db", db).stdout
    assert text.index("Anna") < text.index("Cleo") and "2. e4 Nc6 1/2-1/2" in text
    for name in ("out.pgn", "out.jsonl"):
        out = tmp_path / name
        assert "2 games" in run("db", "export", "--out", out, "--db", db).stdout
        assert "0 games added" in run("db", "import", out, "--db", db).stdout
    assert not list(tmp_path.glob("*.part"))


def test_a_book_of_any_game_is_made_shown_and_asked(run, tmp_path):
    lines, path, book = tmp_path / "c4.jsonl", tmp_path / "c4.db", tmp_path / "c4.json"
    played = {"game": "connect_four", "moves": ["4", "4"], "payoffs": [1, -1]}
    lines.write_text("\n".join(json.dumps(played | {"round": str(n)}) for n in range(3)))
    run("db", "import", lines, "--db", path)
    made = run("db", "book", "connect_four", "--db", path, "--out", book, "--least", "3")
    assert "1 move" in made.stdout
    assert re.search(r"4\s+6\s+100.0 %", run("book", "show", book).stdout)
    found = run("analyse", "connect_four", "--book", book, "--json").stdout
    assert (json.loads(found)["source"], json.loads(found)["move"]) == ("book", "4")
    begun = run("play", "connect_four", "--you", "second", "--book", book, "--depth", "1", typed="")
    assert "plays 4, from the book" in begun.stdout
    against = ("match", "connect_four", f"alphabeta:depth=1,book={book}", "random", "--games", "2",
               "--opening-plies", "0", "--out", tmp_path / "m.jsonl", "--json")  # fmt: skip
    run(*against)
    first = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()[1:]]
    assert next(g for g in first if g["seats"][0] == 0)["moves"][0] == "4"


def test_a_book_of_chess_is_polyglots(run, db, tmp_path):
    out = tmp_path / "book.bin"
    run("db", "book", "chess", "--db", db, "--out", out, "--least", "1")
    found = json.loads(run("book", "show", out, "--json").stdout)
    assert found["moves"] == [{"move": "e4", "weight": 2}, {"move": "Nf3", "weight": 1}]


def test_a_saved_game_is_imported(run, tmp_path):
    saved = re.search(
        r"--resume (\S+)", run("play", "tic_tac_toe", "--you", "all", typed="b2\n").stdout
    )
    run("db", "import", saved[1], "--db", tmp_path / "saved.db")
    [game] = json.loads(run("db", "games", "--db", tmp_path / "saved.db", "--json").stdout)
    assert game["moves"] == ["b2"] and game["payoffs"] is None and game["date"][:2] == "20"


def test_games_of_a_file_of_rules_are_imported_with_them(run, own_game, tmp_path):
    lines, path = tmp_path / "five.jsonl", tmp_path / "five.db"
    lines.write_text(json.dumps({"game": "to_five", "moves": ["1", "2", "2"]}))
    run("db", "import", lines, "--game", own_game, "--db", path)
    found = json.loads(run("db", "explore", own_game, "--db", path, "--json").stdout)
    assert [(one["move"], one["wins"]) for one in found["moves"]] == [("1", 1)]
    own_game.write_text(own_game.read_text().replace("s.total + a", "s.total + a + 0 * a"))
    again = json.loads(run("db", "explore", own_game, "--db", path, "--json").stdout)
    assert again["moves"] == found["moves"]  # the rules are written otherwise, and do the same
    own_game.write_text(own_game.read_text().replace("-1 if p", "1 if p"))
    other = json.loads(run("db", "explore", own_game, "--db", path, "--json").stdout)
    assert other["moves"] == []
    [kind] = json.loads(run("db", "info", "--db", path, "--json").stdout)["kinds"]
    assert kind["games"] == 1 and not kind["usable"]


def test_what_the_database_has_is_described_and_counted_anew(run, db):
    assert "checked: 2 games, no damage" in " ".join(
        run("db", "info", "--check", "--db", db).stdout.split()
    )
    [kind] = json.loads(run("db", "info", "--db", db, "--json").stdout)["kinds"]
    assert (kind["game"], kind["games"], kind["positions"], kind["moves"]) == ("chess", 2, 6, 7)
    found = json.loads(run("db", "index", "chess", "--plies", "1", "--db", db, "--json").stdout)
    assert (found["positions"], found["moves"]) == (1, 2)


def test_ctrl_c_keeps_whole_games_and_the_same_command_goes_on(run, games, tmp_path, monkeypatch):
    @contextmanager
    def at_once():
        stop = threading.Event()
        stop.set()
        yield stop

    path = tmp_path / "new.db"
    with monkeypatch.context() as patched:
        patched.setattr("counterplay.cli.commands.db.import_.until_ctrl_c", at_once)
        stopped = run("db", "import", games, "--db", path, code=130)
    assert "1 game added" in stopped.stdout and "run the same command again" in stopped.stdout
    assert "1 game added; 1 game known before" in run("db", "import", games, "--db", path).stdout


def test_what_cannot_be_used_is_refused_in_a_sentence(refused, games, db, tmp_path):
    assert "there is no database" in refused("db", "info", "--db", tmp_path / "none.db")
    assert "is not a database" in refused("db", "info", "--db", games)
    assert "no games of" in refused("db", "book", "nim", "--out", tmp_path / "x", "--db", db)
    assert "names no player" in refused("db", "games", "--result", "purple", "--db", db)
    assert "name the game" in refused("db", "games", "--set", "a=1", "--db", db)
    assert "not one of: sgf, ggf, mat, pdn, pgn, jsonl" in refused(
        "db", "export", "--format", "csv", "--db", db
    )
    assert "SGF is for Go, Othello, not for" in refused(
        "db", "export", "--format", "sgf", "--db", db
    )
