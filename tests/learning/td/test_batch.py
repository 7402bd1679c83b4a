"""Many games at once play as one game does, on the CPU and in the CUDA simulator."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.learning.td.batch import Batch
from counterplay.learning.td.course import judge_of
from counterplay.learning.td.encoders import Bits, Points
from counterplay.learning.td.network import first_network

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

STEPS = 30


def test_every_game_of_a_batch_is_the_game_of_one_player(
    game: cp.Game, plays: Callable[..., Any], inputs_of: Callable[[Any], np.ndarray]
) -> None:
    network = first_network(198, 10, seed=3)
    batch = Batch(game, Points(), 4, seed=7)
    for _ in range(STEPS):
        batch.step(judge_of(network).evaluate)

    def judge(states: list[Any], p: int) -> np.ndarray:
        return network.equity(np.stack([inputs_of(s) for s in states]))

    for number, state in enumerate(batch.states()):
        made = plays(game, judge, 7, number)
        after = [next(made)[2] for _ in range(STEPS)][-1]
        assert game.shape.decode(state) == after


def test_a_seed_gives_the_same_games_and_another_seed_others(game: cp.Game) -> None:
    def states(seed: int) -> Any:
        batch = Batch(game, Points(), 8, seed)
        for _ in range(10):
            batch.step(lambda rows: rows.sum(1))
        return batch.states()

    assert np.array_equal(states(1), states(1))
    assert not np.array_equal(states(1), states(2))


def test_an_ended_game_is_followed_by_one_with_another_number(race: cp.Game) -> None:
    batch, numbers = Batch(race, Bits(race), 4), torch.arange(4)
    for _ in range(60):
        played = batch.step(lambda rows: torch.zeros(len(rows)))
        numbers += 4 * played.ended
        assert torch.equal(batch.numbers, numbers)
        assert bool((played.payoffs[played.ended == 1] == 1).all())
    assert int(numbers.min()) >= 4


def test_games_of_a_cycle_have_the_same_dice(race: cp.Game) -> None:
    batch = Batch(race, Bits(race), 6, cycle=3)
    for _ in range(5):
        batch.step(lambda rows: torch.zeros(len(rows)))
    states = batch.states()
    assert np.array_equal(states[:3], states[3:]) and len(set(states[:3].tolist())) == 3


def test_the_simulator_of_cuda_plays_the_same_games(simulated: Callable[..., str]) -> None:
    assert simulated("learning/td/cuda_batch.py").endswith("the same\n")


def test_games_that_cannot_be_played_so_are_refused(game: cp.Game) -> None:
    with pytest.raises(InputError, match="two players"):
        Batch(cp.load("dots_and_boxes", players=3), Points(), 4)
    with pytest.raises(InputError, match="neither cpu nor cuda"):
        Batch(game, Points(), 4, device="tpu")
    with pytest.raises(InputError, match="games=0"):
        Batch(game, Points(), 0)
