"""Games of checkers as PDN, read back by the rules."""

import io
import re
from random import Random

import pytest

import counterplay as cp
from counterplay.formats.pdn import show_pdn
from counterplay.formats.record import GameRecord
from counterplay.formats.registry import writable, write_games

TAG = re.compile(r'\[(\w+) "(.*)"\]')


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("checkers")


def read_back(game: cp.Game, text: str) -> tuple[dict[str, str], cp.Position, str]:
    """Tags, the last position and the result of a game."""
    head, _, moves = text.partition("\n\n")
    tags = dict(TAG.findall(head))
    *words, result = moves.split()
    position = game.position(tags.get("FEN", ""))
    for word in words:
        if not re.fullmatch(r"\d+\.(\.\.)?", word):
            position = position.play(word)
    return tags, position, result


@pytest.mark.parametrize("start", ["", "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"])
def test_a_game_is_read_back_as_it_was(game: cp.Game, start: str) -> None:
    dice = Random(4)
    position = game.position(start)
    while not position.is_over and len(position.moves) < 80:
        position = position.play(dice.choice(position.legal_moves))
    shown = show_pdn(position, "1-0", {"Black": 'A "B"', "White": "C", "Round": "3"})
    tags, end, result = read_back(game, shown)
    assert end.state == position.state and end.moves == position.moves
    assert result == tags["Result"] == "1-0" and tags["GameType"] == "21"
    assert tags["Black"] == r"A \"B\"" and ("FEN" in tags) == bool(start)
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert ("1... " in shown) == bool(start) and "1. " in shown.replace("1... ", "1. ")


def test_games_are_written_one_after_the_other(game: cp.Game) -> None:
    ends = [game.position("startpos moves 11-15 23-19"), game.position("startpos moves 9-13")]
    records = [GameRecord.of(end, (0, 0), players=("B", "W"), date=20240500) for end in ends]
    file = io.StringIO()
    assert write_games(file, [(game, record) for record in records], writable("pdn")) == 2
    text = file.getvalue()
    assert text.count('[Event "?"]') == text.count('[Black "B"]') == 2
    assert '[Date "2024.05.??"]' in text
    assert "\n1. 11-15 23-19 1/2-1/2\n\n[Event" in text


def test_the_result_is_whites(game: cp.Game) -> None:
    record = GameRecord.of(game.position("startpos moves 11-15"), (1, -1))  # Black moves first
    file = io.StringIO()
    write_games(file, [(game, record)], writable("pdn"))
    assert '[Result "0-1"]' in file.getvalue()
