"""Learn the weights of a game's evaluator from samples of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.core.game.evaluator import Evaluator
from counterplay.core.game.game import Game
from counterplay.core.game.weights import joined, split
from counterplay.learning.counts import Floats, counts_of, evaluator_of
from counterplay.learning.regression import Progress, Task, best_scale, solve
from counterplay.learning.selfplay import Samples

HELD_OUT = 10
"""Of so many games one is held out."""


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
    samples: Samples,
    *,
    only: Sequence[str] = (),
    progress: Progress | None = None,
) -> Fitted:
    """Learn from the samples of games. `only` names the features whose weights are learned, all
    others being zero.
    """
    evaluator = evaluator_of(game)
    free = free_numbers(evaluator, only)
    games = np.unique(samples.games)
    if len(games) < HELD_OUT:
        raise InputError(f"positions of {len(games)} games are too few to learn from")
    counts = counts_of(game, samples.states)
    whole = Task(counts, _wanted(game, samples), game.facts.scored)
    # The last games are held out, all of each: positions of one game know its end.
    first = games[len(games) - len(games) // HELD_OUT]
    edge = int(np.searchsorted(samples.games, first))
    task, held_out = whole.part(0, edge), whole.part(edge, counts.rows)
    start = np.where(free, split(evaluator, evaluator.weights).ravel(), 0.0)
    points = task.counts.times(start)
    scale = best_scale(task, points)
    found = solve(task, held_out, start, free, scale, len(games), progress)
    return Fitted(
        weights=joined(evaluator, _rounded(evaluator, found.weights)),
        games=len(games),
        positions=counts.rows,
        before=found.before,
        after=found.after,
        scale=scale,
    )


def _wanted(game: Game, samples: Samples) -> Floats:
    """What the evaluator should say: score points, or the share of a win."""
    if game.facts.scored:
        return samples.results.astype(np.float64)
    return np.asarray((samples.results + 1) / 2)


def _rounded(evaluator: Evaluator, numbers: Floats) -> npt.NDArray[np.int64]:
    return np.rint(numbers).astype(np.int64).reshape(len(evaluator.weights), -1)


def free_numbers(evaluator: Evaluator, only: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Which numbers are learned; a sentence where there is no such feature."""
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
