"""Training of pattern tables on the CPU: a step of Adagrad for each position, validation.

The tables of each stage and mover are learned from positions of their own, so different threads
train different tables. The order of positions comes from a seed, and threads share nothing: a run
is the same every time, with any number of threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.network.inputs import board_words, fingerprint
from counterplay.core.patterns.layout import Groups, Layout
from counterplay.core.patterns.patterns import PatternTables, layout_fields
from counterplay.learning.networks.targets import MOST_LOGITS
from counterplay.learning.networks.trainer import (
    Floats,
    Numbers,
    Positions,
    Report,
    Training,
    learning_rate,
    run,
    split,
)

KERNEL = Path(__file__).parent / "kernels" / "train.py"
WHOLE = int(np.iinfo(np.int16).max)

MOST_ONE = 1 << 20
"""The largest weight for an output of 1, if all weights are small."""

CAUTION = 30.0
"""Adagrad starts as if each weight had been moved by this many mean errors: a configuration that
occurs once or twice is hardly learned. In Othello with 0.4 million positions, 100 gave a larger
validation loss; with 2 million, 10 gave the same."""


ENOUGH = 0.05
"""A stage with fewer positions than this share of the mean has the tables of the nearest stage."""


@dataclass(frozen=True)
class Plan:
    """How to train.

    groups   the patterns: groups of cell tuples that share a table
    stages   the number of tables, by the number of inputs that are on
    rate     the first learning rate, as a share of the mean error that all weights of a position
             correct together; it falls by a cosine. In Othello, 1 and 4 gave larger validation
             losses than 2
    decay    how strongly weights are pulled to 0
    """

    groups: Groups
    stages: int = 8
    epochs: int = 12
    rate: float = 2.0
    decay: float = 0.0
    seed: int = 0
    threads: int = 1


@dataclass(frozen=True)
class TrainedTables:
    """The tables, and the mean loss of each epoch in training and in validation.

    `rounded` is the loss in validation of the best epoch, with weights that are integers.
    """

    tables: PatternTables
    training: tuple[float, ...]
    validation: tuple[float, ...]
    rounded: float


def layout_for(game: Game, groups: Groups) -> Layout:
    """The layout of the game's patterns. A game that cannot have them is refused."""
    if not groups:
        raise UnfitError(
            f"{game.name} names no patterns: write PATTERNS = [[(0, 1, 2), (6, 7, 8)]] into its "
            "file, a list of groups of cells whose patterns share a table"
        )
    boards = board_words(game)
    if not boards:
        raise UnfitError(
            f"the state of {game.name} has no np.uint64 with a bit for each cell: define "
            "features(s, p, words), which writes such words"
        )
    try:
        return Layout(groups, len(boards))
    except ValueError as error:
        raise UnfitError(f"PATTERNS of {game.name}: {error}") from None


def train(
    game: Game,
    positions: Positions,
    plan: Plan,
    scale: int,
    report: Report | None = None,
    saved: Path | None = None,
) -> TrainedTables:
    """Train pattern tables. `scale` is the number of score points for an output of 1.

    The tables are those of the epoch with the least loss in validation. A training that was stopped
    resumes from the file `saved`, as that of a network does.
    """
    trainer = PatternTrainer(game, positions, plan)
    losses = run(trainer, plan, report, saved)
    tables = trainer.tables(scale)
    training, validation = zip(*losses, strict=True)
    return TrainedTables(tables, training, validation, trainer.rounded_loss(tables))


