"""Buckets of hands: hands that play alike share a strategy.

Before the flop each of the 169 kinds of hands is a bucket. On the flop and the turn, hands are
clustered by the histogram of their equities on all complete tables; on the river by their equity
against a random hand.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.engine.watchdog import watch
from counterplay.games.poker.equity import holdem
from counterplay.games.poker.hands import CARD_BITS
from counterplay.strategies.holdem.cards import HAND_COUNT, KIND_OF, KINDS, canonical_tables
from counterplay.strategies.holdem.clustering import centres_of, cumulative

KERNEL = Path(__file__).parent / "kernel" / "buckets.py"

BY_DEFAULT = (100, 100, 100)
"""Buckets on the flop, the turn and the river."""

MOST_BUCKETS = 5_000
SAMPLED_TABLES = {3: 60, 4: 600, 5: 600}
SAMPLES = 40_000
"""The hands that are clustered, on random tables."""

Numbers = npt.NDArray[np.float64]
Bucket = npt.NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class Buckets:
    """The centres of the clusters of each street.

    flop, turn   for each bucket the sums from the left of its histogram; the highest total first
    river        the bucket of each share of the pot, from 0 to 1,980
    """

    flop: Numbers
    turn: Numbers
    river: Bucket

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """The number of buckets on each street."""
        return len(KINDS), len(self.flop), len(self.turn), int(self.river.max()) + 1

    def on(self, table: Sequence[int]) -> Bucket:
        """The bucket of each of the 1,326 hands with these cards on the table.

        Hands that need a card of the table have bucket 0.
        """
        if not table:
            return KIND_OF.astype(np.uint16)
        context, kernel = _context(table)
        if len(table) == 5:
            context.call(kernel.shares_of_table)
            return np.asarray(self.river[np.maximum(context.record.shares, 0)])
        centres = self.flop if len(table) == 3 else self.turn
        return np.asarray(_filled(np.array([context.record.table]), centres, 1, None)[0])

    def of_hand(self, hand: int, table: Sequence[int]) -> int:
        """The bucket of one hand, by its number. This is faster than `on` before the river."""
        if not table:
            return int(KIND_OF[hand])
        context, kernel = _context(table)
        context.record.hand = hand
        if len(table) == 5:
            context.call(kernel.share_of_hand)
            return int(self.river[int(context.record.found)])
        centres = self.flop if len(table) == 3 else self.turn
        context.keep("centres", with_totals(centres))
        context.record.centre_count = len(centres)
        context.call(kernel.bucket_of_hand)
        return int(context.record.found)


def _context(table: Sequence[int]) -> tuple[Context, Any]:
    """A context with these cards on the table, and its kernel."""
    game = holdem()
    kernel = bind(game, KERNEL)
    context = Context(game, kernel)
    context.record.table = int(CARD_BITS[list(table)].sum())
    return context, kernel


def make_buckets(sizes: Sequence[int] = BY_DEFAULT, seed: int = 1) -> Buckets:
    """Cluster the hands of random tables into so many buckets on the flop, turn and river."""
    if len(sizes) != 3 or not all(2 <= size <= MOST_BUCKETS for size in sizes):
        raise InputError(
            f"buckets={','.join(map(str, sizes))}: give one number, or three for flop, turn and "
            f"river, each from 2 to {MOST_BUCKETS:,}"
        )
    dice = np.random.default_rng(seed)
    flop, turn = (
        centres_of(cumulative(_sampled_histograms(n, dice)), size, seed)
        for n, size in zip((3, 4), sizes[:2], strict=True)
    )
    return Buckets(flop, turn, _river_buckets(dice, sizes[2], seed))


def _random_tables(cards: int, dice: np.random.Generator) -> list[list[int]]:
    number = SAMPLED_TABLES[cards]
    return [dice.choice(52, cards, replace=False).tolist() for _ in range(number)]


def _sampled_histograms(cards: int, dice: np.random.Generator) -> npt.NDArray[np.int32]:
    """Histograms of random hands on random tables."""
    found = []
    for table in _random_tables(cards, dice):
        context, kernel = _context(table)
        context.call(kernel.histograms_of_table)
        histograms = np.array(context.record.histograms)
        histograms = histograms[histograms.sum(axis=1) > 0]
        chosen = dice.choice(len(histograms), SAMPLES // SAMPLED_TABLES[cards], replace=False)
        found.append(histograms[chosen])
    return np.concatenate(found)


def _river_buckets(dice: np.random.Generator, size: int, seed: int) -> Bucket:
    """The bucket of each share, by clusters of those that occur."""
    shares = []
    for table in _random_tables(5, dice):
        context, kernel = _context(table)
        context.call(kernel.shares_of_table)
        found = np.array(context.record.shares)
        shares.append(dice.choice(found[found >= 0], SAMPLES // SAMPLED_TABLES[5], replace=False))
    points = -np.concatenate(shares).astype(np.float64)[:, None]  # the weakest come first
    centres = -centres_of(points / 1980, size, seed)[:, 0] * 1980
    middles = (centres[1:] + centres[:-1]) / 2
    return np.searchsorted(middles, np.arange(1981)).astype(np.uint16)


def bucket_tables(
    buckets: Buckets, threads: int = 1, stop: threading.Event | None = None
) -> tuple[Bucket, Bucket]:
    """The bucket of every hand on every canonical flop and table of four cards.

    On one core this takes two minutes.
    """
    return (
        _filled(canonical_tables(3), buckets.flop, threads, stop),
        _filled(canonical_tables(4), buckets.turn, threads, stop),
    )


def _filled(
    masks: npt.NDArray[np.int64], centres: Numbers, threads: int, stop: threading.Event | None
) -> Bucket:
    """The bucket of each hand on each of these tables."""
    game = holdem()
    kernel = bind(game, KERNEL)
    found = np.zeros((len(masks), HAND_COUNT), np.uint16)
    counter, centres = np.zeros(1, np.int64), with_totals(centres)
    contexts = [Context(game, kernel) for _ in range(threads)]
    for context in contexts:
        for name, array in (
            ("masks", masks), ("buckets", found), ("centres", centres), ("next_mask", counter),
        ):  # fmt: skip
            context.keep(name, array)
        context.record.mask_count, context.record.centre_count = len(masks), len(centres)
    run_threads(contexts, kernel.fill_buckets, None, stop)
    return found


def with_totals(centres: Numbers) -> Numbers:
    """The centres with their totals in a last column, as the kernel looks them up."""
    return np.ascontiguousarray(np.column_stack([centres, centres.sum(axis=1)]))


def run_threads(
    contexts: Sequence[Context], entry: Any, seconds: float | None, stop: threading.Event | None
) -> None:
    """Run an entry of a kernel with each context in a thread of its own, within a time limit."""

    def work() -> None:
        others = [threading.Thread(target=c.call, args=(entry,)) for c in contexts[1:]]
        for thread in others:
            thread.start()
        contexts[0].call(entry)
        for thread in others:
            thread.join()

    def halt() -> None:
        for context in contexts:
            context.record.halt = 1

    watch(work, halt, seconds, stop)
