"""Parallel search: helper threads that search the same root and share the transposition table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from types import ModuleType, TracebackType
from typing import Any

import numpy as np

from counterplay.core.compile.kernel import Context
from counterplay.engine.alphabeta.kernel.parallel import BUSY_WORDS
from counterplay.engine.iterative_deepening import NO_LIMIT


class Helpers:
    """The threads beside the main one. Use `with helpers.searching(…)` around the main search.

    Helpers are useful only for what they leave in the table; they find no answer themselves.
    """

    def __init__(self, contexts: list[Context], kernel: ModuleType) -> None:
        self.contexts, self.kernel = contexts[1:], kernel
        self._marks = np.zeros(BUSY_WORDS, np.uint64)
        self._threads: list[threading.Thread] = []
        if self.contexts:
            for context in contexts:
                context.keep("busy", self._marks)

    def searching(self, is_exact: bool, deepest: int) -> Helpers:
        """Give each helper its task: to solve the root, or to search it to `deepest` plies."""
        self._marks[:] = 0
        for context in self.contexts:
            context.record.task = self.kernel.SOLVE if is_exact else self.kernel.THINK_ON
            context.record.deepest = deepest
        return self

    def follow(self, change: Callable[[Any], None]) -> None:
        """Stop the helpers, change their records, and let each do the main thread's next task."""
        self._stop()
        for context in self.contexts:
            ctx = context.record
            ctx.task, ctx.aborted, ctx.node_limit = self.kernel.THINK, 0, NO_LIMIT
            change(ctx)
        self._start()

    def __enter__(self) -> None:
        self._start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stop()
        if error is None:
            for context in self.contexts:
                context.raise_failure()

    def _start(self) -> None:
        for context in self.contexts:
            work = partial(context.attempt, self.kernel.run)
            thread = threading.Thread(target=work, name="counterplay-helper", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _stop(self) -> None:
        for context in self.contexts:
            context.record.node_limit = 0
        for thread in self._threads:
            thread.join()
        self._threads.clear()
