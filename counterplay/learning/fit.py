"""Learn the weights of a game's evaluator from positions of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.core.game.evaluator import Evaluator
from counterplay.core.game.game import Game
from counterplay.core.game.weights import joined, split
from counterplay.learning.counts import Counts, Floats, counts_of, evaluator_of
from counterplay.learning.regression import Dataset, Progress, best_scale, prior, solve
from counterplay.learning.selfplay import Samples

VALIDATION_SHARE = 10
"""One game in this many is used for validation."""

EQUAL = 100.0
"""What every weight is at a flat start."""


@dataclass(frozen=True)
class Fitted:
    """The learned weights, and what they were learned from.

    before, after   the validation loss of the old and the new weights: the mean log loss, or in
                    scored games the root mean square error in points
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
    flat: bool = False,
    progress: Progress | None = None,
) -> Fitted:
    """Learn the weights from samples. With `only`, learn those features; all others are zero.

    With `flat`, start from equal weights, without a prior: the samples alone decide. Wins and
    losses say how weights relate to each other, but not their size: the positions then differ as
    much in points as with the game's own weights.
    """
    evaluator = evaluator_of(game)
    free = free_numbers(evaluator, only)
    games = np.unique(samples.games)
    if len(games) < VALIDATION_SHARE:
        raise InputError(
            f"{len(games)} games are too few to learn from: play at least {VALIDATION_SHARE}"
        )
    counts = counts_of(game, samples.states)
    data = Dataset(counts, _targets(game, samples), game.facts.scored)
    # Whole games are held back for validation: positions of one game share its result.
    first = games[len(games) - len(games) // VALIDATION_SHARE]
    edge = int(np.searchsorted(samples.games, first))
    training, validation = data.part(0, edge), data.part(edge, counts.rows)
    own = np.where(free, split(evaluator, evaluator.weights).ravel(), 0.0)
    start = np.where(free, EQUAL, 0.0) if flat else own
    scale = best_scale(training, training.counts.times(start))
    pull = 0.0 if flat else prior(scale, len(games))
    solution = solve(training, validation, start, free, scale, pull, progress)
    is_sizeless = flat and not game.facts.scored
    size = _size(training.counts, own, solution.weights) if is_sizeless else 1.0
    return Fitted(
        weights=joined(evaluator, _rounded(evaluator, size * solution.weights)),
        games=len(games),
        positions=counts.rows,
        before=solution.before,
        after=solution.after,
        scale=size * scale,
    )


def _size(counts: Counts, own: Floats, learned: Floats) -> float:
    """What to multiply learned weights by, so that points differ as much as by the own weights."""
    wanted, found = (float(np.std(counts.times(weights))) for weights in (own, learned))
    return wanted / found if wanted and found else 1.0


def _targets(game: Game, samples: Samples) -> Floats:
    """What the evaluator should predict: score points, or 1 for a win and 0 for a loss."""
    if game.facts.scored:
        return samples.results.astype(np.float64)
    return np.asarray((samples.results + 1) / 2)


def _rounded(evaluator: Evaluator, numbers: Floats) -> npt.NDArray[np.int64]:
    return np.rint(numbers).astype(np.int64).reshape(len(evaluator.weights), -1)


def free_numbers(evaluator: Evaluator, only: Sequence[str]) -> npt.NDArray[np.bool_]:
    """A mask of the numbers to learn. Raises InputError if there is no such feature."""
    if not only:
        return np.ones(len(evaluator.weights) * len(evaluator.units), bool)
    free = np.zeros((len(evaluator.weights), len(evaluator.units)), bool)
    for name in only:
        if name not in evaluator.features:
            known = ", ".join(evaluator.features) or "none by name"
            raise InputError(f"{evaluator.name} has no feature {name!r}; its features are {known}")
        start, count = evaluator.features[name]
        free[start : start + count] = True
    return free.ravel()