class PatternTrainer(Training):
    """The parameters of tables in training, and Adagrad's sums of squares."""

    state = ("parameters", "best", "squares")

    def __init__(self, game: Game, positions: Positions, plan: Plan) -> None:
        super().__init__(game, positions, plan)
        self.layout, self.kernel = layout_for(game, plan.groups), bind(game, KERNEL)
        self.boards = np.array(board_words(game), np.int64)
        self.movers = 2 if positions.words.shape[1] == 1 else 1
        self.table_of = self._tables_of_positions()
        shape = (plan.stages * self.movers, self.layout.entries + 1)
        self.parameters, self.best = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.error = self._first_error()
        self.squares = np.full(shape, CAUTION * self.error**2, np.float32)
        self.contexts = [self._context(table) for table in range(shape[0])]

    def _tables_of_positions(self) -> Numbers:
        """The number of the tables that each position uses: by stage and mover."""
        words, stages = self.positions.words[:, 0], self.plan.stages
        on = np.bitwise_count(words).sum(1, dtype=np.int64)
        found = np.minimum(on * stages // (self.most_on + 1), stages - 1)
        if self.movers == 2:
            found = 2 * found + (words[:, -1] >> np.uint64(1) & np.uint64(1)).astype(np.int64)
        return np.asarray(found, np.int64)

    def _first_error(self) -> float:
        """The root mean square of the slopes before anything is learned."""
        targets, bases = self.positions.targets, self.positions.bases
        guesses = np.zeros_like(targets) if bases is None else bases
        if self.game.facts.scored:
            slopes = 2 * (guesses - targets)
        else:
            chances = 1 / (1 + np.exp(-guesses))
            slopes = 2 * (chances - targets) * chances * (1 - chances)
        return max(float(np.sqrt(np.mean(slopes * slopes))), 1e-6)

    def _context(self, table: int) -> Context:
        """A context of the kernel for the tables of one stage and mover."""
        context = Context(self.game, self.kernel)
        layout, positions = self.layout, self.positions
        for name, value in layout_fields(layout).items():
            context.array[name] = value
        context.keep("pat_boards", self.boards)
        context.keep("pat_found", np.zeros(layout.width, np.uint16))
        context.keep("chosen", np.zeros(len(layout.patterns), np.int64))
        context.keep("same", layout.same)
        context.keep("words", positions.words)
        context.keep("targets", positions.targets)
        if positions.bases is not None:
            context.keep("bases", positions.bases)
        context.keep("squares", self.squares[table])
        ctx = context.record
        ctx.views, ctx.pat_word_count = positions.words.shape[1:]
        ctx.is_logistic, ctx.decay = not self.game.facts.scored, self.plan.decay
        return context

    def learn_epoch(self, pool: ThreadPoolExecutor, order: Numbers) -> float:
        """A step for each position."""
        plan = self.plan
        spread = 1.0 if not self.game.facts.scored else self.error
        rate = learning_rate(plan, self.steps / plan.epochs) * spread / len(self.layout.patterns)
        self.steps += 1
        return self._run(pool, order, self.parameters, "learn", rate)

    def loss(self, pool: ThreadPoolExecutor, chosen: Numbers) -> float:
        """The mean loss of these positions."""
        return self._run(pool, chosen, self.parameters, "losses", 0.0) / len(chosen)

    def _run(
        self, pool: ThreadPoolExecutor, order: Numbers, parameters: Floats, entry: str, rate: float
    ) -> float:
        """Run an entry on these positions, those of each table in a thread."""
        tables = self.table_of[order]

        def work(table: int) -> float:
            own, context = np.ascontiguousarray(order[tables == table]), self.contexts[table]
            context.keep("order", own)
            context.keep("parameters", parameters[table])
            context.record.count, context.record.rate = len(own), rate
            context.call(getattr(self.kernel, entry))
            return float(context.record.loss)

        return sum(pool.map(work, range(len(self.contexts))))

    def tables(self, scale: int) -> PatternTables:
        """The best tables, in integers."""
        is_correction = self.positions.bases is not None
        best = self.best[self._nearest_learned()]
        weights, offsets = best[:, :-1][:, self.layout.same], best[:, -1]
        most = float(np.abs(weights).max())
        one = min(int(WHOLE / most), MOST_ONE) if most > 0 else 1
        facts = self.game.facts
        return PatternTables(
            self.game.name,
            fingerprint(self.game, is_correction),
            self.plan.groups,
            words=self.positions.words.shape[2],
            boards=self.boards,
            movers=self.movers,
            weights=np.ascontiguousarray(np.rint(weights * one), np.int16),
            offsets=np.rint(offsets.astype(np.float64) * one).astype(np.int64),
            most_on=self.most_on,
            one=one,
            scale=scale,
            most=scale if facts.scored else MOST_LOGITS * scale,
            is_correction=is_correction,
        )

    def _nearest_learned(self) -> Numbers:
        """For each stage and mover, the tables of the nearest stage with enough positions: most
        often its own. Games that begin with random plies have few of the first stages."""
        shape = self.plan.stages, self.movers
        counts = np.bincount(self.table_of, minlength=len(self.contexts)).reshape(shape)
        found = np.arange(len(self.contexts)).reshape(shape)
        for mover in range(self.movers):
            learned = np.flatnonzero(counts[:, mover] >= ENOUGH * counts[:, mover].mean())
            steps = np.abs(learned - np.arange(self.plan.stages)[:, None])
            found[:, mover] = learned[steps.argmin(1)] * self.movers + mover
        return found.ravel()

    def rounded_loss(self, tables: PatternTables) -> float:
        """The loss in validation of tables in integers."""
        whole = np.column_stack([tables.weights, tables.offsets])
        rounded = np.ascontiguousarray(whole / tables.one, np.float32)
        _, held = split(self.positions, self.plan.seed)
        with ThreadPoolExecutor(self.plan.threads) as pool:
            return self._run(pool, held, rounded, "losses", 0.0) / len(held)
