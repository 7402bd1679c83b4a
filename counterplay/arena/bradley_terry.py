"""Ratings of many players from the games of each pair, by maximum likelihood.

Player i scores 1 / (1 + 10^((r_j - r_i) / 400)) of the points against player j on average, a draw
counting as half a win: the model of Bradley and Terry (1952) on the scale of Elo (1978). Ratings
are those under which the scores seen are most likely; the log-likelihood is concave, and Newton's
method finds its top (Hunter 2004 says when there is one). Each pair that has met is given one more
draw, so that a player who has won every game gets a finite rating, too.

Errors come from the curvature of the likelihood. It takes games for independent trials, which two
games from one opening are not; so trials are openings, and the variance of each pair is put right
by the spread that its openings were seen to have (the sandwich estimator: Huber 1967, White 1982;
`elo.spread_ratio`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from counterplay.arena.elo import Z, moments, spread_ratio
from counterplay.arena.schedule import Pair

METHOD = "Bradley-Terry by maximum likelihood, draws as half wins"

POINTS = 400 / math.log(10)
"""Elo points for one unit of the logistic curve."""

STEPS, CLOSE, FARTHEST = 200, 1e-9, 2.0
"""Newton's method: most steps, when it is there, and how far a step may go."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """Elo points, and half the 95 % interval around them; an anchor has an error of 0."""

    elo: float
    error: float


def rate(
    players: int,
    counts: Mapping[Pair, Sequence[int]],
    anchor: int | None = None,
    at: float = 0.0,
) -> tuple[Rating, ...] | None:
    """The ratings of all players; None while there are some whom no games connect.

    `counts` says how many openings brought the first of a pair 0, ½, 1, … points. Ratings are such
    that `anchor`, or without one the mean of all players, is `at`.
    """
    met = {pair: tuple(seen) for pair, seen in counts.items() if any(seen)}
    if not _is_connected(players, met):
        return None
    strengths = _most_likely(players, met)
    covariance = _covariance(players, met, strengths)
    from_here = np.eye(players) - 1 / players
    if anchor is not None:
        from_here = np.eye(players)
        from_here[:, anchor] -= 1
    spread = np.diag(from_here @ covariance @ from_here.T)
    elos = at + POINTS * (from_here @ strengths)
    errors = Z * POINTS * np.sqrt(np.maximum(spread, 0))
    return tuple(Rating(float(e), float(error)) for e, error in zip(elos, errors, strict=True))


def _is_connected(players: int, met: Mapping[Pair, object]) -> bool:
    reached = {0}
    while more := {p for pair in met if reached & set(pair) for p in pair} - reached:
        reached |= more
    return len(reached) == players


def _most_likely(players: int, met: Mapping[Pair, Sequence[int]]) -> Floats:
    """Strengths with a mean of 0, on the scale of the logistic curve."""
    strengths = np.zeros(players)
    for _ in range(STEPS):
        gradient = np.zeros(players)
        for (i, j), seen in met.items():
            trials, mean, _ = moments(seen)
            extra = _draw(seen)
            expected = _expected(strengths[i] - strengths[j])
            surplus = trials * (mean - expected) + extra * (0.5 - expected)
            gradient[i] += surplus
            gradient[j] -= surplus
        step = np.linalg.pinv(_information(players, met, strengths, {})) @ gradient
        largest = float(np.abs(step).max())
        strengths = strengths + step * min(1.0, FARTHEST / max(largest, CLOSE))
        if largest < CLOSE:
            break
    centred: Floats = strengths - strengths.mean()
    return centred


def _covariance(players: int, met: Mapping[Pair, Sequence[int]], strengths: Floats) -> Floats:
    bread = np.linalg.pinv(_information(players, met, strengths, {}))
    ratios = {pair: spread_ratio(seen) for pair, seen in met.items()}
    spread: Floats = bread @ _information(players, met, strengths, ratios) @ bread
    return spread


def _information(
    players: int,
    met: Mapping[Pair, Sequence[int]],
    strengths: Floats,
    ratios: Mapping[Pair, float],
) -> Floats:
    """The curvature of the likelihood, the part of each pair times its ratio."""
    total = np.zeros((players, players))
    for (i, j), seen in met.items():
        expected = _expected(strengths[i] - strengths[j])
        weight = (sum(seen) + _draw(seen)) * expected * (1 - expected) * ratios.get((i, j), 1.0)
        total[i, i] += weight
        total[j, j] += weight
        total[i, j] -= weight
        total[j, i] -= weight
    return total


def _draw(seen: Sequence[int]) -> float:
    """One game, as a share of the games from an opening."""
    return 2 / (len(seen) - 1)


def _expected(difference: float) -> float:
    return float(1 / (1 + np.exp(-difference)))
