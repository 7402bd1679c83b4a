"""Alpha-beta from Python: a table of its own, threads that share it, answers in payoffs and plies."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.bind import bind
from counterplay.core.game import Game
from counterplay.core.kernel import Context
from counterplay.core.limits import Limit
from counterplay.core.position import Position
from counterplay.core.results import Result
from counterplay.search.answers import Answers, Finding
from counterplay.search.deepening import NO_LIMIT, Iteration, deepen, run_alone
from counterplay.search.kernels.alphabeta.table import AGES, BUCKET_BYTES
from counterplay.search.kernels.alphabeta.techniques import PROBCUT, SYMMETRY
from counterplay.search.measure import bias_of, margin_of
from counterplay.search.memory import table_of
from counterplay.search.options import Settings, bits_of, require_hooks

KERNEL = Path(__file__).parent / "kernels" / "alphabeta" / "alphabeta.py"

Report = Callable[[Result], None]


class AlphaBeta:
    """A player of one game: the compiled search and its table, kept from move to move."""

    method = "alphabeta"

    def __init__(
        self,
        game: Game,
        settings: Settings | None = None,
        asked: frozenset[str] = frozenset(),
    ) -> None:
        self.game = game
        self.settings = settings or Settings()
        require_hooks(self.settings, asked, game)
        self.kernel = bind(game, KERNEL)
        self.table = table_of(self.settings.memory)
        self.contexts = [self._context(i) for i in range(self.settings.threads)]
        self.context = self.contexts[0]
        self.answers = Answers(game, self.kernel, self.method)

    def new_game(self) -> None:
        """Forget what earlier searches found."""
        self.table[:] = 0
        for context in self.contexts:
            ctx = context.record
            ctx.history[:], ctx.counters[:], ctx.killers[:] = 0, 0, 0
            ctx.random, ctx.table_age = self.settings.seed, 0

    def _context(self, number: int) -> Context:
        """The record of one thread; all point to one table, and all but the first stray a little."""
        settings, context = self.settings, Context(self.game, self.kernel)
        ctx = context.record
        context.keep("table", self.table)
        ctx.table_words = len(self.table)
        ctx.table_shift = 64 - (len(self.table) * 8 // BUCKET_BYTES).bit_length() + 1
        ctx.use = bits_of(settings, self.game)
        ctx.margin = settings.margin or margin_of(self.game)
        ctx.bias = bias_of(self.game) if settings.bias and self.game.evaluator else 0
        ctx.exact, ctx.random = settings.exact, settings.seed + number
        ctx.jitter = 0 if number == 0 else (1 << 20) - 1
        for name in (
            "beam", "rollouts", "lines", "order_depth", "table_depth", "table_cut_depth",
            "symmetry_plies",
        ):  # fmt: skip
            setattr(ctx, name, getattr(settings, name))
        size = len(ctx.reductions)
        logs = np.log(np.arange(size).clip(1))
        ctx.reductions[:] = np.outer(logs, logs) / 2.0 + 0.3
        return context

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Search ever deeper until value and distance are exact, or a limit is reached."""
        started = time.perf_counter()
        for context in self.contexts:
            self._set_root(context, position)
        answers = self.answers

        def tell(found: Iteration[Finding]) -> Result:
            nodes = sum(int(context.record.nodes) for context in self.contexts)
            frames = self._frames()
            seconds = time.perf_counter() - started
            return answers.result(position, found, frames, nodes, seconds)

        def is_final(found: Iteration[Finding]) -> bool:
            if report is not None:
                report(tell(found))
            return answers.is_final(found)

        helpers = self._start_helpers()
        try:
            if self.settings.exact:
                found = self._solve(position, limit, stop)
            else:
                self.context.record.task = self.kernel.THINK
                found = deepen(
                    self.context,
                    self.kernel.run,
                    position,
                    limit,
                    stop,
                    start=answers.start(position),
                    read=lambda: answers.read(self.context),
                    stopped=lambda last: answers.stopped(self.context, last),
                    is_final=is_final,
                )
        finally:
            self._stop_helpers(helpers)
        return tell(found)

    def _solve(
        self, position: Position, limit: Limit, stop: threading.Event | None
    ) -> Iteration[Finding]:
        """An exact search: one call, whose windows close in on the value."""
        self.context.record.task = self.kernel.SOLVE
        run_alone(self.context, self.kernel.run, limit, stop)
        return self.answers.solved(self.context, position)

    def _set_root(self, context: Context, position: Position) -> None:
        ctx = context.record
        context.set_root(position.state)
        ctx.nodes, ctx.aborted, ctx.fault, ctx.improved = 0, 0, 0, 0
        ctx.node_limit = NO_LIMIT
        ctx.table_age = (int(ctx.table_age) + 1) % AGES
        ctx.history[:] = ctx.history // 8
        ctx.killers[:] = 0
        moves = position.actions
        ctx.root_count = len(moves)
        ctx.root_moves[: len(moves)] = moves
        ctx.root_values[:] = 0
        ctx.best_lengths[:] = 0

    def _frames(self) -> int:
        """How many plies of a line are in the frame of canonical states."""
        uses = self.kernel.CAN_MIRROR and self.context.record.use & SYMMETRY
        return self.settings.symmetry_plies if uses else 0

    def _start_helpers(self) -> list[threading.Thread]:
        """The other threads search too, for what they leave in the table."""
        threads = []
        for context in self.contexts[1:]:
            task = self.kernel.SOLVE if self.settings.exact else self.kernel.THINK_ON
            context.record.task = task
            call: Any = lambda context=context: context.call(self.kernel.run)  # noqa: E731
            threads.append(threading.Thread(target=call, name="counterplay-helper", daemon=True))
            threads[-1].start()
        return threads

    def _stop_helpers(self, threads: list[threading.Thread]) -> None:
        for context in self.contexts[1:]:
            context.record.node_limit = 0
        for thread in threads:
            thread.join()
