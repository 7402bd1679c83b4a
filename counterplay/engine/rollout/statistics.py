"""Means of games and their errors.

The first roll of a rollout is stratified: each outcome comes up as often as its chance says. So the
spread between the outcomes is no error, and the error of the mean comes from the spread within them
(Cochran 1977, chapter 5). Rolls after the first make the true error a little smaller still.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True)
class Estimate:
    """A mean of games, and half of its 95 % interval."""

    mean: float
    error: float


def estimate(games: Floats, strata: Numbers) -> Estimate:
    """The mean of games. `strata` has the first outcome of each."""
    return Estimate(float(games.mean()), Z * standard_error(games, strata))


def standard_error(games: Floats, strata: Numbers) -> float:
    """The standard error of the mean of stratified games. Infinite for a single game.

    A stratum with a single game has the variance of all games.
    """
    n = len(games)
    if n < 2:
        return float("inf")
    _, places, counts = np.unique(strata, return_inverse=True, return_counts=True)
    means = np.bincount(places, games) / counts
    squares = np.bincount(places, (games - means[places]) ** 2)
    variances = np.where(counts > 1, squares / np.maximum(counts - 1, 1), games.var(ddof=1))
    return float(np.sqrt((counts * variances).sum()) / n)


def confidence(lead: Estimate) -> float:
    """The probability that a difference with this estimate is above 0."""
    if lead.error == 0:
        return 0.5 if lead.mean == 0 else float(lead.mean > 0)
    return NormalDist().cdf(Z * lead.mean / lead.error)
