"""The weights under which an evaluator foretells best how games end.

In games won or lost, a sum of points is turned into a chance of winning by a logistic curve, as
Elo's is, and what is least is the surprise: the mean logarithm of what the curve gave to what
happened. In games with a score the sum is the score, and squares are least.

Weights start from given ones and are drawn a little towards them, so that what few positions
decide stays as it was. Some games are held out; the weights that foretell those best are kept, so
that none are learned by heart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from counterplay.learning.counts import Counts, Floats

STEPS = 1500
PATIENCE = 100
"""Steps without a better result on what is held out, after which no more are made."""

PULL = 1e-9
"""How strongly a weight is drawn to where it began, for each point squared."""

MOMENTS = (0.9, 0.999)

Progress = Callable[[int, float], None]


@dataclass(frozen=True)
class Task:
    """Rows to learn from, rows held out, and what each should give: 1 for a win, 0 for a loss."""

    counts: Counts
    wanted: Floats
    held_out: npt.NDArray[np.bool_]
    is_scored: bool


@dataclass(frozen=True)
class Solution:
    """The weights, and how far off they are on what was held out, before and after."""

    weights: Floats
    before: float
    after: float


def chance(points: Floats, scale: float) -> Floats:
    """The chance of winning that so many points give."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(points / scale, -30, 30))))


def error(task: Task, points: Floats, scale: float, some: npt.NDArray[np.bool_]) -> float:
    """How far off the points are on some of the rows."""
    wanted = task.wanted[some]
    if task.is_scored:
        return float(np.sqrt(np.mean((points[some] - wanted) ** 2)))
    p = np.clip(chance(points[some], scale), 1e-9, 1 - 1e-9)
    return float(-np.mean(wanted * np.log(p) + (1 - wanted) * np.log(1 - p)))


def best_scale(task: Task, points: Floats) -> float:
    """The points that make a win e times as likely as a loss, for given weights."""
    if task.is_scored:
        return 1.0
    size = float(np.std(points)) or 1.0
    tried = size * np.geomspace(0.02, 50, 120)
    return float(min(tried, key=lambda scale: error(task, points, scale, ~task.held_out)))


def solve(
    task: Task,
    start: Floats,
    free: npt.NDArray[np.bool_],
    scale: float,
    rate: float,
    progress: Progress | None = None,
) -> Solution:
    """Go down from `start`, moving the free weights alone (Kingma and Ba 2015)."""
    weights, best = start.copy(), start.copy()
    first, second = np.zeros_like(start), np.zeros_like(start)
    points = task.counts.times(weights)
    before = least = error(task, points, scale, task.held_out)
    used, last = ~task.held_out, 0
    for step in range(1, STEPS + 1):
        if task.is_scored:
            slopes = np.where(used, points - task.wanted, 0.0) / scale**2
        else:
            slopes = np.where(used, chance(points, scale) - task.wanted, 0.0) / scale
        slope = task.counts.back(slopes) / used.sum() + PULL * (weights - start)
        slope[~free] = 0.0
        first = MOMENTS[0] * first + (1 - MOMENTS[0]) * slope
        second = MOMENTS[1] * second + (1 - MOMENTS[1]) * slope**2
        mean = first / (1 - MOMENTS[0] ** step)
        spread = np.sqrt(second / (1 - MOMENTS[1] ** step))
        weights = weights - rate * mean / (spread + 1e-12)
        points = task.counts.times(weights)
        now = error(task, points, scale, task.held_out)
        if now < least:
            best, least, last = weights.copy(), now, step
        if progress is not None:
            progress(step, now)
        if step - last > PATIENCE:
            break
    return Solution(best, before, least)
