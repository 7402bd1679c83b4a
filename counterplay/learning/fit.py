"""Learn the weights of a game's evaluator from games that a match has kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from counterplay.core.errors import InputError
from counterplay.core.evaluator import Evaluator
from counterplay.core.game import Game
from counterplay.core.weights import joined, split
from counterplay.learning.counts import Floats, counts_of, evaluator_of
from counterplay.learning.games import Samples, read_samples
from counterplay.learning.regression import Progress, Task, best_scale, solve

HELD_OUT = 10
"""Of so many games one is held out."""

RATE = 1 / 200
"""The first step of a weight, as a part of what makes a win likely."""


@dataclass(frozen=True)
class Fitted:
    """Weights, and what they were learned from.

    before, after   how far off the old and the new weights are on games that were held out: the
                    mean surprise, or in games with a score the root of the mean square
    scale           the points that make a win e times as likely as a loss
    """

    weights: npt.NDArray[np.int64]
    games: int
    positions: int
    before: float
    after: float
    scale: float


def fit(
    game: Game,
    files: Sequence[str | Path],
    *,
    only: Sequence[str] = (),
    most: int = 40,
    seed: int = 1,
    progress: Progress | None = None,
) -> Fitted:
    """Learn from games in files that `counterplay match --out` wrote.

    `only` names the features whose weights are learned, all others being zero. Of a game at most
    `most` positions count.
    """
    evaluator = evaluator_of(game)
    free = _free(evaluator, only)
    samples = read_samples(game, [Path(file) for file in files], most, seed)
    counts = counts_of(game, samples.states)
    task = Task(
        counts=counts,
        wanted=_wanted(game, samples),
        held_out=samples.games % HELD_OUT == HELD_OUT - 1,
        is_scored=game.facts.scored,
    )
    if task.held_out.all() or not task.held_out.any():
        raise InputError(f"{len(set(samples.games.tolist()))} games are too few to learn from")
    start = np.where(free, split(evaluator, evaluator.weights).ravel(), 0.0)
    points = counts.times(start)
    scale = best_scale(task, points)
    rate = RATE * (float(np.std(points)) if task.is_scored else scale)
    found = solve(task, start, free, scale, rate, progress)
    return Fitted(
        weights=joined(evaluator, _rounded(evaluator, found.weights)),
        games=len(set(samples.games.tolist())),
        positions=counts.rows,
        before=found.before,
        after=found.after,
        scale=scale,
    )


def _wanted(game: Game, samples: Samples) -> Floats:
    """What the evaluator should say: score points, or the share of a win."""
    above = samples.payoffs - game.facts.even_share
    if game.facts.scored:
        return np.asarray(above * game.facts.unit)
    return np.asarray((np.sign(above) + 1) / 2)


def _rounded(evaluator: Evaluator, numbers: Floats) -> npt.NDArray[np.int64]:
    return np.rint(numbers).astype(np.int64).reshape(len(evaluator.weights), -1)


def _free(evaluator: Evaluator, only: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Which numbers are learned."""
    if not only:
        return np.ones(len(evaluator.weights) * len(evaluator.units), bool)
    free = np.zeros((len(evaluator.weights), len(evaluator.units)), bool)
    for name in only:
        if name not in evaluator.features:
            known = ", ".join(evaluator.features) or "none by name"
            raise InputError(f"{evaluator.name} has no feature {name!r}: it has {known}")
        start, count = evaluator.features[name]
        free[start : start + count] = True
    return free.ravel()
