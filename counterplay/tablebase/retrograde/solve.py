"""Solve tables of places: one slice after the other, each by retrograde analysis.

A game that numbers its states (`index`, `state`, `size`) has tables: arrays with a code for each
place. They are solved in the order in which they lead to one another, and each is cut into slices
that come one after the other too. The passes over a slice are the kernel's; here is what they are
called for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.contract import PLACES
from counterplay.core.game.errors import GameError, InputError, UnfitError
from counterplay.core.game.game import Game

KERNEL = Path(__file__).parent / "kernel" / "slices.py"
FEW = 1 << 14
"""Places that one thread goes through."""

Metric = Literal["end", "progress"]
"""What distances are counted to: the end of the game, or the next irreversible move or the end."""

Codes = npt.NDArray[np.int16]
Due = npt.NDArray[np.uint8]
"""Whether any state is lost, or won, in so many plies: two rows. The last of the first row is for
whether any state is asked."""

Report = Callable[[int, int], None]
"""Told how many slices of a table are solved, and how many there are."""

FAULTS = {
    1: "index() gives a state to a table that tables_below() does not name",
    2: "index() gives no number to two states in a row, so that they cannot be worked out",
    3: "index() keeps an irreversible move in its slice: there are no distances to progress",
}


def unfit(game: Game) -> str | None:
    """Why a game has no tables of places, in a sentence; None where it has."""
    missing = [name for name in ("index", "state", "size") if name not in game.functions]
    if missing:
        return f"{game.name} does not number its states: it has no {missing[0]}()"
    facts = game.facts
    if facts.players != 2 or facts.chance or facts.hidden or facts.scored or facts.total is None:
        return f"{game.name} is not a game of two that is won, drawn or lost, as tables are for"
    if facts.superko:
        return f"{game.name} forbids positions that were there before: states alone do not decide"
    return None


def below(game: Game, t: int) -> list[int]:
    """The tables that a table's moves lead to."""
    return [] if "tables_below" not in game.functions else list(game.call("tables_below", t))


def in_order(game: Game, wanted: list[int]) -> list[int]:
    """The tables, and all that they need, each after those that it leads to."""
    found: dict[int, None] = {}

    def visit(t: int) -> None:
        if t not in found:
            for other in below(game, t):
                visit(other)
            found[t] = None

    for t in wanted:
        visit(t)
    return list(found)


class Passes(Protocol):
    """What goes through a slice: threads here, or a GPU."""

    kernel: Any

    def lay_out(self, values: Codes, book: npt.NDArray[np.int64]) -> None:
        """Take the codes of all tables, one after the other, and where each begins."""

    def run(self, span: Span, task: int, plies: int, due: Due) -> None:
        """Let each place of a slice be visited; what comes due in which ply is noted."""

    def close(self, span: Span) -> None:
        """Settle as drawn what is still open in a slice, and what takes too many plies."""

    def found(self) -> int:
        """The number of a place that is wrong, after a pass to verify; -1 without any."""

    def codes(self, start: int, size: int) -> Codes:
        """A table as it is now."""


@dataclass(frozen=True)
class Span:
    """A slice: the numbers from which and up to which it goes; where its table begins in the codes,
    less the number of its first place; how many plies there are to the next irreversible move, 0
    where distance is to the end of the game."""

    first: int
    last: int
    start: int
    limit: int


