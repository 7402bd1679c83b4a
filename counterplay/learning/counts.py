"""Feature counts of many positions, as a sparse matrix: most counts are zero.

The count of a weight in a position is what the evaluator multiplies the weight by.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.evaluator import Evaluator
from counterplay.core.game.game import Game

KERNEL = Path(__file__).parent / "kernels" / "counts.py"
LEAST = 1e-4
"""Smaller counts are rounding errors of zero."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Counts:
    """A sparse matrix (CSR): row i has `values[starts[i]:starts[i + 1]]` in those `columns`."""

    starts: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]
    width: int
    step: int = 1
    """The weight that counts were measured with. The error of a count is below 1 / step."""

    @property
    def rows(self) -> int:
        return len(self.starts) - 1

    def part(self, first: int, last: int) -> Counts:
        """The rows from `first` up to `last`."""
        here = slice(self.starts[first], self.starts[last])
        starts = self.starts[first : last + 1] - self.starts[first]
        return Counts(starts, self.columns[here], self.values[here], self.width)

    def times(self, weights: Floats) -> Floats:
        """The product with a vector of weights: the score of each row."""
        sums = np.concatenate([[0.0], np.cumsum(self.values * weights[self.columns])])
        return np.asarray(sums[self.starts[1:]] - sums[self.starts[:-1]])

    def transposed_times(self, slopes: Floats) -> Floats:
        """The product of the transposed matrix with a vector: the slope of each weight."""
        each = np.repeat(slopes, np.diff(self.starts))
        sums = np.bincount(self.columns, self.values * each, minlength=self.width)
        return np.asarray(sums, np.float64)


def evaluator_of(game: Game) -> Evaluator:
    """The evaluator of a game, without a network. Raises UnfitError if it has nothing to learn."""
    evaluator = game.without_network().evaluator
    if evaluator is None or not len(evaluator.weights):
        raise UnfitError(f"{game.name} has no evaluator with weights to learn")
    if evaluator.weights.dtype != np.int64:
        raise UnfitError(
            f"the weights of {evaluator.name} must be whole numbers (np.int64) to be learned"
        )
    return evaluator


def counts_of(game: Game, states: npt.NDArray[Any]) -> Counts:
    """The counts of each number in each weight, for each state."""
    evaluator = evaluator_of(game)
    blank = dataclasses.replace(evaluator, weights=np.zeros_like(evaluator.weights))
    blank_game = game.without_network().with_evaluator(blank)
    kernel = bind(blank_game, KERNEL)
    context = Context(blank_game, kernel)
    ctx, width = context.record, len(blank.weights) * len(blank.units)
    ctx.unit_count = len(blank.units)
    ctx.units[: len(blank.units)] = blank.units
    dense = np.zeros((kernel.BATCH_SIZE, width), np.float32)
    context.keep("counts", dense)
    lengths, columns, values = [], [], []
    for start in range(0, len(states), kernel.BATCH_SIZE):
        batch = states[start : start + kernel.BATCH_SIZE]
        ctx.batch_roots[: len(batch)] = batch
        ctx.batch_count = len(batch)
        context.call(kernel.read)
        rows, cells = np.nonzero(np.abs(dense[: len(batch)]) > LEAST)
        lengths.append(np.bincount(rows, minlength=len(batch)))
        columns.append(cells.astype(np.int32))
        values.append(dense[rows, cells])
    starts = np.concatenate([[0], np.cumsum(np.concatenate(lengths))])
    return Counts(starts, np.concatenate(columns), np.concatenate(values), width, kernel.STEP)
