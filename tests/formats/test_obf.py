"""OBF files are read as they are written, and what is no OBF is refused with its line."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.formats.obf import Problem, parse_obf, read_obf

DATA = Path(__file__).parents[1] / "data"
START = "---------------------------OX------XO---------------------------"


def test_a_line_has_a_position_and_the_scores_of_its_moves() -> None:
    [problem] = parse_obf([f"{START} X; D3:+2; c4: -4; F5:2;  % the start"])
    assert problem == Problem(
        f"{START} X", (("d3", 2), ("c4", -4), ("f5", 2)), 2, comment="the start"
    )
    assert problem.best_moves == ("d3", "f5")


def test_a_score_alone_is_that_of_the_position() -> None:
    [problem] = parse_obf([f"{START} O; +6; D3:+2;"])
    assert (problem.value, problem.scores, problem.best_moves) == (6, (("d3", 2),), ())


def test_a_position_may_come_without_scores() -> None:
    assert parse_obf([f"{START}x"]) == [Problem(f"{START} X")]


def test_empty_lines_and_comments_are_passed_over() -> None:
    assert parse_obf(["", "% nothing", "   ", f"{START} *;"]) == [Problem(f"{START} X")]


def test_a_pass_is_a_move() -> None:
    [problem] = parse_obf([f"{START} X; --:+2; PS:+2;"])
    assert problem.scores == (("pass", 2), ("pass", 2))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (START[:-1] + " X;", "must begin with 64 squares"),
        (START.replace("X", "?") + " X;", "must begin with 64 squares"),
        (START + " Z;", "the side to move, X or O, not 'z'"),
        (START + " X; D3;", "'D3' is not a move with its score"),
        (START + " X; D9:+2;", "'D9:\\+2' is not a move with its score"),
        (START + " X; D3:+66;", "between -64 and 64"),
        ("X", "must begin with 64 squares"),
    ],
)
def test_what_is_no_line_is_refused_with_its_number(line: str, says: str) -> None:
    with pytest.raises(cp.InputError, match=f"^OBF, line 2: .*{says}"):
        parse_obf(["% first", line])


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(cp.InputError, match=r"nowhere\.obf cannot be read: No such file"):
        read_obf("nowhere.obf")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.obf").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(cp.InputError, match="is not UTF-8 text"):
        read_obf(tmp_path / "x.obf")


def test_the_problems_of_the_french_federation_list_every_legal_move() -> None:
    game = cp.load("othello")
    problems = read_obf(DATA / "othello_ffo.obf")
    assert len(problems) == 44
    for problem in problems:
        position = game.position(problem.position)
        assert game.show_position(position.state) == problem.position
        legal = {position.show_move(move) for move in position.legal_moves}
        assert {move for move, _ in problem.scores} <= legal
        assert problem.best_moves
