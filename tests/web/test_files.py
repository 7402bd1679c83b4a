"""A game as a file, and the other way round."""

import random

import pytest

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games import BUILT_IN, load
from counterplay.web.files import read_game, save_game

ENDINGS = {"backgammon": "mat", "chess": "pgn", "othello": "sgf"}


def played(game: Game, plies: int, seed: int) -> Position:
    """Some moves of a game at random."""
    chooser, position = random.Random(seed), game.position()
    for _ in range(plies):
        if position.is_over:
            break
        outcomes = [outcome for outcome, _ in position.chance_outcomes]
        position = position.play(chooser.choice(outcomes or position.legal_moves))
    return position


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "tree"])
def test_what_is_saved_is_read_again(name: str) -> None:
    game = load(name)
    for seed, plies in enumerate((0, 1, 7, 30, 200)):
        position = played(game, plies, seed)
        file, text = save_game(game, position, None, ("A", "B"))
        assert file.startswith(name)
        assert file.endswith("." + ENDINGS.get(name, "jsonl"))
        assert read_game(game, text).moves == position.moves


def test_a_game_that_began_elsewhere_is_read_again() -> None:
    game = load("chess")
    position = game.position("8/8/8/8/8/2k5/8/KBN5 w - - 0 1 moves Nd3")
    _, text = save_game(game, position, None, ("A", "B"))
    assert read_game(game, text).text == position.text


def test_moves_without_tags_are_read_as_pgn() -> None:
    assert len(read_game(load("chess"), "1. e4 e5 2. Nf3 Nc6 *").moves) == 4


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("chess", '[Event "?"]\n\n1. e4 e5 2. Nf6 *', "line 3: .*'Nf6' is not a legal move"),
        ("chess", '{"game": "othello", "moves": []}', "the game is othello, not chess"),
        ("othello", "(;GM[1]SZ[19])", "is not a game that can be read from SGF"),
        ("connect_four", '{"game": "/etc/passwd", "moves": []}', "not connect_four"),
        ("connect_four", "{", "line 1 is not a game in JSON"),
        ("connect_four", "[", "is PGN: its games are chess"),
        ("connect_four", "4 4 4 4 4 4 4", "move 7 of .* is not a legal move"),
        ("connect_four", "{\ud800", "line 1 is not a game in JSON"),
        (
            "connect_four",
            '{"game": "connect_four", "parameters": {"width": 9}, "moves": []}',
            "with width=9, not 7",
        ),
        (
            "tic_tac_toe",
            '{"game": "tic_tac_toe", "payoffs": [1' + 400 * "0" + ', 2], "moves": []}',
            "this is not a game in JSON",
        ),
        ("othello", "(;GM[2]CA[undefined]SZ[8];B[d3])", "is not a point"),
        ("tic_tac_toe", "startpos moves " + 4_000 * "a1 ", "longer than 4,000 moves"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(name: str, text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_game(load(name), text)
