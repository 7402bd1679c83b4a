"""`counterplay book` builds and shows opening books."""

import json
import re
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.formats.polyglot.book import PolyglotBook


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 1-0\n")
    return path


def test_a_book_is_built_and_shown(run, games, tmp_path):
    out = tmp_path / "book.bin"
    text = run("book", "build", games, "--out", out, "--least", "1").stdout
    assert "3 moves from 3 games" in " ".join(text.split())
    found = json.loads(run("book", "show", out, "--json").stdout)
    assert found["moves"] == [{"move": "e4", "weight": 3}, {"move": "d4", "weight": 2}]
    shown = run("book", "show", out, "startpos", "moves", "e4").stdout
    assert "c5" in shown and "100.0 %" in shown and "e5" not in shown
    assert "no move in this position" in run("book", "show", out, "startpos moves a3").stdout


def test_a_broken_game_is_named_and_the_book_is_made_of_the_rest(run, games, tmp_path):
    games.write_text(games.read_text() + "1. e5 1-0\n")
    out = tmp_path / "book.bin"
    result = run("book", "build", games, "--out", out, "--least", "1", code=1)
    assert "game 4 is skipped: 'e5' is not a legal move" in result.stderr
    assert out.stat().st_size == 3 * 16


def test_a_file_that_is_no_book_is_refused(refused, games):
    assert "is not a Polyglot book" in refused("book", "show", games)
    assert "plies=0 must be" in refused("book", "build", games, "--out", "x", "--plies", "0")


def test_a_book_answers_before_the_search(run, games, tmp_path):
    out = tmp_path / "book.bin"
    run("book", "build", games, "--out", out, "--least", "1")
    after = ("analyse", "chess", "startpos moves d4", "--book", out, "--depth", "1", "--json")
    found = json.loads(run("analyse", "chess", "--book", out, "--json").stdout)
    assert found["source"] == "book" and found["move"] in ("e4", "d4")
    assert json.loads(run(*after).stdout)["source"] == "search"


def test_a_game_is_begun_from_the_programs_own_book_and_resumed_with_it(run):
    begun = run("play", "chess", "--you", "second", "--book", "own", "--nodes", "100", typed="")
    first = re.search(r"White \(engine\) plays (\S+), from the book", begun.stdout)
    saved = re.search(r"play --resume (\S+)", begun.stdout)
    assert json.loads(Path(saved[1]).read_text(encoding="utf-8"))["book"] == "own"
    here = cp.load("chess").position(f"startpos moves {first[1]}")
    reply = here.show_move(PolyglotBook("own").moves(here)[0].action)
    again = run("play", "--resume", saved[1], "--nodes", "100", typed=f"{reply}\n")
    assert re.search(r"White \(engine\) plays \S+, from the book", again.stdout)


def test_a_book_of_chess_is_refused_for_another_game(refused):
    assert "Polyglot books are for chess" in refused("play", "nim", "--book", "own")


def test_lines_of_an_expert_become_a_book_of_any_game(run, refused, tmp_path):
    text, out = tmp_path / "lines.txt", tmp_path / "book.json"
    text.write_text("# a repertoire\n4 4 4\n3: 4 3\n", encoding="utf-8")
    made = run("book", "enter", "connect_four", text, "--out", out).stdout
    assert "4 moves from 2 lines" in " ".join(made.split())
    assert json.loads(run("book", "show", out, "4", "--json").stdout)["moves"] == [
        {"move": "3", "weight": 3},
        {"move": "4", "weight": 1},
    ]
    words = run("analyse", "connect_four", "--book", out).stdout
    assert "not searched: the move is from the book" in words and "nodes" not in words
    found = json.loads(run("analyse", "connect_four", "--book", out, "--json").stdout)
    assert found["source"] == "book" and found["move"] == "4"
    text.write_text("4 8\n", encoding="utf-8")
    sentence = refused("book", "enter", "connect_four", text, "--out", out)
    assert "line 1: '8' is not a legal move here" in sentence
