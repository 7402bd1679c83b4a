"""Targets mix results and scores; the scale is found in the games."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import counterplay as cp
from counterplay.learning.networks.targets import distinct, scale_of, targets_of
from counterplay.learning.selfplay import Samples


def samples_of(results: npt.ArrayLike, scores: npt.ArrayLike, states: Any = None) -> Samples:
    given = np.asarray(results, np.int64)
    own = np.arange(len(given)) if states is None else np.asarray(states)
    return Samples(own, given, np.arange(len(given)), np.asarray(scores, np.int64))


@pytest.mark.parametrize("scale", [50, 200])
def test_the_scale_is_that_of_the_games(scale: int) -> None:
    game, dice = cp.load("tic_tac_toe"), np.random.default_rng(1)
    scores = dice.integers(-3 * scale, 3 * scale, 20_000)
    wins = dice.random(20_000) < 1 / (1 + np.exp(-scores / scale))
    found = scale_of(game, samples_of(np.where(wins, 1, -1), scores))
    assert abs(found - scale) < 0.1 * scale


def test_without_scores_the_scale_fills_the_range() -> None:
    game = cp.load("tic_tac_toe")
    assert scale_of(game, samples_of([1, -1], [0, 0])) == (game.facts.win_score - 1000) // 32


def test_a_target_is_a_mix_of_result_and_score() -> None:
    game, samples = cp.load("tic_tac_toe"), samples_of([1, 0, -1], [0, 200, -200])
    results = targets_of(game, samples, 200, 1.0)
    assert results.tolist() == [1.0, 0.5, 0.0]
    scores = targets_of(game, samples, 200, 0.0)
    assert scores == pytest.approx([0.5, 1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1))])
    assert targets_of(game, samples, 200, 0.25) == pytest.approx(0.25 * results + 0.75 * scores)


def test_in_a_scored_game_it_is_the_score() -> None:
    game = cp.load("dots_and_boxes")
    unit = game.facts.win_score
    assert targets_of(game, samples_of([unit], [0]), unit, 0.5).tolist() == [0.5]


def test_each_state_is_learned_once() -> None:
    kept = distinct(samples_of([1, -1, 0, 1], [5, 6, 7, 8], [4, 9, 4, 1]))
    assert kept.states.tolist() == [4, 9, 1]
    assert kept.results.tolist() == [1, -1, 1] and kept.scores.tolist() == [5, 6, 8]
