"""The weights under which an evaluator foretells best how games end.

In games won or lost, a sum of points is turned into a chance of winning by a logistic curve, as
Elo's is, and what is least is the surprise: the mean logarithm of what the curve gave to what
happened. In games with a score the sum is the score, and squares are least.

Weights start from given ones and are drawn a little towards them, so that what few positions
decide stays as it was. Some games are held out; the weights that foretell those best are kept, so
that none are learned by heart.
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
"""How often all rows are gone through, at most."""

PATIENCE = 6
"""Rounds without a better result on what is held out, after which no more are made."""

BLOCKS = 16
"""Parts of the rows, for each of which one step is made."""

SPREAD = 0.1
"""How far a weight is thought to lie from where it begins, before any game was seen: as a part of
what makes a win likely. The positions of one game share its end, so that games count, not
positions."""

RATE = 1 / 200
"""The first step of a weight, as a part of what makes a win likely."""

MOMENTS = (0.9, 0.999)

Progress = Callable[[int, float], None]


@dataclass(frozen=True)
class Task:
    """Rows, and what each should give: score points, or 1 for a win and 0 for a loss."""

    counts: Counts
    wanted: Floats
    is_scored: bool

    def part(self, first: int, last: int) -> Task:
        """The rows from `first` up to `last`."""
        return Task(self.counts.part(first, last), self.wanted[first:last], self.is_scored)


@dataclass(frozen=True)
class Solution:
    """The weights, and how far off they are on what was held out, before and after."""

    weights: Floats
    before: float
    after: float


def chance(points: Floats, scale: float) -> Floats:
    """The chance of winning that so many points give."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(points / scale, -30, 30))))


def error(task: Task, points: Floats, scale: float) -> float:
    """How far off the points are."""
    if task.is_scored:
        return float(np.sqrt(np.mean((points - task.wanted) ** 2)))
    p = np.clip(chance(points, scale), 1e-9, 1 - 1e-9)
    return float(-np.mean(task.wanted * np.log(p) + (1 - task.wanted) * np.log(1 - p)))


def best_scale(task: Task, points: Floats) -> float:
    """The points that make a win e times as likely as a loss, for given weights; in games with a
    score, by how many points these are off.
    """
    if task.is_scored:
        return error(task, points, 1.0) or 1.0
    size = float(np.std(points)) or 1.0
    return float(min(size * np.geomspace(0.02, 50, 60), key=lambda s: error(task, points, s)))


def slope_of(task: Task, weights: Floats, scale: float) -> Floats:
    """How the mean error changes with each weight."""
    points = task.counts.times(weights)
    expected = points / scale if task.is_scored else chance(points, scale)
    off = expected - (task.wanted / scale if task.is_scored else task.wanted)
    return task.counts.back(off / scale) / task.counts.rows


def solve(
    task: Task,
    held_out: Task,
    start: Floats,
    free: npt.NDArray[np.bool_],
    scale: float,
    games: int,
    progress: Progress | None = None,
) -> Solution:
    """Go down from `start`, moving the free weights alone (Adam: Kingma and Ba 2015)."""
    pull = 1 / ((SPREAD * scale) ** 2 * games)
    weights, best = start.copy(), start.copy()
    first, second = np.zeros_like(start), np.zeros_like(start)
    before = least = error(held_out, held_out.counts.times(start), scale)
    edges = np.linspace(0, task.counts.rows, BLOCKS + 1).astype(int)
    blocks = [task.part(a, b) for a, b in itertools.pairwise(edges) if b > a]
    rng, step, last = random.Random(1), 0, 0
    for turn in range(1, ROUNDS + 1):
        for block in rng.sample(blocks, len(blocks)):
            step += 1
            slope = slope_of(block, weights, scale) + pull * (weights - start)
            slope[~free] = 0.0
            first = MOMENTS[0] * first + (1 - MOMENTS[0]) * slope
            second = MOMENTS[1] * second + (1 - MOMENTS[1]) * slope**2
            mean = first / (1 - MOMENTS[0] ** step)
            spread = np.sqrt(second / (1 - MOMENTS[1] ** step))
            # Smaller steps in later rounds: what blocks disagree about evens out.
            weights = weights - RATE * scale / turn**0.5 * mean / (spread + 1e-12)
        now = error(held_out, held_out.counts.times(weights), scale)
        if now < least:
            best, least, last = weights.copy(), now, turn
        if progress is not None:
            progress(turn, now)
        if turn - last >= PATIENCE:
            break
    return Solution(best, before, least)
