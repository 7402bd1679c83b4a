"""How well a shallow search foretells a deep one: a line through their values, and its error.

    deep = slope * shallow + offset + error

in score points for the side to move. Some errors are huge, where the deep search sees a loss that
the shallow one cannot, and neither the line nor its sigma may hang on those few. So the line is
Huber's (1964): least squares for most, while far points count less. And sigma is read off the
errors where it will be used: as large as the normal law says, if so many errors are to stay within
WITHIN deviations. For normal errors that is their standard deviation.

Errors grow, or shrink, as a game goes on, often by a factor of three. So sigma is a line too, from
the beginning of the game to where nothing is left to play, through the sizes of the errors.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

import numpy as np
import numpy.typing as npt

WITHIN = 1.5
"""The deviations that ProbCut keeps away from a window by default (`cut_deviations`)."""

FAR = 1.345
"""Where Huber's weights begin to fall, in deviations: 95 % as precise if errors are normal."""

NORMAL_MEDIAN = 0.6745
"""The median of the absolute errors of the normal law, in deviations."""

LEAST_PART = 0.1
"""The least error that a line may give a part of the game, as a part of the mean."""

ROUNDS = 30

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Regression:
    """The values of searches `deep` plies deep on those of searches `shallow` plies deep.

    `sigma` is for the beginning of a game, `sigma_end` for where nothing is left of it.
    """

    deep: int
    shallow: int
    slope: float
    offset: float
    sigma: float
    sigma_end: float
    correlation: float
    count: int


def regress(
    deep: int, shallow: int, x: Values, y: Values, left: Values | None = None
) -> Regression | None:
    """The regression of deep values `y` on shallow ones `x`; None where all of either are equal.

    `left` is the part of the game that was left to play at each, if that is known.
    """
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    slope, offset = huber_line(x, y)
    errors = np.abs(y - slope * x - offset)
    sigma, sigma_end = deviations(errors, left)
    correlation = float(np.corrcoef(x, y)[0, 1])
    return Regression(deep, shallow, slope, offset, sigma, sigma_end, correlation, len(x))


def deviations(errors: Values, left: Values | None) -> tuple[float, float]:
    """Sigma at the beginning and at the end of a game, from the sizes of errors."""
    first = last = float(np.mean(errors))
    if left is not None and np.ptp(left) > 0 and first > 0:
        slope, last = huber_line(left, errors)
        least = LEAST_PART * float(np.mean(errors))
        first, last = max(last + slope, least), max(last, least)
    sizes = last if left is None else last + left * (first - last)
    if first == last == 0:
        return 0.0, 0.0
    scale = float(np.quantile(errors / sizes, erf(WITHIN / sqrt(2)))) / WITHIN
    return float(scale * first), float(scale * last)


def huber_line(x: Values, y: Values) -> tuple[float, float]:
    """Slope and offset, by least squares in which far points weigh less, again and again."""
    weights = np.ones_like(x)
    slope = offset = 0.0
    for _ in range(ROUNDS):
        slope, offset = weighted_line(x, y, weights)
        errors = np.abs(y - slope * x - offset)
        near = FAR * float(np.median(errors)) / NORMAL_MEDIAN
        if near == 0:
            break
        weights = near / np.maximum(errors, near)
    return slope, offset


def weighted_line(x: Values, y: Values, weights: Values) -> tuple[float, float]:
    """Slope and offset by weighted least squares."""
    mean_x, mean_y = np.average(x, weights=weights), np.average(y, weights=weights)
    spread = np.sum(weights * (x - mean_x) ** 2)
    slope = float(np.sum(weights * (x - mean_x) * (y - mean_y)) / spread)
    return slope, float(mean_y - slope * mean_x)
