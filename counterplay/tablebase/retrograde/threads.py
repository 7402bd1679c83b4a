"""Passes over a slice by threads of this machine, which share the codes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game
from counterplay.core.game.tablebase_codec import LONGEST, Codes
from counterplay.engine.watchdog import watch_all
from counterplay.tablebase.retrograde.solve import Due, Span, raise_fault

KERNEL = Path(__file__).parent / "kernel" / "slices.py"
FEW = 1 << 14
"""A slice of up to this size is visited by one thread."""


class Threads:
    """Runs passes on threads. Each takes the next chunk of the slice when it is free."""

    def __init__(self, game: Game, count: int) -> None:
        self.game = game
        self.kernel = bind(game, KERNEL)
        self.contexts = [Context(game, self.kernel) for _ in range(count)]
        self._next = np.zeros(1, np.int64)
        self._unused = np.zeros((2, LONGEST + 1), np.uint8)

    def lay_out(self, values: Codes, directory: npt.NDArray[np.int64]) -> None:
        self.values = values
        for context in self.contexts:
            context.keep("values", values)
            context.keep("directory", directory)
            context.keep("next", self._next)
            context.record.value_count = len(values)
            context.record.directory_count = len(directory)

    def run(self, span: Span, task: int, plies: int, due: Due) -> None:
        self._next[0] = 0
        is_short = span.last - span.first <= FEW
        used = self.contexts[:1] if is_short else self.contexts
        for context in self.contexts:
            context.record.wrong_index = -1
            context.array["faults"] = 0
        for context in used:
            context.array["span"] = (span.first, span.last, span.start, span.limit)
            context.keep("due", due)
            ctx = context.record
            ctx.task, ctx.plies, ctx.halt = task, plies, 0
        if is_short:
            used[0].call(self.kernel.work)
        else:
            self._run_together(used)
        raise_fault(self.game, max(int(context.array["faults"][0][0]) for context in used))

    def _run_together(self, used: list[Context]) -> None:
        """Run in other threads, so that Ctrl-C reaches this one."""

        def halt() -> None:
            for context in used:
                context.record.halt = 1

        watch_all([partial(context.call, self.kernel.work) for context in used], halt)

    def close(self, span: Span) -> None:
        self.run(span, self.kernel.CLOSE, 0, self._unused)

    def wrong_index(self) -> int:
        return max(int(context.record.wrong_index) for context in self.contexts)

    def codes(self, start: int, size: int) -> Codes:
        return self.values[start : start + size].copy()
