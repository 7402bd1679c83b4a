"""Bradley-Terry ratings of several players, by maximum likelihood.

Model: player i scores 1 / (1 + 10^((r_j - r_i) / 400)) on average against player j, a draw counting
as half a win (Bradley and Terry 1952, on the scale of Elo 1978). The ratings r maximise the
likelihood of the observed scores. The log-likelihood is concave; Newton's method finds the maximum
(Hunter 2004 says when it exists). Each pair gets one additional draw, so that a player who has won
every game has a finite rating.

Errors come from the curvature of the likelihood. That assumes independent trials, but two games
from one opening are not independent. So a trial is an opening, and the variance of each pair is
corrected by the observed spread (the sandwich estimator: Huber 1967, White 1982;
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
"""Elo points per unit of the logistic function."""

STEPS, CLOSE, FARTHEST = 200, 1e-9, 2.0
"""Newton's method: the most steps, when it has converged, and the longest step."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """Elo points, and half of their 95 % interval. The error of an anchor is 0."""

    elo: float
    error: float


def rate(
    players: int,
    counts: Mapping[Pair, Sequence[int]],
    anchor: int | None = None,
    at: float = 0.0,
) -> tuple[Rating, ...] | None:
    """Return the ratings of all players. None if games do not connect all of them.

    `counts` has for each pair how many openings gave its first player 0, ½, 1, … points. The rating
    of `anchor` is `at`; without an anchor, the mean of all ratings is `at`.
    """
    met = {pair: tuple(seen) for pair, seen in counts.items() if any(seen)}
    if not _is_connected(players, met):
        return None
    strengths = _most_likely(players, met)
    covariance = _covariance(players, met, strengths)
    relative = np.eye(players) - 1 / players
    if anchor is not None:
        relative = np.eye(players)
        relative[:, anchor] -= 1
    spread = np.diag(relative @ covariance @ relative.T)
    elos = at + POINTS * (relative @ strengths)
    errors = Z * POINTS * np.sqrt(np.maximum(spread, 0))
    return tuple(Rating(float(e), float(error)) for e, error in zip(elos, errors, strict=True))


def _is_connected(players: int, met: Mapping[Pair, object]) -> bool:
    reached = {0}
    while more := {p for pair in met if reached & set(pair) for p in pair} - reached:
        reached |= more
    return len(reached) == players


def _most_likely(players: int, met: Mapping[Pair, Sequence[int]]) -> Floats:
    """The most likely strengths, with a mean of 0, in units of the logistic function."""
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
    """The Fisher information. The part of each pair is multiplied by its ratio."""
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
    """The weight of one additional game, as a share of the games from an opening."""
    return 2 / (len(seen) - 1)


def _expected(difference: float) -> float:
    return float(1 / (1 + np.exp(-difference)))
