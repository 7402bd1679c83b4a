"""The regression finds the weights that made the results."""

import numpy as np

from counterplay.learning.counts import Counts
from counterplay.learning.regression import Dataset, prior, solve, win_probability


def test_the_regression_finds_the_weights_that_features_the_results() -> None:
    rng = np.random.default_rng(2)
    rows, width, scale = 20_000, 6, 100.0
    features = rng.integers(-4, 5, (rows, width))
    true = np.array([90.0, -40.0, 15.0, 0.0, 60.0, -5.0])
    targets = (rng.random(rows) < win_probability(features @ true, scale)).astype(float)
    counts = Counts(
        np.arange(rows + 1) * width,
        np.tile(np.arange(width, dtype=np.int32), rows),
        features.ravel().astype(np.float32),
        width,
    )
    data = Dataset(counts, targets, is_scored=False)
    free = np.array([True] * 5 + [False])
    parts = data.part(0, 18_000), data.part(18_000, rows)
    start = true / 2
    solution = solve(*parts, start, free, scale, prior(scale, rows))
    assert solution.after < solution.before
    assert np.abs(solution.weights[:5] - true[:5]).max() < 5
    assert solution.weights[5] == start[5]
    # With few games to learn from, weights stay near where they began.
    few = solve(*parts, start, free, scale, prior(scale, games=2))
    assert np.abs(few.weights - start).max() < 5


def test_scored_games_are_fitted_by_least_squares() -> None:
    rng = np.random.default_rng(3)
    features = rng.normal(size=(2000, 3)).astype(np.float32)
    true = np.array([3.0, -2.0, 7.0])
    counts = Counts(
        np.arange(2001) * 3, np.tile(np.arange(3, dtype=np.int32), 2000), features.ravel(), 3
    )
    data = Dataset(counts, features @ true, is_scored=True)
    parts = data.part(0, 1800), data.part(1800, 2000)
    solution = solve(*parts, np.zeros(3), np.ones(3, bool), 30.0, prior(30.0, 10**7))
    assert np.abs(solution.weights - true).max() < 0.1
