"""How well a shallow search predicts a deep one: a regression line and the size of its errors.

    deep = slope * shallow + offset + error

in score points for the side to move. Some errors are huge, because the deep search sees a loss that
the shallow one misses. A few such points must not decide the line or sigma. So the line is Huber's
(1964): least squares in which far points count less. Sigma is chosen to be right where ProbCut uses
it: as many errors are within WITHIN sigmas as in a normal distribution. For normal errors this is
the standard deviation.

Errors grow or shrink during a game, often by a factor of three. So sigma is a line too, fitted to
the sizes of the errors, from the beginning of the game to its end.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

import numpy as np
import numpy.typing as npt

WITHIN = 1.5
"""The default of the setting `probcut_deviations`."""

FAR = 1.345
"""Where Huber's weights begin to fall, in deviations: 95 % efficiency for normal errors."""

NORMAL_MEDIAN = 0.6745
"""The median of the absolute errors of a normal distribution, in deviations."""

LEAST_PART = 0.1
"""The least error that the line may give at any part of the game, as a part of the mean."""

ROUNDS = 30

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Regression:
    """The regression of values at depth `deep` on values at depth `shallow`.

    `sigma` is for the beginning of a game, `sigma_end` for its end.
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
    deep: int, shallow: int, x: Values, y: Values, remaining: Values | None = None
) -> Regression | None:
    """The regression of deep values `y` on shallow ones `x`; None if all `x` or all `y` are equal.

    `remaining` is the part of the game that remains at each position, if it is known.
    """
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    slope, offset = huber_line(x, y)
    errors = np.abs(y - slope * x - offset)
    sigma, sigma_end = deviations(errors, remaining)
    correlation = float(np.corrcoef(x, y)[0, 1])
    return Regression(deep, shallow, slope, offset, sigma, sigma_end, correlation, len(x))


def deviations(errors: Values, remaining: Values | None) -> tuple[float, float]:
    """Sigma at the beginning and at the end of a game, from the sizes of the errors."""
    first = last = float(np.mean(errors))
    if remaining is not None and np.ptp(remaining) > 0 and first > 0:
        slope, last = huber_line(remaining, errors)
        least = LEAST_PART * float(np.mean(errors))
        first, last = max(last + slope, least), max(last, least)
    sizes = last if remaining is None else last + remaining * (first - last)
    if first == last == 0:
        return 0.0, 0.0
    scale = float(np.quantile(errors / sizes, erf(WITHIN / sqrt(2)))) / WITHIN
    return float(scale * first), float(scale * last)


def huber_line(x: Values, y: Values) -> tuple[float, float]:
    """Slope and offset by repeated least squares in which far points weigh less."""
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
