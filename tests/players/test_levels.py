"""Levels are players that answer soon."""

import time

import pytest

import counterplay as cp
from counterplay.players.levels import default_levels


@pytest.fixture(scope="module")
def small() -> cp.Game:
    return cp.load("connect_four", width=5, height=4)


def test_a_level_plays_a_whole_game_within_a_moment(small: cp.Game) -> None:
    levels = default_levels(small)
    players, position = [levels[0].player(small), levels[-1].player(small)], small.position()
    players[1].move(position)  # compiled, and warm
    for player in players:
        player.new_game("x")
    while not position.is_over:
        started = time.process_time()
        move = players[position.turn].move(position)
        assert time.process_time() - started < 0.6
        position = position.play(move)
    with pytest.raises(cp.InputError, match="the game is over: there is no move"):
        players[0].move(position)
