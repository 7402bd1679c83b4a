"""Solve endgame tables by retrograde analysis, slice by slice.

A game that numbers its states (`index`, `state`, `size`) has endgame tables: arrays with one code
per position index. Tables are solved in the order in which moves lead from one to another. Each
table is divided into slices, which are solved in order too. This file decides which passes over a
slice are needed; threads (`threads.py`) or a GPU (`gpu.py`) run them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from counterplay.core.game.contract import PLACES
from counterplay.core.game.errors import GameError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.tablebase_codec import LONGEST, Codes
from counterplay.tablebase.catalogue import Metric

Due = npt.NDArray[np.uint8]
"""Flags by distance in plies. Row 0: some state is lost in n; row 1: some state is won in n. The
last flag of row 0 says that some state is marked ASKED."""

Report = Callable[[int, int], None]
"""Called with the number of solved slices, and how many slices the table has."""

FAULTS = {
    1: "index() gives a state to a table that tables_below() does not name",
    2: "index() gives -1 for two states in a row, so their values cannot be found from tables",
    3: "index() keeps an irreversible move in its slice, so there are no distances to progress",
}


class Passes(Protocol):
    """Runs passes over the slices of a table: on threads, or on a GPU."""

    kernel: Any

    def lay_out(self, values: Codes, directory: npt.NDArray[np.int64]) -> None:
        """Take the codes of all tables in one array, and where each table begins in it."""

    def run(self, span: Span, task: int, plies: int, due: Due) -> None:
        """Visit every position of a slice, and set flags in `due` for the distances found."""

    def close(self, span: Span) -> None:
        """Make draws of the positions of a slice that are open, or won or lost too late."""

    def wrong_index(self) -> int:
        """After a pass that verifies: the position index of a wrong code; -1 if all are right."""

    def codes(self, start: int, size: int) -> Codes:
        """The current codes of a table."""


@dataclass(frozen=True)
class Span:
    """A slice of a table.

    first, last    its position indices, from `first` up to but not including `last`
    start          where its table begins in the codes, minus the first index of the table
    limit          the most plies up to the next irreversible move; 0 if distances are to the end
    """

    first: int
    last: int
    start: int
    limit: int


class Solver:
    """Solves the endgame tables of one game."""

    def __init__(self, game: Game, metric: Metric, passes: Passes) -> None:
        if metric == "progress" and "irreversible" not in game.functions:
            raise UnfitError(
                f"the metric progress needs `irreversible(s, a)`, which {game.name} does not define"
            )
        self.game, self.metric, self.passes = game, metric, passes
        patience = game.facts.no_progress or game.facts.patience or LONGEST - 1
        self._limit = patience if metric == "progress" else 0
        self._due = np.zeros((2, LONGEST + 1), np.uint8)

    def solve(self, t: int, known: Mapping[int, Codes], report: Report | None = None) -> Codes:
        """The codes of table t. `known` has the codes of the tables below it."""
        start, size = self._lay_out(t, known, None)
        count = self.game.ask("slices", t) if "slices" in self.game.functions else 1
        each, rest = divmod(size, count)
        if rest:
            text = f"slices({t}) returned {count}, which does not divide size({t}), {size}"
            raise GameError(text, self.game.path, self.game.line_of("slices"))
        for n in range(count):
            self._solve_slice(self._span(t, start, n * each, (n + 1) * each))
            if report is not None:
                report(n + 1, count)
        return self.passes.codes(start, size)

    def wrong_offset(self, t: int, codes: Codes, known: Mapping[int, Codes]) -> int | None:
        """The offset of a code of table t that contradicts its successors; None if all are
        right."""
        start, size = self._lay_out(t, known, codes)
        self.passes.run(self._span(t, start, 0, size), self.passes.kernel.VERIFY, 0, self._due)
        index = self.passes.wrong_index()
        return None if index < 0 else index - t * PLACES

    def _lay_out(self, t: int, known: Mapping[int, Codes], codes: Codes | None) -> tuple[int, int]:
        """Put the codes of all tables into one array, table t last. Returns where table t begins,
        and its size."""
        size, at = int(self.game.ask("size", t)), 0
        values = np.zeros(sum(map(len, known.values())) + size, np.int16)
        starts = {}
        for other, codes_of_other in known.items():
            values[at : at + len(codes_of_other)] = codes_of_other
            starts[other] = at
            at += len(codes_of_other)
        starts[t] = at
        if codes is not None:
            values[at:] = codes
        self.passes.lay_out(values, np.array(sorted(starts.items()), np.int64))
        return at, size

    def _span(self, t: int, start: int, first: int, last: int) -> Span:
        index = t * PLACES
        return Span(index + first, index + last, start - index, self._limit)

    def _solve_slice(self, span: Span) -> None:
        """Run the passes of `kernel/analysis.py`: for n = 0, 1, 2 … the states at distance n."""
        kernel, run, due = self.passes.kernel, self.passes.run, self._due
        due[:] = 0
        run(span, kernel.BEGIN, 0, due)
        plies, longest = 0, span.limit or LONGEST - 1
        while due[:, plies:-1].any() and plies <= longest:
            if "predecessors" not in self.game.functions:
                if due[:, plies].any():
                    run(span, kernel.LOOK_AHEAD, plies, due)
            else:
                if due[0, plies]:
                    run(span, kernel.WIN_BEFORE, plies, due)
                if due[1, plies]:
                    due[0, LONGEST] = 0
                    run(span, kernel.ASK_BEFORE, plies, due)
                    if due[0, LONGEST]:
                        run(span, kernel.ANSWER, plies, due)
            plies += 1
        self.passes.close(span)


def raise_fault(game: Game, fault: int) -> None:
    """Raise what a pass found wrong with `index` and its relatives; 0 means nothing."""
    if fault:
        raise GameError(FAULTS[fault], game.path, game.line_of("index"))
