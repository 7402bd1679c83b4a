"""Find the weights with which an evaluator predicts the results of games best.

In games that are won or lost, a logistic function turns points into a probability of winning, and
the loss is the mean log loss. In scored games the points predict the score, and the loss is the
root mean square error.

The weights start from given ones. A prior pulls them towards the start (ridge regression), so that
weights which few positions depend on hardly change; without one, the games alone decide. Some games
are held back for validation. The weights with the smallest validation loss are returned.

The minimum is found by L-BFGS (D. Liu and J. Nocedal, Mathematical Programming 45, 1989). Each
weight has its own unit: one over the root of the curvature that its feature gives the loss.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from counterplay.learning.counts import Counts, Floats

ROUNDS = 200
"""The most steps."""

PATIENCE = 20
"""Stop after this many steps without a smaller validation loss."""

FINISHED = 1e-7
"""Stop if a step makes the loss smaller by a lesser share."""

REMEMBERED = 10
"""Steps that the curvature is estimated from."""

HALVINGS = 40
"""The most times that a step is halved until the loss becomes smaller."""

SPREAD = 0.1
"""The expected distance of a weight from its start (the prior), as a share of the scale. A game
counts as one observation, because its positions share its result."""

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


def solve(
    training: Dataset,
    validation: Dataset,
    start: Floats,
    free: npt.NDArray[np.bool_],
    scale: float,
    pull: float,
    progress: Progress | None = None,
) -> Solution:
    """Minimise the loss from `start`, with a prior of strength `pull`. Only `free` weights change.

    See `prior` for the pull. With 0 there is no prior.
    """
    objective = _Objective(training, start, scale, pull)
    unit = np.where(free, objective.units(), 0.0)
    at, steps = np.zeros_like(start), _Steps()
    value, slope = objective(at * unit)
    slope = slope * unit
    before = least = loss(validation, validation.counts.times(start), scale)
    best, last = start.copy(), 0
    for turn in range(1, ROUNDS + 1):
        found = _downhill(objective, unit, at, value, slope, steps.direction(slope))
        if found is None:
            break
        gained = value - found.value
        steps.remember(found.at - at, found.slope - slope)
        at, value, slope = found.at, found.value, found.slope
        weights = start + at * unit
        now = loss(validation, validation.counts.times(weights), scale)
        if now < least:
            best, least, last = weights, now, turn
        if progress is not None:
            progress(turn, now)
        if turn - last >= PATIENCE or gained < FINISHED * value:
            break
    return Solution(best, before, least)


def prior(scale: float, games: int) -> float:
    """The strength of the prior that expects weights at a distance of SPREAD from their start."""
    return 1 / ((SPREAD * scale) ** 2 * games)


class _Objective:
    """The loss and its slope at a distance from the start, with the prior."""

    def __init__(self, data: Dataset, start: Floats, scale: float, pull: float) -> None:
        self.data, self.start, self.scale, self.pull = data, start, scale, pull

    def __call__(self, moved: Floats) -> tuple[float, Floats]:
        data, scale = self.data, self.scale
        points = data.counts.times(self.start + moved)
        if data.is_scored:
            off = (points - data.targets) / scale
            value = float(np.mean(off**2)) / 2
        else:
            off = win_probability(points, scale) - data.targets
            value = loss(data, points, scale)
        slope = data.counts.transposed_times(off / scale) / data.counts.rows
        value += self.pull / 2 * float(moved @ moved)
        return value, slope + self.pull * moved

    def units(self) -> Floats:
        """The unit of each weight; 0 if no position depends on it."""
        counts, steepest = self.data.counts, 1.0 if self.data.is_scored else 0.25
        squares = np.bincount(counts.columns, counts.values**2, minlength=counts.width)
        curvature = steepest * squares / (counts.rows * self.scale**2) + self.pull
        return np.asarray(np.divide(1.0, np.sqrt(curvature), where=squares > 0,
                                    out=np.zeros_like(curvature)))  # fmt: skip


@dataclass(frozen=True)
class _Point:
    at: Floats
    value: float
    slope: Floats


def _downhill(
    objective: _Objective, unit: Floats, at: Floats, value: float, slope: Floats, along: Floats
) -> _Point | None:
    """The first point with a smaller loss along a direction, from a full step on; None if none."""
    steepness, share = float(slope @ along), 1.0
    for _ in range(HALVINGS):
        there = at + share * along
        found, new_slope = objective(there * unit)
        if found < value + 1e-4 * share * steepness:
            return _Point(there, found, new_slope * unit)
        share /= 2
    return None


class _Steps:
    """The last steps and the changes of the slope: what L-BFGS knows of the curvature."""

    def __init__(self) -> None:
        self.pairs: deque[tuple[Floats, Floats]] = deque(maxlen=REMEMBERED)

    def remember(self, step: Floats, change: Floats) -> None:
        if step @ change > 0:
            self.pairs.append((step, change))

    def direction(self, slope: Floats) -> Floats:
        """Minus the slope, times an estimate of the inverse curvature (the two-loop recursion)."""
        along, shares = -slope, []
        for step, change in reversed(self.pairs):
            share = (step @ along) / (step @ change)
            along = along - share * change
            shares.append(share)
        if self.pairs:
            step, change = self.pairs[-1]
            along = along * (step @ change) / (change @ change)
        for (step, change), share in zip(self.pairs, reversed(shares), strict=True):
            along = along + (share - (change @ along) / (step @ change)) * step
        return np.asarray(along)