class Solver:
    """Solves tables of one game, one after the other."""

    def __init__(self, game: Game, metric: Metric, passes: Passes) -> None:
        if metric == "progress" and "irreversible" not in game.functions:
            raise UnfitError(f"{game.name} has no irreversible(s, a), which tells what progress is")
        self.game, self.metric, self.passes = game, metric, passes
        patience = game.facts.no_progress or game.facts.patience or passes.kernel.LONGEST - 1
        self._limit = patience if metric == "progress" else 0
        self._due = np.zeros((2, passes.kernel.LONGEST + 1), np.uint8)

    def solve(self, t: int, known: Mapping[int, Codes], report: Report | None = None) -> Codes:
        """The codes of table t, by the codes of the tables below it."""
        start, size = self._lay_out(t, known, None)
        count = self.game.ask("slices", t) if "slices" in self.game.functions else 1
        each, rest = divmod(size, count)
        if rest:
            text = f"slices({t}) gave {count}, which does not divide size({t}), {size}"
            raise GameError(text, self.game.path, self.game.line_of("slices"))
        for n in range(count):
            self._solve_slice(self._span(t, start, n * each, (n + 1) * each))
            if report is not None:
                report(n + 1, count)
        return self.passes.codes(start, size)

    def wrong(self, t: int, codes: Codes, known: Mapping[int, Codes]) -> int | None:
        """A place of table t that the codes of all others contradict, if there is one."""
        start, size = self._lay_out(t, known, codes)
        self.passes.run(self._span(t, start, 0, size), self.passes.kernel.VERIFY, 0, self._due)
        found = self.passes.found()
        return None if found < 0 else found - t * PLACES

    def _lay_out(self, t: int, known: Mapping[int, Codes], codes: Codes | None) -> tuple[int, int]:
        """One array for the codes of all tables, table t last: where that begins, and its size."""
        size, at = int(self.game.ask("size", t)), 0
        values = np.zeros(sum(map(len, known.values())) + size, np.int16)
        starts = {}
        for other, held in known.items():
            values[at : at + len(held)] = held
            starts[other] = at
            at += len(held)
        starts[t] = at
        if codes is not None:
            values[at:] = codes
        self.passes.lay_out(values, np.array(sorted(starts.items()), np.int64))
        return at, size

    def _span(self, t: int, start: int, first: int, last: int) -> Span:
        number = t * PLACES
        return Span(number + first, number + last, start - number, self._limit)

    def _solve_slice(self, span: Span) -> None:
        kernel, run, due = self.passes.kernel, self.passes.run, self._due
        due[:] = 0
        run(span, kernel.BEGIN, 0, due)
        plies, longest = 0, span.limit or kernel.LONGEST - 1
        while due[:, plies:-1].any() and plies <= longest:
            if "predecessors" not in self.game.functions:
                if due[:, plies].any():
                    run(span, kernel.LOOK_AHEAD, plies, due)
            else:
                if due[0, plies]:
                    run(span, kernel.WIN_BEFORE, plies, due)
                if due[1, plies]:
                    due[0, kernel.LONGEST] = 0
                    run(span, kernel.ASK_BEFORE, plies, due)
                    if due[0, kernel.LONGEST]:
                        run(span, kernel.ANSWER, plies, due)
            plies += 1
        self.passes.close(span)


class Threads:
    """Passes by threads of this machine, which share the codes."""

    def __init__(self, game: Game, count: int) -> None:
        self.game = game
        self.kernel = bind(game, KERNEL)
        self.contexts = [Context(game, self.kernel) for _ in range(count)]
        self._next = np.zeros(1, np.int64)
        self._unused = np.zeros((2, self.kernel.LONGEST + 1), np.uint8)

    def lay_out(self, values: Codes, book: npt.NDArray[np.int64]) -> None:
        self.values = values
        for context in self.contexts:
            context.keep("values", values)
            context.keep("book", book)
            context.keep("next", self._next)
            context.record.value_count, context.record.book_count = len(values), len(book)

    def run(self, span: Span, task: int, plies: int, due: Due) -> None:
        self._next[0] = 0
        is_short = span.last - span.first <= FEW
        used = self.contexts[:1] if is_short else self.contexts
        for context in self.contexts:
            context.record.found = -1
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
        complain(self.game, max(int(context.array["faults"][0][0]) for context in used))

    def _run_together(self, used: list[Context]) -> None:
        """Beside this thread, which can be interrupted meanwhile."""
        with ThreadPoolExecutor(len(used)) as pool:
            try:
                for done in [pool.submit(context.call, self.kernel.work) for context in used]:
                    done.result()
            except BaseException:
                for context in used:
                    context.record.halt = 1
                raise

    def close(self, span: Span) -> None:
        self.run(span, self.kernel.CLOSE, 0, self._unused)

    def found(self) -> int:
        return max(int(context.record.found) for context in self.contexts)

    def codes(self, start: int, size: int) -> Codes:
        return self.values[start : start + size].copy()


def complain(game: Game, fault: int) -> None:
    """Say what is wrong with a game's numbers, if a pass has found something."""
    if fault:
        raise GameError(FAULTS[fault], game.path, game.line_of("index"))


def tables_named(game: Game, text: str) -> list[int]:
    """The tables that a name means."""
    if "parse_tables" not in game.functions:
        if text != "all":
            raise InputError(f"{game.name} has one table, which is called all")
        return [0]
    try:
        return list(game.call("parse_tables", text))
    except GameError as error:
        if isinstance(error.__cause__, ValueError):
            raise InputError(str(error.__cause__)) from None
        raise


def name_of(game: Game, t: int) -> str:
    return str(game.call("show_table", t)) if "show_table" in game.functions else "all"
