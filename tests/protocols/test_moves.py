"""Moves as one word: whatever a game's notation is, it is read as it is written."""

import random
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.games import BUILT_IN
from counterplay.protocols.moves import legal_moves, play_move, show_line, show_start


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_move_is_read_as_it_is_written(name: str) -> None:
    dice, position = random.Random(name), cp.load(name).position()
    for _ in range(20):
        if position.is_over:
            position = cp.load(name).position()
        named = legal_moves(position)
        outcomes = [outcome for outcome, _ in position.chance_outcomes]
        assert list(named.values()) == (outcomes or position.legal_moves)
        for word, move in named.items():
            assert " " not in word and play_move(position, word).moves[-1] == move
        position = position.play(dice.choice(list(named.values())))


def test_case_tells_moves_apart_only_where_it_has_to(stones: Path) -> None:
    position = cp.load(stones).position()
    assert legal_moves(position) == {"take_1": 1, "take_2": 2, "TAKE_2": 3}
    assert play_move(position, "TAKE_2").state.left == 6
    assert play_move(position, "take_2").state.left == 7
    assert play_move(position, "Take_1").state.left == 8
    assert play_move(position, "take_4") is None
    assert show_line(position, (1, 3, 2)) == ["take_1", "TAKE_2", "take_2"]


def test_the_start_of_a_path_is_told(stones: Path) -> None:
    game = cp.load("tic_tac_toe")
    assert show_start(game.position("startpos moves a1 b2")) == "startpos"
    assert show_start(game.position("x../.o./...").play("c3")) == "fen x../.o./..."
    own = cp.load(stones).position("state 4 1")
    assert show_start(own.play(1)) == "fen state 4 1"
