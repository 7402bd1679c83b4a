"""Polyglot books have the keys and moves of python-chess; they are built, written and read."""

import io
import os
import random
import struct
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.formats.chess.text import ChessText
from counterplay.formats.pgn import read_pgn
from counterplay.formats.polyglot.book import OWN_FILE, BookMove, PolyglotBook
from counterplay.formats.polyglot.build import Builder, build_book, write_book
from counterplay.formats.polyglot.keys import PolyglotKeys, random_numbers

try:
    import chess
    import chess.polyglot
except ImportError as error:
    if "CI" in os.environ:
        raise
    pytest.skip(f"python-chess is not installed ({error})", allow_module_level=True)

GAMES = """1. e4 e5 2. Nf3 1-0
1. e4 c5 0-1
1. e4 e5 1/2-1/2
1. d4 d5 1-0
1. f4 e5 0-1
1. e4 *
"""


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("chess")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    write_book(tmp_path / "book.bin", build_book(read_pgn(io.BytesIO(GAMES.encode()))))
    return tmp_path / "book.bin"


def entry(key: int, move: int, weight: int) -> bytes:
    return struct.pack(">QHHI", key, move, weight, 0)


def test_the_numbers_are_those_that_were_published() -> None:
    assert random_numbers().tolist() == chess.polyglot.POLYGLOT_RANDOM_ARRAY


@pytest.mark.parametrize("seed", range(30))
def test_keys_and_moves_are_those_of_python_chess(seed: int) -> None:
    """Over 3,000 positions, some of Chess960, with castling, promotion and pawns that pass."""
    rng = random.Random(seed)
    number = rng.randrange(960) if seed % 3 == 0 else 518
    board = chess.Board.from_chess960_pos(number)
    board.chess960 = True
    start = cp.load("chess", start=number).initial()
    keys, codes, texts = [], [], []
    for _ in range(120):
        legal = list(board.legal_moves)
        if not legal:
            break
        special = [m for m in legal if board.is_castling(m) or m.promotion or is_pawn(board, m)]
        move = rng.choice(special if special and rng.random() < 0.3 else legal)
        keys.append(chess.polyglot.zobrist_hash(board))
        becomes = move.promotion - 1 if move.promotion else 0
        codes.append(move.to_square | move.from_square << 6 | becomes << 12)
        texts.append(board.san(move))
        board.push(move)
    actions = actions_of(start, texts)
    ours, moves = PolyglotKeys().of_line(start, actions)
    assert ours.tolist() == keys
    assert moves.tolist() == codes


def is_pawn(board: chess.Board, move: chess.Move) -> bool:
    return board.piece_type_at(move.from_square) == chess.PAWN


def actions_of(start: Any, texts: list[str]) -> list[int]:
    """Moves of the game `chess` by their names."""
    writer, actions, place = ChessText(), list[int](), start
    for text in texts:
        actions.append(writer.choices(place)[text])
        place = writer.line(place, actions[-1:])[1][-1]
    return actions


def test_a_pawn_that_passed_counts_where_another_stands_beside_it(game: cp.Game) -> None:
    """Here it may not be taken, since its taker is pinned: the state does not show it."""
    fen = "4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1"
    position = game.position(fen).play("d5")
    board = chess.Board(fen)
    board.push_san("d5")
    pinned = game.position("1k2r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").play("d5")
    keys = PolyglotKeys()
    assert keys.of_position(position) == chess.polyglot.zobrist_hash(board)
    assert keys.of_position(pinned) != keys.of_position(
        game.position(game.show_position(pinned.state))
    )


def test_a_book_weighs_moves_by_what_they_brought(game: cp.Game, book: Path) -> None:
    opened = PolyglotBook(book, "best")
    start = game.position()
    named = {start.show_move(move.action): move.weight for move in opened.moves(start)}
    assert named == {"e4": 3, "d4": 2}  # f4 has lost, and the game without a result is none
    assert start.show_move(opened.move(start) or 0) == "e4"
    assert opened.move(game.position("startpos moves a3")) is None
    with chess.polyglot.open_reader(book) as theirs:
        found = {entry.move.uci(): entry.weight for entry in theirs.find_all(chess.Board())}
    assert found == {"e2e4": 3, "d2d4": 2}


