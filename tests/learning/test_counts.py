"""Counts times weights are what the evaluator returns."""

import dataclasses
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.weights import joined, split
from counterplay.learning.counts import counts_of

DOMINEERING = Path(__file__).parents[1] / "conformance" / "domineering.py"


def random_states(game: cp.Game, count: int, seed: int) -> list[Any]:
    rng, states = random.Random(seed), []
    while len(states) < count:
        s = game.initial()
        for _ in range(rng.randrange(80)):
            if game.terminal(s):
                break
            s = game.result(s, rng.choice(game.actions(s)))
        if not game.terminal(s):
            states.append(s)
    return states


@pytest.mark.parametrize("name", ["chess", "othello", DOMINEERING])
def test_counts_times_weights_are_what_the_evaluator_says(name: str | Path) -> None:
    game = cp.load(name).without_network()
    states = random_states(game, 40, seed=5)
    counts = counts_of(game, np.array([game.shape.encode(s) for s in states], game.shape.dtype))
    assert counts.rows == 40
    rng = np.random.default_rng(1)
    for weights in (game.evaluator.weights, None):
        if weights is None:  # any weights will do
            parts = rng.integers(
                -300, 300, (len(game.evaluator.weights), len(game.evaluator.units))
            )
            weights = joined(game.evaluator, parts)
        game = game.with_evaluator(dataclasses.replace(game.evaluator, weights=weights))
        summed = counts.times(split(game.evaluator, weights).ravel().astype(float))
        # An evaluator rounds off less than a point, and each count was read with that error.
        each = np.abs(split(game.evaluator, weights)).ravel()[counts.columns] / counts.step
        for i, (s, points) in enumerate(zip(states, summed, strict=True)):
            off = each[counts.starts[i] : counts.starts[i + 1]].sum()
            assert abs(game.evaluate(s) - points) <= 1 + off
