"""SPSA, simultaneous perturbation stochastic approximation (Spall 1992).

All numbers are changed at once, each up or down at random, and a match is played between the two
opposite changes. Its score says whether the step was in the right direction. So one match moves
every number a little, however many there are; with enough matches the noise cancels out.

A number is a share of its range, from 0 to 1. Steps shrink as in Spall's advice: the
perturbation by k^-0.101, the gain by (k + A)^-0.602, with A a tenth of all iterations.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from counterplay.core.game.errors import InputError

GAIN_DECAY = 0.602
PERTURBATION_DECAY = 0.101
SETTLING = 0.1
"""A, the iterations with nearly the same gain, as a share of all."""


@dataclass(frozen=True)
class Schedule:
    """The sizes of the steps.

    iterations     how many matches are played
    perturbation   how far a number is changed at the first one, as a share of its range
    gain           how far a match that is won in every game moves a number at first, as a multiple
                   of that change
    seed           of the directions
    """

    iterations: int
    perturbation: float = 0.15
    gain: float = 0.5
    seed: int = 1

    def __post_init__(self) -> None:
        if self.iterations < 1:
            raise InputError(f"iterations={self.iterations} must be 1 or more")
        if not 0 < self.perturbation <= 1:
            raise InputError(f"perturbation={self.perturbation:g} must be above 0, at most 1")
        if not 0 < self.gain <= 100:
            raise InputError(f"gain={self.gain:g} must be above 0, at most 100")

    def change(self, k: int) -> float:
        """The change at iteration `k`, counted from 0."""
        return float(self.perturbation / (k + 1) ** PERTURBATION_DECAY)

    def step(self, k: int) -> float:
        """The step after a match at iteration `k` that was won in every game."""
        settling = SETTLING * self.iterations
        shrunk = ((1 + settling) / (k + 1 + settling)) ** GAIN_DECAY
        return float(self.gain * self.perturbation * shrunk)

    def directions(self, k: int, count: int) -> list[int]:
        """1 or -1 for each number at iteration `k`."""
        rng = random.Random(f"{self.seed} {k}")
        return [rng.choice((-1, 1)) for _ in range(count)]


def changed(point: Sequence[float], directions: Sequence[int], by: float) -> list[float]:
    """A point moved by `by` along the directions, within the ranges of the numbers."""
    return [min(max(x + by * d, 0.0), 1.0) for x, d in zip(point, directions, strict=True)]


def path(schedule: Schedule, start: Sequence[float], scores: Sequence[float]) -> list[list[float]]:
    """The points so far: the start, and the point after each match.

    A score is that of the point changed along the directions against the opposite one, from 0 to 1.
    """
    points = [list(start)]
    for k, score in enumerate(scores):
        directions = schedule.directions(k, len(start))
        points.append(changed(points[-1], directions, schedule.step(k) * (2 * score - 1)))
    return points


def best_point(points: Sequence[Sequence[float]]) -> list[float]:
    """The mean of the last half of the points: it is less noisy than the last one."""
    last = points[len(points) // 2 :]
    return [sum(column) / len(last) for column in zip(*last, strict=True)]
