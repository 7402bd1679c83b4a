"""A book that people write plays the moves of its lines, in any game."""

import chess
import chess.polyglot
import pytest

import counterplay as cp
from counterplay.database.book import open_book
from counterplay.database.expert_book import save_expert_book
from counterplay.formats.book_text import read_book_text


@pytest.fixture
def book(tmp_path):
    def make(name, text):
        game = cp.load(name)
        (tmp_path / "lines.txt").write_text(text, encoding="utf-8")
        path = tmp_path / "book"
        count = save_expert_book(game, read_book_text(game, tmp_path / "lines.txt"), path)
        return game, path, count

    return make


def test_weights_of_lines_add_up_and_bad_moves_are_left_out(book):
    game, path, count = book("connect_four", "4 4 4\n2: 4 3\n1? 4!\n")
    opened = open_book(game, path)
    assert count == len(opened) == 5
    moves = {text: [(m.action, m.weight) for m in opened.moves(game.position(text))]
             for text in ("startpos", "4", "1")}  # fmt: skip
    assert moves == {"startpos": [(3, 3)], "4": [(2, 2), (3, 1)], "1": [(3, 3)]}


def test_transpositions_meet(book):
    game, path, _ = book("tic_tac_toe", "a1 b2 c3 a2")
    opened = open_book(game, path)
    there = game.position("startpos moves c3 b2 a1")
    assert [there.show_move(m.action) for m in opened.moves(there)] == ["a2"]


def test_a_book_of_chess_is_read_by_an_independent_program(book):
    _, path, count = book(
        "chess", "1. e4 e5 2. Nf3\n3: d4 d5 c4\ne4 f6? d4!\ne4 e5 Nf3 Nc6 Bc4 Bc5 O-O"
    )
    with chess.polyglot.open_reader(path) as reader:
        first = {e.move.uci(): e.weight for e in reader.find_all(chess.Board())}
        assert first == {"d2d4": 3, "e2e4": 3} and len(reader) == count
        board = chess.Board()
        board.push_san("e4")
        assert [e.move.uci() for e in reader.find_all(board)] == ["e7e5"]
        for san in ("e5", "Nf3", "Nc6", "Bc4", "Bc5"):
            board.push_san(san)
        assert [board.san(e.move) for e in reader.find_all(board)] == ["O-O"]


def test_a_session_plays_it(book):
    game, path, _ = book("connect_four", "4 4 4")
    with cp.Session(game, book=path) as session:
        assert session.move("44").source == "book"
