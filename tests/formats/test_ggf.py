"""GGF: games of Othello as GGS, NBoard and Edax write them."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.formats.game_file import GameFile
from counterplay.formats.ggf import read, show_ggf
from counterplay.formats.record import GameRecord

BOARD = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
GGS = (
    "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]"
    f"RW[2199.72]TI[05:00//02:00]TY[8]RE[+12.000:r]BO[{BOARD}]B[F5//1.2]W[d6/-0.4/2]B[C3];)"
)


def games(text: str) -> tuple[list[tuple[cp.Game, GameRecord]], list[str]]:
    faults: list[str] = []
    return list(read(io.BytesIO(text.encode()), "file", None, faults)), faults


def record(text: str) -> GameRecord:
    [(_, one)], faults = games(text)
    assert faults == []
    return one


def test_a_game_of_the_server_is_read_with_all_that_is_known() -> None:
    [(game, one)], faults = games(GGS)
    assert faults == [] and one.position(game).text == "startpos moves f5 d6 c3"
    assert (one.players, one.date, one.site) == (("Saio1200", "Saio3000"), 20031215, "GGS/os")
    assert one.payoffs == (12, -12)
    assert one.tags == {
        "FirstRank": "2197.01", "SecondRank": "2199.72", "TimeControl": "05:00//02:00",
    }  # fmt: skip


def test_two_games_on_one_line_are_two_games() -> None:
    found, faults = games(f"2 {GGS[2:]}{GGS[2:]}\n{GGS}")
    assert len(found) == 3 and faults == []


def test_a_pass_may_be_written_or_left_out_and_follow_the_end() -> None:
    start = "BO[8 *O------ -------- -------- -------- -------- -------- -------- OO-----O O]"
    for moves in ("B[C1]", "W[PA]B[C1]", "W[PA]B[C1]W[PA]B[]"):
        assert record(f"(;GM[Othello]{start}{moves};)").moves.tolist() == [64, 2]


def test_a_date_may_be_the_seconds_since_1970() -> None:
    assert record(GGS.replace("2003.12.15_13:24:03.MST", "1071519843")).date == 20031215


def test_other_sizes_of_the_board_are_read() -> None:
    board = "6 ------ ------ --O*-- --*O-- ------ ------ *"
    [(game, one)], _ = games(f"(;GM[Othello]BO[{board}]B[B3];)")
    assert game.parameters["size"].value == 6 and one.position(game).text == "startpos moves b3"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("(;GM[Othello]B[F5]W[A1];)", "line 1: the game is skipped: 'a1' is not a legal move"),
        ("(;GM[Othello]B[F5]B[F6];)", "it is not the turn of B"),
        ("\n\n(;GM[Othello]B[F5", "line 3: .*was expected before 'B.F5'"),
        ("(;GM[Chess]B[F5];)", r"GM\[Chess\] is not Othello"),
        ("(;GM[Othello]BO[8 ---]B[F5];)", "is no board: write the size"),
        ("(;GM[Othello]BO[20000000 *];)", "is no board: write the size"),
    ],
)
def test_a_fault_is_one_sentence_and_other_games_are_read(text: str, sentence: str) -> None:
    found, [fault] = games(f"{text}\n{GGS}")
    assert len(found) == 1
    assert re.search(sentence, fault), fault


def test_a_game_on_one_line_comes_back(tmp_path: Path) -> None:
    position = cp.load("othello").position("startpos moves f5 d6 c3")
    path = tmp_path / "game.txt"
    path.write_text(show_ggf(position, {"PB": "A]\nB", "PW": "C"}))
    [(game, one)] = GameFile(path).games()
    assert one.position(game).text == position.text and one.players == ("A) B", "C")
