"""Every format of the registry recognises its own files, and reads what it writes."""

import io
import random
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.formats.game_file import GameFile
from counterplay.formats.record import GameRecord, read_date, show_date, show_pgn_date
from counterplay.formats.registry import (
    GAME_FORMATS,
    POSITION_FORMATS,
    default_format,
    detect,
    read_positions,
    writable,
    write_games,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
SQUARES = "---------------------------OX------XO---------------------------"

GAMES = ("nim", "othello", "checkers", "chess", "backgammon")


def random_game(game, plies, seed=1):
    dice, position = random.Random(seed), game.position()
    while not position.is_over and len(position.moves) < plies:
        rolls = [outcome for outcome, _ in position.chance_outcomes]
        position = position.play(dice.choice(rolls or position.legal_moves))
    return position


def fitting_game(row):
    return next(g for g in map(cp.load, GAMES) if row.fits(g))


def written(game, record, name):
    file = io.StringIO()
    assert write_games(file, [(game, record)], writable(name)) == 1
    return file.getvalue()


@pytest.mark.parametrize("row", [*GAME_FORMATS.values(), *POSITION_FORMATS.values()])
def test_a_row_says_what_is_missing(row):
    assert row.suffixes and row.games and row.title
    assert bool(row.missing) == (row.read is None or row.write is None)


@pytest.mark.parametrize("name", [row.name for row in GAME_FORMATS.values() if row.write])
def test_a_format_recognises_what_it_writes(name):
    row = GAME_FORMATS[name]
    game = fitting_game(row)
    text = written(game, GameRecord.of(random_game(game, 5), players=("A", "B")), name)
    assert detect(text.encode(), Path("no-suffix")) is row


@pytest.mark.parametrize("name", [r.name for r in GAME_FORMATS.values() if r.read and r.write])
def test_a_game_comes_back_from_every_format_that_is_read_and_written(name, tmp_path):
    game = fitting_game(GAME_FORMATS[name])
    record = GameRecord.of(random_game(game, 9))
    if GAME_FORMATS[name].details:
        record = record._replace(
            payoffs=(1, -1) if game.facts.total == 0 else record.payoffs,
            players=("A", "B"), date=20240500, event="E", site="S", round="3",
        )  # fmt: skip
    path = tmp_path / "game"
    path.write_text(written(game, record, name), encoding="utf-8")
    file = GameFile(path)
    [(_, again)] = file.games()
    assert again._replace(moves=()) == record._replace(moves=())
    assert again.moves.tolist() == record.moves.tolist() and file.faults == []
    assert again.position(game).text == record.position(game).text


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("backgammon", "mat"),
        ("chess", "pgn"),
        ("othello", "sgf"),
        ("checkers", "jsonl"),
        ("nim", "jsonl"),
    ],
)
def test_a_game_has_a_default_format_that_can_be_read_again(game, name):
    assert default_format(cp.load(game)).name == name


@pytest.mark.parametrize(
    ("head", "path", "name"),
    [
        ('[Event "x"]', "a", "pgn"),
        ("1. e4 e5", "a", "pgn"),
        ("; a comment", "a", "pgn"),
        ('Games of 1999\n\n[Event "x"]', "a", "pgn"),
        ("e4 e5 Nf3", "a.pgn", "pgn"),
        ("e4 e5 Nf3", "a.pgn.gz", "pgn"),
        ("\ufeff  (;GM[2])", "a", "sgf"),
        ("a text, then (;GM[2])", "a.SGF", "sgf"),
        ('[Event "x"]\n[GameType "21"]', "a", "pdn"),
        ('[Event "x"]\n[GameType "0"]', "a", "pgn"),
        ('; [Event "x"]\n\n 3 point match', "a", "mat"),
        ('{"game": "nim", "moves": []}', "a.pgn", "jsonl"),
        ('{"format": "counterplay match", "game": "nim"}', "a", "match"),
        ('{\n  "format": "counterplay game",', "a", "saved"),
    ],
)
def test_a_file_is_recognised_by_its_content_then_by_its_suffix(head, path, name):
    assert detect(head.encode(), Path(path)).name == name


def test_a_file_that_cannot_be_read_gets_a_sentence(tmp_path):
    unknown, draughts = tmp_path / "x.csv", tmp_path / "x.pdn"
    unknown.write_text("a,b,c")
    draughts.write_text('[Event "x"]\n[GameType "21"]\n\n1. 11-15 *')
    with pytest.raises(cp.InputError, match=r"x\.csv is in no known format of games: .*SGF"):
        list(GameFile(unknown).games())
    with pytest.raises(cp.InputError, match="PDN is only written"):
        list(GameFile(draughts).games())
    (tmp_path / "empty").write_text(" \n")
    assert list(GameFile(tmp_path / "empty").games()) == []


def test_a_format_refuses_games_that_it_is_not_for():
    game = cp.load("nim")
    with pytest.raises(cp.InputError, match=r"PGN is for chess.*, not for .*nim.*: use jsonl"):
        written(game, GameRecord.of(game.position()), "pgn")
    with pytest.raises(cp.InputError, match=r"'match' is not one of: .*counterplay match --out"):
        writable("match")


def test_chess_with_another_start_keeps_it_in_pgn():
    game = cp.load("chess")
    end = game.position("8/8/8/8/8/2k5/8/KBN5 w - - 0 1 moves Nd3")
    assert '[FEN "8/8/8/8/8/2k5/8/KBN5 w - - 0 1"]' in written(game, GameRecord.of(end), "pgn")


def test_dates_are_read_and_shown_as_far_as_they_are_known():
    for text, date in (("2024.05.31", 20240531), ("2024-05", 20240500), ("2024.??.??", 20240000)):
        assert read_date(text) == date
    assert (read_date("????.??.??"), show_date(0), show_pgn_date(0)) == (0, "", "")
    assert (show_date(20240500), show_pgn_date(20240500)) == ("2024-05", "2024.05.??")


@pytest.mark.parametrize(
    ("file", "text", "position", "name", "best"),
    [
        ("a.epd", f'{START} bm e4; id "x";', START, "x", ("e4",)),
        ("a.txt", f'# c\n{START} bm e4; id "x";', START, "x", ("e4",)),
        ("a.txt", f"{SQUARES} X; D3:+2; C4:+1; % x", f"{SQUARES} X", "x", ("d3",)),
        ("a.txt", "startpos moves e4 # x", "startpos moves e4", "x", ()),
    ],
)
def test_positions_are_read_from_every_format(tmp_path, file, text, position, name, best):
    path = tmp_path / file
    path.write_text(text)
    [one] = read_positions(path)
    assert (one.position, one.name, one.best_moves) == (position, name, best)
    assert one.line == 1 + text.count("\n")
    for row in POSITION_FORMATS.values():
        if row.write:
            assert position in row.write([one])


def test_a_bad_line_of_positions_is_named(tmp_path):
    path = tmp_path / "a.epd"
    path.write_text(f"{START} bm e5;\n{START} bm e4;\n")
    with pytest.raises(cp.InputError, match=r"a\.epd, line 1: bm"):
        read_positions(path)
    faults = []
    assert len(read_positions(path, faults)) == 1 and "line 1" in faults[0]