def test_moves_are_chosen_as_often_as_they_weigh(game: cp.Game, book: Path) -> None:
    opened = PolyglotBook(book, seed=1)
    start = game.position()
    chosen = [start.show_move(opened.move(start) or 0) for _ in range(1000)]
    assert 550 < chosen.count("e4") < 650
    again = PolyglotBook(book, seed=1)
    assert [start.show_move(again.move(start) or 0) for _ in range(1000)] == chosen


def test_a_book_answers_a_search(game: cp.Game, book: Path) -> None:
    found = cp.search(game, book=PolyglotBook(book, "best"), depth=1)
    assert (found.source, found.move_text) == ("book", "e4")


def test_few_games_and_late_moves_are_left_out() -> None:
    builder = Builder(plies=1)
    assert [builder.add(game) for game in read_pgn(io.BytesIO(GAMES.encode()))].count(True) == 5
    assert len(builder.entries()) == 2 and len(builder.entries(least=2)) == 1


def test_weights_fit_into_an_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterplay.formats.polyglot.build.MOST_WEIGHT", 10)
    text = b"1. e4 1-0\n" * 4 + b"1. d4 1-0\n" * 10 + b"1. c4 1/2-1/2\n"
    entries = build_book(read_pgn(io.BytesIO(text)))
    assert entries["weight"].tolist() == [10, 4, 1]  # of 20, 8 and 1


def test_castling_is_read_in_both_ways(game: cp.Game, tmp_path: Path) -> None:
    position = game.position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    key = chess.polyglot.zobrist_hash(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    to_rook, two_squares = 4 << 6 | 7, 4 << 6 | 6
    rubbish = entry(key, 0o7777, 9)
    (tmp_path / "x.bin").write_bytes(rubbish + entry(key, to_rook, 1) + entry(key, two_squares, 2))
    castle = game.parse_move(position.state, "O-O")
    assert PolyglotBook(tmp_path / "x.bin").moves(position) == [BookMove(castle, 3)]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "it has 0 bytes"),
        (b"x" * 17, "it has 17 bytes, not entries of 16 bytes"),
        (entry(2, 0, 0) + entry(1, 0, 0), "not sorted"),
    ],
)
def test_what_is_no_book_gets_a_sentence(tmp_path: Path, data: bytes, says: str) -> None:
    (tmp_path / "x.bin").write_bytes(data)
    with pytest.raises(cp.InputError, match=says):
        PolyglotBook(tmp_path / "x.bin")


def test_what_cannot_be_asked_gets_a_sentence(book: Path) -> None:
    with pytest.raises(cp.InputError, match=r"nowhere\.bin cannot be read"):
        PolyglotBook("nowhere.bin")
    with pytest.raises(cp.InputError, match="pick='worst' is not one of"):
        PolyglotBook(book, "worst")  # type: ignore[arg-type]
    with pytest.raises(cp.InputError, match="for chess, not for nim"):
        PolyglotBook(book).move(cp.load("nim").position())


def test_every_line_of_the_programs_own_book_is_legal(game: cp.Game) -> None:
    book, met = PolyglotBook("own"), set[int]()
    reader = chess.polyglot.open_reader(OWN_FILE)
    waiting = [game.position()]
    while waiting:
        here = waiting.pop()
        if game.key(here.state) in met:
            continue
        met.add(game.key(here.state))
        moves = book.moves(here)
        theirs = reader.find_all(chess.Board(game.show_position(here.state)))
        assert len(list(theirs)) == len(moves)
        waiting += [here.play(move.action) for move in moves]
    assert len(met) > 1000 and len(book) == len(reader)


def test_a_book_that_is_only_opened_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page opens the book of chess when it starts, for whatever game it is started."""
    monkeypatch.setattr(PolyglotKeys, "__init__", lambda self: pytest.fail("keys were made"))
    assert len(PolyglotBook("own")) > 1000
    assert cp.Session("chess", book="own").book is not None
    with pytest.raises(cp.InputError, match="Polyglot books are for chess, not for nim"):
        cp.Session("nim", book="own")
