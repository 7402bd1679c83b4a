"""Lines that people write become moves with weights; a wrong one is named with its line."""

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.formats.book_text import read_book_text


@pytest.fixture
def read(tmp_path):
    def read_text(text, game="connect_four"):
        path = tmp_path / "book.txt"
        path.write_text(text, encoding="utf-8")
        return read_book_text(cp.load(game), path)

    return read_text


def test_a_line_is_moves_and_everything_else_is_a_comment(read):
    first, second = read("# title\n\n4 4 {the centre} 4 # why\n1. 4 2. 3 3.5\n")
    assert first.moves == (3, 3, 3) and first.weights == (1, 1, 1)
    assert second.moves == (3, 2, 4)


def test_lines_and_moves_have_weights(read):
    first, second = read("3: 4 4!\n1? 4 2??")
    assert first.weights == (3, 9) and second.weights == (0, 1, 0)


def test_a_line_can_start_from_a_position(read):
    (line,) = read("44 | 4 4")
    assert line.start.text == cp.load("connect_four").position("44").text
    assert line.moves == (3, 3)


def test_a_mate_is_no_comment(read):
    (line,) = read("f3 e5 g4 Qh4# {the shortest} # game", "chess")
    assert len(line.moves) == 4


def test_chess_is_read_in_algebraic_notation(read):
    (line,) = read("1.e4 e5 2.Nf3! Nc6", "chess")
    assert line.weights == (1, 1, 3, 1)
    game = cp.load("chess")
    shown = game.position("startpos moves e4 e5").show_move(line.moves[2])
    assert shown == "Nf3"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4\n4 9", "line 2: '9' is not a legal move here"),
        ("0: 4", "line 1: a line must weigh 1 or more"),
        ("1212121 | 4", "line 1: the game is over before '4'"),
        ("4\n2:", "line 2: there is no move in this line"),
        ("xyz | 4", "line 1: "),
        ("# nothing", "has no lines of moves: write one in each line"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(read, text, sentence):
    with pytest.raises(InputError, match=r"book\.txt") as error:
        read(text)
    assert sentence in str(error.value)


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_book_text(cp.load("nim"), tmp_path / "none.txt")
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe4")
    with pytest.raises(InputError, match="is not UTF-8 text"):
        read_book_text(cp.load("nim"), tmp_path / "bad.txt")
