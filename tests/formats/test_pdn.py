"""Games of checkers as PDN, read back by the rules."""

import re
from pathlib import Path
from random import Random

import pytest

import counterplay as cp
from counterplay.formats.pdn import show_pdn, write_pdn

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


def test_games_are_written_one_after_the_other(game: cp.Game, tmp_path: Path) -> None:
    ends = [game.position("startpos moves 11-15 23-19"), game.position("startpos moves 9-13")]
    path = tmp_path / "g.pdn"
    assert write_pdn(path, [(end, "1/2-1/2", {}) for end in ends]) == 2
    assert path.read_text().count('[Event "?"]') == 2
    assert "\n1. 11-15 23-19 1/2-1/2\n\n[Event" in path.read_text()
    with pytest.raises(cp.InputError, match="cannot be written"):
        write_pdn(tmp_path / "no" / "g.pdn", [])
