"""Clustering of histograms of equity by k-means, with a distance like the earth mover's.

A histogram is compared by its sums from the left: the distance of two is the sum of the squares of
their differences. So a hand that is a little stronger is near, as with the earth mover's distance
of Johanson and others ("Evaluating State-Space Abstractions in Extensive-Form Games", 2013), and
the mean of some histograms is the centre with the least squares.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

ROUNDS = 25


def cumulative(histograms: npt.NDArray[np.int32]) -> Numbers:
    """The sums from the left of histograms, each with a total of 1."""
    sums = np.cumsum(histograms, axis=1, dtype=np.float64)
    return np.asarray(sums / sums[:, -1:])


def centres_of(points: Numbers, count: int, seed: int = 1) -> Numbers:
    """The centres of so many clusters, from the weakest to the strongest.

    Fewer, if there are not so many different points. The first centres are points far from one
    another, drawn with a seed (Arthur and Vassilvitskii 2007).
    """
    dice = np.random.default_rng(seed)
    points = points[dice.permutation(len(points))]
    centres = points[:1]
    nearest = _squares(points, centres)[:, 0]
    while len(centres) < count and nearest.max() > 1e-9:
        chosen = dice.choice(len(points), p=nearest / nearest.sum())
        centres = np.vstack([centres, points[chosen]])
        nearest = np.minimum(nearest, _squares(points, centres[-1:])[:, 0])
    for _ in range(ROUNDS):
        owner = _squares(points, centres).argmin(axis=1)
        sizes = np.bincount(owner, minlength=len(centres))
        sums = np.zeros_like(centres)
        np.add.at(sums, owner, points)
        moved = np.where(sizes[:, None] > 0, sums / np.maximum(sizes, 1)[:, None], centres)
        if np.allclose(moved, centres, atol=1e-6):
            break
        centres = moved
    # Sums from the left are smaller for stronger hands.
    return np.ascontiguousarray(centres[np.argsort(-centres.sum(axis=1), kind="stable")])


def _squares(points: Numbers, centres: Numbers) -> Numbers:
    """The squared distance of each point and each centre."""
    squares = (points**2).sum(axis=1)[:, None] + (centres**2).sum(axis=1)[None]
    return np.asarray(np.maximum(squares - 2 * points @ centres.T, 0))
