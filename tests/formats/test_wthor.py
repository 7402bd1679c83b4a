"""WTHOR: the database of games of Othello, here with files that the test writes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.formats.game_file import GameFile
from counterplay.formats.record import GameRecord
from counterplay.formats.wthor import HEADER, PLAYED

GAMES = 12


def header(count: int, size: int = 8, kind: int = 0) -> bytes:
    return HEADER.pack(20, 26, 11, 18, count, 0, 1999, size, kind, 24, 0)


def random_game(seed: int) -> cp.Position:
    rng, position = random.Random(seed), cp.load("othello").with_evaluator(None).position()
    while not position.is_over:
        position = position.play(rng.choice(position.legal_moves))
    return position


def codes(position: cp.Position) -> bytes:
    """The moves without passes, as ten times the row and the column."""
    game = position.game
    texts = [game.show_move(s, a) for s, a in zip(position.past, position.moves, strict=True)]
    return bytes(10 * int(t[1]) + "abcdefgh".index(t[0]) + 1 for t in texts if t != "pass")


def played(position: cp.Position, black: int = 1, white: int = 0) -> bytes:
    return PLAYED.pack(1, black, white, int(position.payoffs[0] + 64) // 2, 40, codes(position))


@pytest.fixture(scope="module")
def ended() -> list[cp.Position]:
    return [random_game(seed) for seed in range(GAMES)]


def read(path: Path, data: bytes) -> tuple[list[tuple[cp.Game, GameRecord]], list[str]]:
    path.write_bytes(data)
    file = GameFile(path)
    return list(file.games()), file.faults


def test_games_come_back_with_the_passes_that_the_file_leaves_out(
    tmp_path: Path, ended: list[cp.Position]
) -> None:
    found, faults = read(tmp_path / "games", header(GAMES) + b"".join(map(played, ended)))
    assert faults == []
    assert [record.position(game).text for game, record in found] == [p.text for p in ended]
    assert [record.payoffs for _, record in found] == [p.payoffs for p in ended]
    assert any("pass" in p.text for p in ended)


def test_names_are_in_the_files_beside_it(tmp_path: Path, ended: list[cp.Position]) -> None:
    (tmp_path / "WTHOR.JOU").write_bytes(header(0) + b"Bert".ljust(20, b"\0") + b"Anna\0".ljust(20))
    (tmp_path / "WTHOR.TRN").write_bytes(header(0) + bytes(26) + "Épinal".encode("latin-1"))
    [(_, record)], _ = read(tmp_path / "WTH_1999.wtb", header(1) + played(ended[0]))
    assert (record.players, record.event, record.date) == (("Anna", "Bert"), "Épinal", 19990000)
    assert record.tags == {"BestScore": "16"}


def test_without_them_a_game_has_no_names(tmp_path: Path, ended: list[cp.Position]) -> None:
    [(_, record)], _ = read(tmp_path / "x.wtb", header(1) + played(ended[0]))
    assert (record.players, record.event) == ((), "")


def test_a_game_that_was_not_finished_has_the_result_of_the_file(tmp_path: Path) -> None:
    data = header(1, size=0) + PLAYED.pack(0, 0, 0, 40, 40, bytes([56, 64]))
    [(game, record)], _ = read(tmp_path / "x.wtb", data)
    assert record.position(game).text == "startpos moves f5 d6" and record.payoffs == (16, -16)


def test_one_bad_game_is_skipped_and_a_cut_off_file_is_read_as_far_as_it_goes(
    tmp_path: Path, ended: list[cp.Position]
) -> None:
    bad = [PLAYED.pack(0, 0, 0, 32, 32, bytes([code])) for code in (11, 99)]
    data = header(5) + bad[0] + played(ended[0]) + bad[1] + played(ended[1])[:40]
    found, faults = read(tmp_path / "x.wtb", data)
    assert len(found) == 1 and len(faults) == 3
    assert "game 1 is skipped: 'a1' is not a legal move" in faults[0]
    assert "game 3 is skipped: the move 99 is not a square" in faults[1]
    assert faults[2].endswith("x.wtb is cut off: games 4 to 5 are missing")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\x14\x1a", "is too short: the header of WTHOR has 16 bytes"),
        (header(1, size=10), "on a board of 10 by 10: only 8 by 8"),
        (header(1, kind=1), "has solitaires, not games"),
    ],
)
def test_what_is_no_file_of_games_is_refused(tmp_path: Path, data: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read(tmp_path / "x.wtb", data)


def test_games_of_another_game_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.wtb"
    path.write_bytes(header(0))
    with pytest.raises(InputError, match="has games of Othello, and not of"):
        list(GameFile(path).games(cp.load("chess")))
