"""Find the weights with which an evaluator predicts the results of games best.

In games that are won or lost, a logistic function turns points into a probability of winning, and
the loss is the mean log loss. In scored games the points predict the score, and the loss is the
root mean square error.

The weights start from given ones and are pulled towards them a little (ridge regression), so that
weights which few positions depend on hardly change. Some games are held back for validation. The
weights with the smallest validation loss are returned, which prevents overfitting.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from counterplay.learning.counts import Counts, Floats

ROUNDS = 60
"""The most passes over all rows."""

PATIENCE = 6
"""Stop after this many rounds without a smaller validation loss."""

BATCHES = 16
"""Batches of rows per round. Each makes one step."""

SPREAD = 0.1
"""The expected distance of a weight from its start (the prior), as a share of the scale. A game
counts as one observation, because its positions share its result."""

RATE = 1 / 200
"""The learning rate in the first round, as a share of the scale."""

MOMENTS = (0.9, 0.999)
"""The decay rates of Adam."""

Progress = Callable[[int, float], None]
"""Called after each round with its number and the validation loss."""


@dataclass(frozen=True)
class Dataset:
    """Feature counts, and the target of each row: score points, or 1 for a win and 0 for a loss."""

    counts: Counts
    targets: Floats
    is_scored: bool

    def part(self, first: int, last: int) -> Dataset:
        """The rows from `first` up to `last`."""
        return Dataset(self.counts.part(first, last), self.targets[first:last], self.is_scored)


@dataclass(frozen=True)
class Solution:
    """The weights, and the validation loss of the start and of the weights."""

    weights: Floats
    before: float
    after: float


def win_probability(points: Floats, scale: float) -> Floats:
    """The probability of winning for each number of points."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(points / scale, -30, 30))))


def loss(data: Dataset, points: Floats, scale: float) -> float:
    """The mean log loss of the points, or in scored games their root mean square error."""
    if data.is_scored:
        return float(np.sqrt(np.mean((points - data.targets) ** 2)))
    p = np.clip(win_probability(points, scale), 1e-9, 1 - 1e-9)
    return float(-np.mean(data.targets * np.log(p) + (1 - data.targets) * np.log(1 - p)))


def best_scale(data: Dataset, points: Floats) -> float:
    """The points that make a win e times as likely as a loss: the scale with the smallest loss.

    In scored games it is the root mean square error.
    """
    if data.is_scored:
        return loss(data, points, 1.0) or 1.0
    size = float(np.std(points)) or 1.0
    return float(min(size * np.geomspace(0.02, 50, 60), key=lambda s: loss(data, points, s)))


def gradient(data: Dataset, weights: Floats, scale: float) -> Floats:
    """The gradient of the loss by the weights."""
    points = data.counts.times(weights)
    expected = points / scale if data.is_scored else win_probability(points, scale)
    off = expected - (data.targets / scale if data.is_scored else data.targets)
    return data.counts.transposed_times(off / scale) / data.counts.rows


def solve(
    training: Dataset,
    validation: Dataset,
    start: Floats,
    free: npt.NDArray[np.bool_],
    scale: float,
    games: int,
    progress: Progress | None = None,
) -> Solution:
    """Minimise the loss from `start` by Adam (Kingma and Ba 2015). Only `free` weights change."""
    pull = 1 / ((SPREAD * scale) ** 2 * games)
    weights, best = start.copy(), start.copy()
    first, second = np.zeros_like(start), np.zeros_like(start)
    before = least = loss(validation, validation.counts.times(start), scale)
    edges = np.linspace(0, training.counts.rows, BATCHES + 1).astype(int)
    batches = [training.part(a, b) for a, b in itertools.pairwise(edges) if b > a]
    rng, step, last = random.Random(1), 0, 0
    for turn in range(1, ROUNDS + 1):
        for batch in rng.sample(batches, len(batches)):
            step += 1
            slope = gradient(batch, weights, scale) + pull * (weights - start)
            slope[~free] = 0.0
            first = MOMENTS[0] * first + (1 - MOMENTS[0]) * slope
            second = MOMENTS[1] * second + (1 - MOMENTS[1]) * slope**2
            mean = first / (1 - MOMENTS[0] ** step)
            spread = np.sqrt(second / (1 - MOMENTS[1] ** step))
            # Smaller steps in later rounds average out the differences between batches.
            weights = weights - RATE * scale / turn**0.5 * mean / (spread + 1e-12)
        now = loss(validation, validation.counts.times(weights), scale)
        if now < least:
            best, least, last = weights.copy(), now, turn
        if progress is not None:
            progress(turn, now)
        if turn - last >= PATIENCE:
            break
    return Solution(best, before, least)
