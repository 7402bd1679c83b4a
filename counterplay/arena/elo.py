"""Elo differences and their errors.

A player who is d Elo points stronger scores 1 / (1 + 10^(-d / 400)) on average (Elo 1978). The two
games from one opening are not independent: an opening that favours one side gives them opposite
results. So a trial is a *pair* of games, and errors come from the spread of the scores of pairs
(the pentanomial model of Fishtest: a pair scores 0, 1/4, 1/2, 3/4 or 1).

`counts` is the number of trials that scored 0, 1/k, 2/k, …, 1: three numbers for single games, five
for pairs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

PRIOR = 0.25
"""Adds one trial with the largest possible variance, so that small samples get wide intervals."""


def expected_score(elo: float) -> float:
    """The expected score of a player who is `elo` points stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_difference(score: float) -> float:
    """The Elo difference that gives this expected score. Infinite at 0 and 1."""
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return -400 * math.log10(1 / score - 1)


def moments(counts: Sequence[float]) -> tuple[float, float, float]:
    """The number of trials, and the mean and the variance of their scores."""
    total, most = sum(counts), len(counts) - 1
    mean = sum(n * i / most for i, n in enumerate(counts)) / total
    variance = sum(n * (i / most - mean) ** 2 for i, n in enumerate(counts)) / total
    return total, mean, variance


def spread_ratio(counts: Sequence[float]) -> float:
    """The variance of a trial divided by the variance of a trial that is always won or lost.

    Draws make it smaller, and so do openings whose two games cancel out. With it the interval of
    Wilson (1927) applies: the variance of a mean p is this ratio times p (1 - p) / n.
    """
    total, mean, variance = moments(counts)
    return (total * variance + PRIOR) / (total * mean * (1 - mean) + PRIOR)


def score_interval(counts: Sequence[float], z: float = Z) -> tuple[float, float]:
    """The Wilson interval: true scores at most z standard deviations from the observed one."""
    total, mean, _ = moments(counts)
    n = total / spread_ratio(counts)
    centre = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    # At a score of 0 or 1 the interval ends exactly there; rounding would miss it.
    low = 0.0 if mean == 0 else max(centre - half, 0.0)
    high = 1.0 if mean == 1 else min(centre + half, 1.0)
    return low, high


def superiority(counts: Sequence[float]) -> float:
    """The likelihood of superiority (LOS): that the player is the stronger one."""
    total, mean, _ = moments(counts)
    return NormalDist().cdf((mean - 0.5) / math.sqrt(spread_ratio(counts) / (4 * total)))
