"""Solve a game by finding all its reachable states. No functions beyond the rules are needed.

States are entered level by level: each level has the new successors of the one before. Then values
are settled, the last level first. States and values are two arrays; at the end they are sorted by
the words of the states, so the result is the same for any number of threads.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.tablebase_codec import (
    DRAW,
    LONGEST,
    MOST_NUMBER,
    UNKNOWN,
    Codes,
    plies_of_code,
)
from counterplay.engine.alphabeta.transposition import MEGABYTE, available
from counterplay.engine.base import what_searches

KERNEL = Path(__file__).parent / "kernel" / "solve.py"

FULLNESS = 0.85
"""The part of the slots that may be occupied."""

GROWTH = 1.25
PIECE = 1 << 20
FEW = 10_000
"""Up to this many states are sorted by one thread."""

FIRST_SLOTS = 1 << 16
MOST_STATES = 2**32 - 8
SLOT_BYTES = 4 / FULLNESS * GROWTH

Report = Callable[[str, int, int], None]
"""Called with the name of the step, the states done, and the states found so far."""


@dataclass(frozen=True)
class Solved:
    """All reachable states, sorted by their words, and a row of codes for each."""

    states: npt.NDArray[Any]
    values: Codes


def unfit(game: Game) -> str | None:
    """The reason why a game cannot be solved, in a sentence; None if it can."""
    reason = _reason(game)
    return None if reason is None else f"{reason}; {what_searches(game)}"


def _reason(game: Game) -> str | None:
    facts = game.facts
    if facts.chance:
        return f"{game.name} has chance, and solving games of chance is not supported"
    if facts.hidden:
        return f"{game.name} has hidden information, so a state alone has no value"
    if facts.superko:
        return (
            f"{game.name} forbids repeated positions (superko), so the value of a position "
            "depends on the game before it"
        )
    if facts.players == 1:
        return f"{game.name} has one player: solving is for two or more"
    if facts.players == 2 and facts.total is None:
        return f"{game.name} is not constant-sum, which solving for two players needs"
    if facts.players == 2 and facts.scored and facts.win_score > MOST_NUMBER:
        return f"the payoffs of {game.name} are too large: a solution stores {MOST_NUMBER} points"
    return None


def stores_numbers(game: Game) -> bool:
    """Whether values are scores or payoffs, not outcomes with distances."""
    return game.facts.scored or game.facts.players != 2


class Explorer:
    """Finds and settles the states of one game, on threads that share them."""

    def __init__(self, game: Game, memory: int, threads: int, report: Report | None) -> None:
        reason = unfit(game)
        if reason is not None:
            raise UnfitError(reason)
        self.game, self.threads = game, threads
        self.report = report or (lambda what, done, total: None)
        self.kernel = bind(game, KERNEL)
        row = 2 * self.kernel.VALUES
        each = game.shape.dtype.itemsize + row + SLOT_BYTES
        self.capacity = min(int(memory * MEGABYTE / each), MOST_STATES)
        # Pages of memory that are not written to cost nothing.
        self.states = np.zeros(self.capacity, game.shape.dtype)
        self.values = np.zeros((self.capacity, self.kernel.VALUES), np.int16)
        self.shared = np.zeros(self.kernel.SHARED_COUNT, np.int64)
        self.contexts = [Context(game, self.kernel) for _ in range(threads)]
        for context in self.contexts:
            context.keep("rows", self.states)
            context.keep("values", self.values)
            context.keep("shared", self.shared)
            for name in ("fresh", "spare", "pivot"):
                context.keep(name, np.zeros(1, game.shape.dtype))
        self.count = 0
        self._set_slots(FIRST_SLOTS)

    # States ---------------------------------------------------------------------------------------

    def _set_slots(self, slots: int) -> None:
        """Make a new hash table with all states so far."""
        self.slots = np.zeros(slots, np.uint32)
        most = min(int(FULLNESS * slots), self.capacity)
        for context in self.contexts:
            context.keep("slots", self.slots)
            ctx = context.record
            ctx.slot_count, ctx.most = slots, most
            ctx.index_bits = (most + 2).bit_length()
        self._run(self.kernel.rebuild, 0, self.count)

    def enter(self, state: Any) -> int:
        """The row of a state, a new one if it has none."""
        context = self.contexts[0]
        context.set_root(state)
        context.record.wanted = 1
        context.call(self.kernel.seek)
        self.count = int(self.shared[self.kernel.COUNT])
        return int(context.record.found)

    def explore(self, roots: Iterable[Any]) -> list[int]:
        """Enter all states reachable from the roots. Returns the row at which each level ends."""
        for root in roots:
            self.enter(root)
        first, ends = 0, []
        while first < self.count:
            ends.append(self.count)
            self._grow(first, self.count)
            first = ends[-1]
            self.report("states", first, self.count)
        return ends

    def _grow(self, first: int, last: int) -> None:
        while True:
            self.shared[self.kernel.IS_FULL] = 0
            self._run(self.kernel.grow, first, last)
            self.count = int(self.shared[self.kernel.COUNT])
            if not self.shared[self.kernel.IS_FULL]:
                return
            first = min(int(context.record.stopped_at) for context in self.contexts)
            self._require_room(self.count + 1)
            self._set_slots(int(GROWTH * len(self.slots)) + 1)

    def _require_room(self, count: int) -> None:
        if count > self.capacity:
            raise InputError(
                f"{self.game.name} has more than {self.capacity:,} states, which do not fit into "
                "the memory: raise `memory` (megabytes)"
            )

    def take(self, states: npt.NDArray[Any], values: Codes) -> None:
        """Take the states and values of a solution."""
        self.count = len(states)
        self._require_room(self.count)
        self.states[: self.count], self.values[: self.count] = states, values
        self.shared[self.kernel.COUNT] = self.count
        self._set_slots(int(self.count / FULLNESS) + FIRST_SLOTS)

    # Values ---------------------------------------------------------------------------------------

    def wrong_row(self) -> int | None:
        """The row of a state whose value contradicts its successors; None if all are right."""
        self._run(self.kernel.verify, 0, self.count)
        found = [int(context.record.found) for context in self.contexts]
        return max(found) if max(found) >= 0 else None

    def settle(self, ends: list[int]) -> None:
        """Settle all levels, the last one first."""
        starts = [0, *ends[:-1]]
        goes_back = bool(self.shared[self.kernel.GOES_BACK])
        while True:
            self.shared[self.kernel.CHANGES] = 0
            for first, last in reversed(list(zip(starts, ends, strict=True))):
                self._run(self.kernel.settle, first, last)
                self.report("values", self.count - first, self.count)
            if not goes_back or not self.shared[self.kernel.CHANGES]:
                break
        if self.shared[self.kernel.BROKEN]:
            raise UnfitError(
                f"{self.game.name} has payoffs that are not multiples of 0.5, or larger than "
                f"{MOST_NUMBER // 2}: a solution for several players cannot store them"
            )
        for start in range(0, self.count, PIECE):
            self._close(self.values[start : min(start + PIECE, self.count), 0])

    def _close(self, codes: Codes) -> None:
        """Make draws of open states: when nothing changes any more, no side can force an end."""
        is_open = codes == UNKNOWN
        if not stores_numbers(self.game):
            codes[is_open] = DRAW
            if max(map(plies_of_code, (int(codes.max()), int(codes.min())))) >= LONGEST:
                raise UnfitError(
                    f"{self.game.name} has wins in {LONGEST:,} plies or more, which a solution "
                    "cannot store"
                )
        elif is_open.any():
            raise UnfitError(
                f"{self.game.name} can repeat positions, and has payoffs beyond win, draw and "
                "loss: it cannot be solved"
            )

    def arrange(self) -> None:
        """Sort states and values by the words of the states. The hash table is gone afterwards."""
        self.slots = np.zeros(1, np.uint32)
        for context in self.contexts:
            context.keep("slots", self.slots)
        edges = [0, self.count]
        if self.threads > 1 and self.count > FEW:
            ctx = self.contexts[0].record
            ctx.first, ctx.last = edges
            self.contexts[0].call(self.kernel.divide)
            edges.insert(1, int(ctx.middle))
        parts = list(zip(self.contexts, itertools.pairwise(edges), strict=False))
        for context, (first, last) in parts:
            context.record.first, context.record.last = first, last
        self._call(self.kernel.sort, [context for context, _ in parts])

    # Threads --------------------------------------------------------------------------------------

    def _run(self, function: Any, first: int, last: int) -> None:
        """Run a function of the kernel on a range of rows, on all threads."""
        if first >= last:
            return
        self.shared[self.kernel.NEXT] = 0
        used = self.contexts if last - first > self.kernel.CHUNK else self.contexts[:1]
        if self.kernel.VALUES > 1 and function in (self.kernel.settle, self.kernel.verify):
            used = self.contexts[:1]  # a row of several values is not written atomically
        for context in self.contexts:
            context.record.first, context.record.last = first, last
            context.record.stopped_at, context.record.found = last, -1
        if last - first <= self.kernel.CHUNK:
            used[0].record.halt = 0
            used[0].call(function)  # faster than to start a thread
            used[0].complain()
        else:
            self._call(function, used)

    def _call(self, function: Any, contexts: list[Context]) -> None:
        for context in contexts:
            context.record.halt = 0
        with ThreadPoolExecutor(len(contexts)) as pool:
            try:
                for done in [pool.submit(context.call, function) for context in contexts]:
                    done.result()
            except BaseException:
                for context in contexts:
                    context.record.halt = 1
                raise
        for context in contexts:
            context.complain()


def megabytes_or_half(memory: int | None) -> int:
    """The given memory in megabytes; by default half of the free memory."""
    room = available()
    if memory is None:
        return (room or 2048 * MEGABYTE) // (2 * MEGABYTE)
    if memory < 1 or (room is not None and memory * MEGABYTE > room):
        free = "" if room is None else f" and at most {room // MEGABYTE}, which are free"
        raise InputError(f"memory={memory} must be at least 1 megabyte{free}")
    return memory


def explore(
    game: Game, *, memory: int | None = None, threads: int = 0, report: Report | None = None
) -> Solved:
    """All reachable states of a game with their values.

    `memory` is in megabytes; the default is half of the free memory.
    """
    if threads < 0:
        raise InputError(f"threads={threads} must be 1 or more, or 0 for one per core")
    explorer = Explorer(game, megabytes_or_half(memory), threads or os.cpu_count() or 1, report)
    ends = explorer.explore([game.initial()])
    explorer.settle(ends)
    explorer.arrange()
    states, values = explorer.states[: explorer.count], explorer.values[: explorer.count]
    return Solved(states, values)
