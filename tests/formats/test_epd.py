"""EPD is read and written as python-chess has it, and what is no EPD is refused with its line."""

import random
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.formats.epd import Record, parse_epd, read_epd, show_epd, write_epd

BRATKO = '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";'
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def test_a_line_has_a_position_and_operations() -> None:
    [record] = parse_epd([BRATKO])
    board = BRATKO.partition(" bm")[0]
    assert record == Record(board, (("bm", ("Qd1+",)), ("id", ("BK.01",))), 1)
    assert (record.id, record.best_moves, record.mate) == ("BK.01", ("Qd1+",), None)


def test_strings_may_hold_semicolons_spaces_and_quotation_marks() -> None:
    [record] = parse_epd([f'{START} c0 "a; b  c"; c1 "say \\"d4\\" \\\\"; acd 12; noop;'])
    assert record.operands("c0") == ("a; b  c",)
    assert record.operands("c1") == ('say "d4" \\',)
    assert record.operands("acd") == ("12",)
    assert record.operations[-1] == ("noop", ())


def test_a_quotation_mark_inside_a_word_is_a_sign_like_others() -> None:
    [record] = parse_epd([f'{START} 00\'40" (Gustav); c0 5";'])
    assert record.operations == (("00'40\"", ("(Gustav)",)), ("c0", ('5"',)))
    [again] = parse_epd([show_epd(record)])
    assert again == record


def test_moves_may_be_written_as_uci_does() -> None:
    [record] = parse_epd([f"{START} bm e2e4 Nf3; am h2h4; pv e2e4 e5 g1f3"])
    assert (record.best_moves, record.moves_to_avoid) == (("e2e4", "Nf3"), ("h2h4",))


@pytest.mark.parametrize(
    ("said", "mate"), [("dm 3;", 3), ("bm #4;", 4), ("bm #-2;", -2), ("dm 3; bm e4;", 3)]
)
def test_a_mate_is_said_in_two_ways(said: str, mate: int) -> None:
    [record] = parse_epd([f"{START} {said}"])
    assert record.mate == mate
    assert record.best_moves == (("e4",) if "e4" in said else ())


def test_the_numbers_of_a_fen_may_follow_its_fields() -> None:
    [record] = parse_epd([f"{START} 3 17 bm e4;"])
    assert cp.load("chess").position(record.position).state.clock == 3


def test_empty_lines_and_comments_are_passed_over() -> None:
    assert [record.line for record in parse_epd(["", "# nothing", "  ", BRATKO])] == [4]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nothing", "four fields of a FEN"),
        ("8/8/8/8/8/8/8/8 w - - bm e4;", "White has 0 kings"),
        (f"{START} bm e5;", "bm: 'e5' is not a legal move here"),
        (f"{START} am e2e5;", "am: 'e2e5' is not a legal move here"),
        (f"{START} pv e4 e4;", "pv: 'e4' is not a legal move here"),
        (f"{START} dm soon;", "dm must be a number of moves, not 'soon'"),
        (f'{START} c0 "half;', "a closing quote is missing"),
        (f'{START} "bm" e4;', "an operation must begin with its name"),
    ],
)
def test_what_is_no_line_is_refused_with_its_number(line: str, says: str) -> None:
    with pytest.raises(cp.InputError, match=f"^EPD, line 2: .*{says}"):
        list(parse_epd([BRATKO, line]))


def test_a_list_of_faults_takes_the_place_of_an_error() -> None:
    faults: list[str] = []
    records = list(parse_epd([BRATKO, "rubbish", BRATKO], "x.epd", faults))
    assert [record.line for record in records] == [1, 3]
    assert len(faults) == 1 and faults[0].startswith("x.epd, line 2: ")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    operations = (("bm", ("e4", "d4")), ("c0", ('a "b" \\ ;', "", "7")), ("x", ()))
    records = [Record(START, operations, 1), Record(f"{START} 0 1", (), 2)]
    write_epd(tmp_path / "x.epd", records)
    assert read_epd(tmp_path / "x.epd") == records


def test_a_line_break_cannot_be_written() -> None:
    with pytest.raises(cp.InputError, match="one position on each line"):
        show_epd(Record(START, (("c0", ("a\nb",)),)))


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(cp.InputError, match=r"nowhere\.epd cannot be read: No such file"):
        read_epd("nowhere.epd")


def test_python_chess_reads_what_is_written_and_the_other_way_round() -> None:
    chess = pytest.importorskip("chess")
    rng = random.Random(1)
    for _ in range(200):
        board = chess.Board()
        for _ in range(rng.randrange(60)):
            board.push(rng.choice(list(board.legal_moves)))
            if board.is_game_over():
                board.pop()
                break
        moves = rng.sample(list(board.legal_moves), 1)
        theirs = board.epd(bm=moves, id=f"no {rng.random()}", c0='"x"; y', dm=3)
        [record] = parse_epd([theirs])
        assert record.best_moves == (board.san(moves[0]),)
        again, read = chess.Board.from_epd(show_epd(record))
        assert again.epd() == board.epd()
        assert read == {"bm": moves, "id": record.id, "c0": '"x"; y', "dm": 3}
