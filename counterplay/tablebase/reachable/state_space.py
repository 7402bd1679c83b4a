"""The reachable states of a game in memory, on threads that share them.

States are entered level by level: each level has the new successors of the one before. A kernel
with the part `kernel/growth.py` does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import GameError, InputError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.transposition import MEGABYTE, available
from counterplay.engine.watchdog import watch_all

FULLNESS = 0.85
"""The part of the slots that may be occupied."""

GROWTH = 1.25
FIRST_SLOTS = 1 << 16
MOST_STATES = 2**32 - 8
SLOT_BYTES = 4 / FULLNESS * GROWTH

Report = Callable[[str, int, int], None]
"""Called with the name of the step, the states done, and the states found so far."""


class StateSpace:
    """The states of one game, one per row, and a hash table that finds the row of a state.

    kernel       the bound kernel that enters states
    memory       megabytes for states, the hash table and `row_bytes` more per state
    """

    def __init__(
        self,
        game: Game,
        kernel: ModuleType,
        memory: int,
        threads: int,
        report: Report | None,
        row_bytes: int,
    ) -> None:
        self.game, self.kernel, self.threads = game, kernel, threads
        self.memory = memory
        self.report = report or (lambda what, done, total: None)
        each = game.shape.dtype.itemsize + row_bytes + SLOT_BYTES
        self.capacity = min(int(memory * MEGABYTE / each), MOST_STATES)
        # Pages of memory that are not written to cost nothing.
        self.states = np.zeros(self.capacity, game.shape.dtype)
        self.shared = np.zeros(kernel.SHARED_COUNT, np.int64)
        self.contexts = [Context(game, kernel) for _ in range(threads)]
        for context in self.contexts:
            context.keep("rows", self.states)
            context.keep("shared", self.shared)
            context.keep("fresh", np.zeros(1, game.shape.dtype))
        self.count = 0
        self.set_slots(FIRST_SLOTS)

    def set_slots(self, slots: int) -> None:
        """Make a new hash table with all states so far."""
        self.slots = np.zeros(slots, np.uint32)
        most = min(int(FULLNESS * slots), self.capacity)
        for context in self.contexts:
            context.keep("slots", self.slots)
            ctx = context.record
            ctx.slot_count, ctx.most = slots, most
            ctx.index_bits = (most + 2).bit_length()
        self.run_on(self.kernel.rebuild, 0, self.count)

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
            self.run_on(self.kernel.grow, first, last)
            self.count = int(self.shared[self.kernel.COUNT])
            if not self.shared[self.kernel.IS_FULL]:
                return
            first = min(int(context.record.stopped_at) for context in self.contexts)
            self.require_room(self.count + 1)
            self.set_slots(int(GROWTH * len(self.slots)) + 1)

    def require_room(self, count: int) -> None:
        """Refuse more states than fit into the memory."""
        if count > self.capacity:
            raise InputError(
                f"{self.game.name} has more than {self.capacity:,} states, which do not fit into "
                "the memory: raise `memory` (megabytes)"
            )

    def take_states(self, states: npt.NDArray[Any]) -> None:
        """Take the states of a solution, which all differ."""
        self.count = len(states)
        self.require_room(self.count)
        self.states[: self.count] = states
        self.shared[self.kernel.COUNT] = self.count
        self.set_slots(int(self.count / FULLNESS) + FIRST_SLOTS)

    def run_on(self, function: Any, first: int, last: int) -> None:
        """Run a function of the kernel on a range of rows, on all threads."""
        if first >= last:
            return
        self.shared[self.kernel.NEXT] = 0
        used = self.contexts if last - first > self.kernel.CHUNK else self.contexts[:1]
        if not self.is_shareable(function):
            used = self.contexts[:1]
        for context in self.contexts:
            context.record.first, context.record.last = first, last
            context.record.stopped_at, context.record.found = last, -1
        if last - first <= self.kernel.CHUNK:
            used[0].record.halt = 0
            used[0].call(function)  # faster than to start a thread
            self._complain(used[0])
        else:
            self.call_all(function, used)

    def call_all(self, function: Any, contexts: list[Context]) -> None:
        """Run a function of the kernel once for each context, on threads that Ctrl-C stops."""
        for context in contexts:
            context.record.halt = 0

        def halt() -> None:
            for context in contexts:
                context.record.halt = 1

        watch_all([partial(context.call, function) for context in contexts], halt)
        for context in contexts:
            self._complain(context)

    def is_shareable(self, function: Any) -> bool:
        """Whether several threads may run a function of the kernel at once."""
        return True

    def _complain(self, context: Context) -> None:
        """Raise a GameError if the kernel has found a fault in the rules."""
        if int(context.record.fault) != self.kernel.WRONG_ODDS:
            context.complain()
            return
        state = self.game.shape.decode(self.states[int(context.record.found)])
        total = sum(chance for _, chance in self.game.chance(state))
        raise GameError(
            f"chance() returned probabilities that add up to {total:g} or are negative, in "
            f"{self.game.show_position(state)!r}: they must add up to 1",
            self.game.path,
            self.game.line_of("chance"),
        )


def megabytes_or_half(memory: int | None) -> int:
    """The given memory in megabytes; by default half of the free memory."""
    room = available()
    if memory is None:
        return (room or 2048 * MEGABYTE) // (2 * MEGABYTE)
    if memory < 1 or (room is not None and memory * MEGABYTE > room):
        free = "" if room is None else f" and at most {room // MEGABYTE}, which are free"
        raise InputError(f"memory={memory} must be at least 1 megabyte{free}")
    return memory
