"""From equal weights, games alone teach what a piece is worth: about 1, 3, 3, 5 and 9 pawns.

`data/chess_material.csv` counts positions of 5,900 games of the engine against itself (`counterplay
fit chess --games 6000 --nodes 400`): the pieces that the side to move has more, and its result.
"""

import csv
from functools import cache
from pathlib import Path

import numpy as np

from counterplay.learning.counts import Counts
from counterplay.learning.regression import Dataset, best_scale, prior, solve

FILE = Path(__file__).parents[1] / "data" / "chess_material.csv"
BOOKS = np.array([1, 3, 3, 5, 9])


@cache
def games() -> tuple[np.ndarray, np.ndarray]:
    """The features of each position, and its target: 1 for a win, 0.5 for a draw, 0 for a loss."""
    with FILE.open(encoding="utf-8") as file:
        rows = np.array([list(map(int, row)) for row in list(csv.reader(file))[1:]])
    rows = np.repeat(rows[:, :6], rows[:, 6], axis=0)
    return rows[:, :5], (rows[:, 5] + 1) / 2


def learned(pull: float | None) -> np.ndarray:
    """The weights from a start of 100 each, in pawns; without a pull, that of the usual prior."""
    features, targets = games()
    rows, width = features.shape
    columns = np.tile(np.arange(width, dtype=np.int32), rows)
    values = features.ravel().astype(np.float32)
    data = Dataset(Counts(np.arange(rows + 1) * width, columns, values, width), targets, False)
    start = np.full(width, 100.0)
    scale = best_scale(data, data.counts.times(start))
    strength = prior(scale, 5900) if pull is None else pull
    found = solve(data, data, start, np.ones(width, bool), scale, strength)
    return np.asarray(found.weights / found.weights[0])


def by_newton() -> np.ndarray:
    """The same regression by another method, to the last digit."""
    features, targets = games()
    weights = np.zeros(features.shape[1])
    for _ in range(20):
        p = 1 / (1 + np.exp(-features @ weights))
        curvature = (features * (p * (1 - p))[:, None]).T @ features
        weights += np.linalg.solve(curvature, features.T @ (targets - p))
    return np.asarray(weights / weights[0])


def test_without_a_prior_equal_weights_become_the_piece_values_of_books() -> None:
    found = learned(pull=0.0)
    assert np.abs(found / by_newton() - 1).max() < 0.01
    assert np.abs(found / BOOKS - 1).max() < 0.2, found
    assert list(np.argsort(found)) == [0, 1, 2, 3, 4]


def test_with_the_prior_the_weights_stay_near_their_start() -> None:
    found = learned(pull=None)
    assert found.max() < 5, found
