"""Elo differences, and how far off they may be.

A player who is d Elo points stronger scores 1 / (1 + 10^(-d / 400)) of the points on average (Elo
1978). An opening that favours one side gives its two games opposite results, so single games are
no independent trials; the scores of *pairs* are. Their spread is therefore what errors are made of
(the pentanomial model of Fishtest: a pair of games scores 0, 1/4, 1/2, 3/4 or 1).

Counts are a sequence: how many trials scored 0, 1/k, 2/k, …, 1. Three of them stand for single
games, five for pairs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

PRIOR = 0.25
"""One trial with the greatest spread that a score can have, which keeps small samples honest."""


def expected_score(elo: float) -> float:
    """The share of the points that a player so many Elo points stronger gets."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_difference(score: float) -> float:
    """The Elo points by which a player with that score is stronger; infinite at 0 and 1."""
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return -400 * math.log10(1 / score - 1)


def moments(counts: Sequence[float]) -> tuple[float, float, float]:
    """How many trials there are, and the mean and variance of their scores."""
    total, most = sum(counts), len(counts) - 1
    mean = sum(n * i / most for i, n in enumerate(counts)) / total
    variance = sum(n * (i / most - mean) ** 2 for i, n in enumerate(counts)) / total
    return total, mean, variance


def spread_ratio(counts: Sequence[float]) -> float:
    """The variance of a trial, as a share of what it is where every trial is won or lost.

    Draws make it smaller, and so do openings whose two games cancel out. It lets the interval of
    Wilson (1927) serve: the variance of a mean p is then this ratio times p (1 - p) / n.
    """
    total, mean, variance = moments(counts)
    return (total * variance + PRIOR) / (total * mean * (1 - mean) + PRIOR)


def score_interval(counts: Sequence[float], z: float = Z) -> tuple[float, float]:
    """The scores from which the one seen is not more than z standard deviations away."""
    total, mean, _ = moments(counts)
    n = total / spread_ratio(counts)
    centre = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    # At a score of 0 or 1 the interval reaches to it exactly, which sums of floats only nearly do.
    low = 0.0 if mean == 0 else max(centre - half, 0.0)
    high = 1.0 if mean == 1 else min(centre + half, 1.0)
    return low, high


def superiority(counts: Sequence[float]) -> float:
    """The likelihood that the player is the stronger one, given no opinion beforehand."""
    total, mean, _ = moments(counts)
    return NormalDist().cdf((mean - 0.5) / math.sqrt(spread_ratio(counts) / (4 * total)))
