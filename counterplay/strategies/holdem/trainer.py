"""Training of a blueprint from Python: iterations of regret minimisation on some threads."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.strategies.holdem.betting import betting_tree
from counterplay.strategies.holdem.buckets import Bucket, Buckets, run_threads
from counterplay.strategies.holdem.cards import canonical_tables

KERNEL = Path(__file__).parent / "kernel" / "training.py"

Numbers = npt.NDArray[np.float64]

PRUNE_AFTER = 100_000
"""The iterations after which bad moves are mostly skipped."""


class Trainer:
    """Minimises regrets over the betting tree of a game of hold'em and the buckets of hands.

    With one thread, the same seed and iterations give the same strategy, whether or not a run was
    stopped in between.
    """

    def __init__(
        self,
        game: Game,
        buckets: Buckets,
        tables: tuple[Bucket, Bucket],
        threads: int = 1,
        seed: int = 1,
    ) -> None:
        self.game, self.buckets, self.threads, self.iterations = game, buckets, threads, 0
        self.tree, size = betting_tree(game).with_rows(buckets.sizes)
        self.kernel = bind(game, KERNEL)
        self.regrets, self.sums = np.zeros(size), np.zeros(size)
        self._tables = tables
        self._contexts = [self.context_for(self.kernel) for _ in range(threads)]
        words = np.random.SeedSequence(seed).generate_state(threads, np.uint64)
        for context, word in zip(self._contexts, words, strict=True):
            context.record.random = word

    def context_for(self, kernel: Any) -> Context:
        """A context of a kernel that trains, with the tree and the tables."""
        tables, context = self._tables, Context(self.game, kernel)
        kept = {
            "nodes": self.tree.nodes,
            "regrets": self.regrets,
            "sums": self.sums,
            "flop_masks": canonical_tables(3),
            "flop_buckets": tables[0],
            "turn_masks": canonical_tables(4),
            "turn_buckets": tables[1],
            "river_buckets": self.buckets.river,
        }
        for name, array in kept.items():
            context.keep(name, array)
        record: Any = context.record
        record.node_count, record.row_count = len(self.tree.nodes), len(self.regrets)
        record.flop_count, record.turn_count = map(len, tables)
        record.stride, record.prune_after = self.threads, PRUNE_AFTER
        return context

    def run(
        self, iterations: int, seconds: float | None = None, stop: threading.Event | None = None
    ) -> int:
        """Make iterations until a limit is reached; return how many were made."""
        each = -(-iterations // self.threads)
        for i, context in enumerate(self._contexts):
            record: Any = context.record
            record.rounds, record.done, record.halt = each, 0, 0
            record.begun = self.iterations + i
        run_threads(self._contexts, self.kernel.train, seconds, stop)
        made = sum(int(context.record.done) for context in self._contexts)
        self.iterations += made
        return made

    @property
    def random(self) -> list[int]:
        """The states of the random numbers of all threads."""
        return [int(context.record.random) for context in self._contexts]

    @random.setter
    def random(self, words: list[int]) -> None:
        for context, word in zip(self._contexts, words, strict=False):
            context.record.random = word

    def expected(self, button: Numbers, blind: Numbers, deals: int, seed: int = 1) -> Numbers:
        """What the button wins on average in each of some deals, if both follow strategies.

        A strategy has a probability for each move, row by row, as `probabilities` returns. Hands
        are exchanged in each deal, and the same seed deals the same cards.
        """
        context, values = self._contexts[0], np.zeros(deals)
        record: Any = context.record
        before = int(record.random)
        for name, array in (("button", button), ("blind", blind)):
            if len(array) != len(self.regrets):
                raise InputError(f"the strategy of the {name} is of another game or other buckets")
        record.strategies[:] = button.ctypes.data, blind.ctypes.data
        context.keep("values", values)
        record.rounds, record.done, record.halt = deals, 0, 0
        record.random = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
        run_threads([context], self.kernel.expect, None, None)
        record.random = before
        return values

    def probabilities(self) -> Numbers:
        """The average strategy: the probability of each move, row by row.

        A row that was never reached has the last strategy, or all moves equally.
        """
        return average_strategy(self.tree.nodes, self.buckets.sizes, self.sums, self.regrets)


def average_strategy(
    nodes: npt.NDArray[Any], sizes: tuple[int, ...], sums: Numbers, regrets: Numbers
) -> Numbers:
    """The sums of each row divided by their total; without any, the positive regrets."""
    counts, firsts = _rows(nodes, sizes)
    found = np.repeat(1 / counts, counts)
    for numbers in (np.maximum(regrets, 0), sums):
        totals = np.repeat(np.add.reduceat(numbers, firsts), counts)
        np.divide(numbers, totals, out=found, where=totals > 0)
    return found


def without_rare_moves(
    nodes: npt.NDArray[Any], sizes: tuple[int, ...], probabilities: Numbers, least: float
) -> Numbers:
    """The strategy without moves that are less likely than `least`.

    Most of them are left from early iterations (Ganzfried, Sandholm and Waugh, "Strategy
    purification and thresholding", 2012).
    """
    counts, firsts = _rows(nodes, sizes)
    found = np.where(probabilities < least, 0.0, probabilities)
    return np.asarray(found / np.repeat(np.add.reduceat(found, firsts), counts))


def _rows(
    nodes: npt.NDArray[Any], sizes: tuple[int, ...]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The number of moves of each row of a table, and where each row begins."""
    inner = nodes[nodes["count"] > 0]
    counts = np.repeat(inner["count"], np.array(sizes, np.int64)[inner["street"]])
    return counts, np.cumsum(counts) - counts
