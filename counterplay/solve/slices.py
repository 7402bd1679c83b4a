"""Solve tables of places: one slice after the other, each by retrograde analysis.

A game that numbers its states (`index`, `state`, `size`) has tables: arrays with a code for each place.
They are solved in the order in which they lead to one another, and each is cut into slices that come one
after the other too. The passes over a slice are the kernel's; here is what they are called for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from counterplay.core.bind import bind
from counterplay.core.contract import PLACES
from counterplay.core.errors import GameError, InputError, UnfitError
from counterplay.core.game import Game
from counterplay.core.kernel import Context

KERNEL = Path(__file__).parent / "kernels" / "slices.py"
PIECE = 1 << 20
FEW = 1 << 14
"""Places that one thread goes through."""

Metric = Literal["end", "progress"]
"""What distances are counted to: the end of the game, or the next irreversible move or the end."""

Codes = npt.NDArray[np.int16]
Report = Callable[[int, int], None]
"""Told how many slices of a table are solved, and how many there are."""

FAULTS = {
    1: "index() gives a state to a table that tables_below() does not name",
    2: "index() gives no number to two states in a row, so that they cannot be worked out",
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


class Solver:
    """Solves tables of one game, in memory."""

    def __init__(self, game: Game, metric: Metric, threads: int) -> None:
        reason = unfit(game)
        if reason is not None:
            raise UnfitError(reason)
        if metric == "progress" and "irreversible" not in game.functions:
            raise UnfitError(f"{game.name} has no irreversible(s, a), which tells what progress is")
        self.game, self.metric = game, metric
        self.kernel = bind(game, KERNEL)
        self.contexts = [Context(game, self.kernel) for _ in range(threads)]
        self._next = np.zeros(1, np.int64)
        self._due = np.zeros((2, self.kernel.LONGEST + 1), np.uint8)

    def solve(
        self, t: int, known: Mapping[int, Codes], limit: int = 0, report: Report | None = None
    ) -> Codes:
        """The codes of table t, by the codes of the tables below it.

        What takes more than `limit` plies, if that is given, counts as drawn.
        """
        self._lay_out(t, known)
        count = self.game.ask("slices", t) if "slices" in self.game.functions else 1
        size = self._size // count
        for n in range(count):
            self._solve_slice(t, n * size, (n + 1) * size, limit)
            if report is not None:
                report(n + 1, count)
        return self.values[self._start : self._start + self._size].copy()

    def wrong(self, t: int, codes: Codes, known: Mapping[int, Codes]) -> int | None:
        """A place of table t that the codes of all others contradict, if there is one."""
        self._lay_out(t, known)
        self.values[self._start :] = codes
        self._set_span(t, 0, self._size)
        for context in self.contexts:
            context.record.found = -1
        self._run(self.kernel.VERIFY, 0)
        found = max(int(context.record.found) for context in self.contexts)
        return None if found < 0 else found - t * PLACES

    def _lay_out(self, t: int, known: Mapping[int, Codes]) -> None:
        """One array for the codes of all tables, the one to be solved last."""
        self._size = int(self.game.ask("size", t))
        self._start = sum(map(len, known.values()))
        self.values = np.zeros(self._start + self._size, np.int16)
        starts, at = {t: self._start}, 0
        for other, codes in known.items():
            self.values[at : at + len(codes)] = codes
            starts[other] = at
            at += len(codes)
        self._book = np.array(sorted(starts.items()), np.int64)
        for context in self.contexts:
            context.keep("values", self.values)
            context.keep("book", self._book)
            context.keep("next", self._next)
            context.keep("due", self._due)
            context.record.value_count, context.record.book_count = len(self.values), len(starts)

    def _set_span(self, t: int, first: int, last: int) -> None:
        number = t * PLACES
        span = (number + first, number + last, self._start - number, self.metric == "progress")
        for context in self.contexts:
            context.array["span"] = span

    def _solve_slice(self, t: int, first: int, last: int, limit: int) -> None:
        kernel, due = self.kernel, self._due
        due[:] = 0
        self._set_span(t, first, last)
        self._run(kernel.BEGIN, 0)
        plies, longest = 0, limit or kernel.LONGEST - 1
        while due[:, plies:-1].any() and plies <= longest:
            if "predecessors" not in self.game.functions:
                if due[:, plies].any():
                    self._run(kernel.LOOK_AHEAD, plies)
            else:
                if due[0, plies]:
                    self._run(kernel.WIN_BEFORE, plies)
                if due[1, plies]:
                    due[0, kernel.LONGEST] = 0
                    self._run(kernel.ASK_BEFORE, plies)
                    if due[0, kernel.LONGEST]:
                        self._run(kernel.ANSWER, plies)
            plies += 1
        self._close(self.values[self._start + first : self._start + last], limit)

    def _close(self, codes: Codes, limit: int) -> None:
        """What is open when nothing is due any more can go on for ever."""
        kernel = self.kernel
        for at in range(0, len(codes), PIECE):
            piece = codes[at : at + PIECE]
            piece[(piece == kernel.OPEN) | (piece == kernel.SAFE)] = kernel.DRAW
            if limit:
                over = (piece > 2 + limit) | ((piece < -1 - limit) & (piece != kernel.NO_STATE))
                piece[over] = kernel.DRAW

    def _run(self, task: int, plies: int) -> None:
        """Let all threads go through the slice."""
        self._next[0] = 0
        first, last = self.contexts[0].array["span"][0][:2]
        used = self.contexts if last - first > FEW else self.contexts[:1]
        for context in used:
            ctx = context.record
            ctx.task, ctx.plies, ctx.halt = task, plies, 0
        if len(used) == 1:
            used[0].call(self.kernel.work)
        else:
            self._run_together(used)
        for context in used:
            fault = int(context.array["faults"][0][0])
            if fault:
                raise GameError(FAULTS[fault], self.game.path, self.game.line_of("index"))

    def _run_together(self, used: list[Context]) -> None:
        with ThreadPoolExecutor(len(used)) as pool:
            try:
                for done in [pool.submit(context.call, self.kernel.work) for context in used]:
                    done.result()
            except BaseException:
                for context in used:
                    context.record.halt = 1
                raise


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
