"""The generator of plays finds what a slow one and Quackle find, with the same scores."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from counterplay.core.game.errors import InputError
from counterplay.games.crosswords.equipment import (
    LAYOUT,
    STANDARD_TILES,
    equip,
    graph_of,
    read_tiles,
)
from counterplay.games.crosswords.moves import count_tiles, tile_of, write_exchanges
from counterplay.games.crosswords.notation import (
    board_text,
    move_text,
    read_board,
    read_move,
    read_rack,
    tile_text,
)
from counterplay.games.crosswords.plays import all_plays
from counterplay.games.crosswords.scoring import lay, score_of
from tests.games.crosswords.every_word import every_play

QUACKLE = Path(__file__).parents[2] / "data" / "crosswords.json"
ROOM = 20_000


def plays_of(board, rack, data):
    moves, scores = np.zeros(ROOM, np.int64), np.zeros(ROOM, np.int64)
    n = all_plays(board, rack, moves, scores, data)
    return [int(a) for a in moves[:n]], [int(score) for score in scores[:n]]


def laid_by(board, a, letters, data):
    """The tiles that a play lays, as (row, column, tile)."""
    after, size = board.copy(), data.size
    lay(after, a, data)
    new = [int(square) for square in np.flatnonzero(after != board)]
    assert len(new) == count_tiles(a)
    return frozenset((x // size, x % size, tile_text(int(after[x]), letters)) for x in new)


@pytest.mark.parametrize("seed", range(12))
def test_every_word_is_tried_at_every_place(seed):
    dice, size = Random(seed), (5, 7)[seed % 2]
    letters = "ABCDE"
    words = {"".join(dice.choices(letters, k=dice.randint(2, 5))) for _ in range(25)}
    tiles = read_tiles("?2:0 A6:1 B5:3 C5:2 D5:4 E5:1")
    data = equip(size, 4, 50, tiles, graph_of(" ".join(words), letters))
    edge = (15 - size) // 2
    layout = [row[edge : edge + size] for row in LAYOUT[edge : edge + size]]
    board = np.zeros(size * size, np.int8)
    for _ in range(5):
        text = "".join(dice.choices("?ABCDE", k=dice.randint(1, 4)))
        found, scores = plays_of(board, read_rack(text, letters, 4), data)
        rows = [
            "".join(
                tile_text(int(t), letters) if t else "." for t in board[i * size : (i + 1) * size]
            )
            for i in range(size)
        ]
        values = {letter: int(data.values[i]) for i, letter in enumerate(letters, 1)}
        expected = every_play(rows, text, words, values, layout, 4, 50)
        ours = [laid_by(board, a, letters, data) for a in found]
        assert dict(zip(ours, scores, strict=True)) == expected
        assert len(ours) == len(set(ours))
        assert scores == [score_of(board, a, data) for a in found]
        if found:
            lay(board, dice.choice(found), data)


def test_quackle_finds_the_same_plays_with_the_same_scores():
    tiles = read_tiles(STANDARD_TILES)
    data = equip(15, 7, 50, tiles, graph_of("ENABLE", tiles.letters))
    for case in json.loads(QUACKLE.read_text()):
        board = read_board(case["board"], tiles.letters, 15)
        assert board_text(board, tiles.letters, 15) == case["board"]
        _, scores = plays_of(board, read_rack(case["rack"], tiles.letters, 7), data)
        assert len(scores) == case["plays"]
        assert (max(scores, default=0), sum(scores)) == (case["highest"], case["sum"])


@pytest.mark.parametrize("row", ["5/" * 4 + "9" * 20, "5/" * 4 + "9" * 5_000, "5/" * 4 + "1000"])
def test_a_number_of_squares_that_no_board_has_is_refused(row):
    with pytest.raises(InputError, match="expected 5 rows of 5"):
        read_board(row, "ABEST", 5)


def test_a_file_that_is_not_text_is_no_board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_bytes(b"\xff\n")
    with pytest.raises(InputError, match=r"board.txt is not UTF-8 text"):
        read_board(str(path), "ABEST", 5)


def test_a_play_is_read_as_it_is_written():
    tiles = read_tiles(STANDARD_TILES)
    data = equip(15, 7, 50, tiles, graph_of("ENABLE", tiles.letters))
    case = json.loads(QUACKLE.read_text())[0]
    board = read_board(case["board"], tiles.letters, 15)
    found, _ = plays_of(board, read_rack(case["rack"], tiles.letters, 7), data)
    texts = [move_text(board, a, tiles.letters, 15) for a in found]
    assert [read_move(board, text, tiles.letters, 15) for text in texts] == found


def test_an_exchange_is_any_part_of_the_rack():
    moves = np.zeros(200, np.int64)
    n = write_exchanges(read_rack("AAB?", "AB", 7), moves, 0)
    texts = [move_text(np.zeros(225, np.int8), int(a), "AB", 15) for a in moves[:n]]
    assert sorted(texts) == sorted(
        ["-?", "-A", "-AA", "-?A", "-?AA", "-B", "-?B", "-AB", "-AAB", "-?AB", "-?AAB"]
    )
    assert [read_move(None, text, "AB", 15) for text in texts] == list(moves[:n])
    assert all(tile_of(int(a), 6) == 0 for a in moves[:n])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("QUARTZ", "expected a place and a word"),
        ("8L:QUARTZ", "does not fit on the board"),
        ("8D:QU.RTZ", "there is no tile on 8F"),
        ("8D:QU4RTZ", "is not one of the letters"),
    ],
)
def test_what_is_no_play_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        read_move(np.zeros(225, np.int8), text, read_tiles(STANDARD_TILES).letters, 15)
