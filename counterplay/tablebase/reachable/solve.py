"""Solve a game by all the states that can come up in it: no hooks are needed.

Levels of states are entered one after the other, each what the one before leads to, until nothing
new comes up; then they are settled, the last level first. States and values stand in two arrays,
in the end in the order of their words: the same for any number of threads.
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
from counterplay.engine.alphabeta.transposition import MEGABYTE, available

KERNEL = Path(__file__).parent / "kernel" / "solve.py"

FULLNESS = 0.85
"""The part of the slots that may be taken."""

GROWTH = 1.25
PIECE = 1 << 20
FEW = 10_000
"""States that one thread sorts."""

FIRST_SLOTS = 1 << 16
MOST_STATES = 2**32 - 8
SLOT_BYTES = 4 / FULLNESS * GROWTH
MOST_SCORE = 16_000
"""What a value of 16 bits can hold."""

Report = Callable[[str, int, int], None]
"""Told what is being done, how many states are done, and how many there are so far."""


@dataclass(frozen=True)
class Solved:
    """All states in the order of their words, and what they are worth: a row of codes each."""

    states: npt.NDArray[Any]
    values: npt.NDArray[np.int16]


def unfit(game: Game) -> str | None:
    """Why a game cannot be solved by its states, in a sentence; None where it can."""
    facts = game.facts
    if facts.chance:
        return f"{game.name} has chance in it: its values are means, which are not solved for yet"
    if facts.hidden:
        return f"{game.name} hides part of its state, so that a state has no value by itself"
    if facts.superko:
        return f"{game.name} forbids positions that were there before: states alone do not decide"
    if facts.players == 1:
        return f"{game.name} is for one player, and solving is for two or more"
    if facts.players == 2 and facts.total is None:
        return f"{game.name} has no constant total of payoffs, as solving for two players needs"
    if facts.players == 2 and facts.scored and facts.win_score > MOST_SCORE:
        return f"the payoffs of {game.name} are too large to be kept: at most {MOST_SCORE} points"
    return None


def is_told_by_score(game: Game) -> bool:
    """Whether values are scores; or else who wins, and when."""
    return game.facts.scored or game.facts.players != 2


class Explorer:
    """One game's states, found and settled by threads that share them."""

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
        # Memory that is not used yet costs nothing.
        self.held = np.zeros(self.capacity, game.shape.dtype)
        self.values = np.zeros((self.capacity, self.kernel.VALUES), np.int16)
        self.shared = np.zeros(self.kernel.SHARED_COUNT, np.int64)
        self.contexts = [Context(game, self.kernel) for _ in range(threads)]
        for context in self.contexts:
            context.keep("held", self.held)
            context.keep("values", self.values)
            context.keep("shared", self.shared)
            for name in ("fresh", "spare", "pivot"):
                context.keep(name, np.zeros(1, game.shape.dtype))
        self.count = 0
        self._set_slots(FIRST_SLOTS)

    # States ---------------------------------------------------------------------------------------

    def _set_slots(self, slots: int) -> None:
        """A new hash table, with all states that there are."""
        self.slots = np.zeros(slots, np.uint32)
        most = min(int(FULLNESS * slots), self.capacity)
        for context in self.contexts:
            context.keep("slots", self.slots)
            ctx = context.record
            ctx.slot_count, ctx.most = slots, most
            ctx.index_bits = (most + 2).bit_length()
        self._run(self.kernel.rebuild, 0, self.count)

    def enter(self, state: Any) -> int:
        """The place of a state, which gets one if it has none."""
        context = self.contexts[0]
        context.set_root(state)
        context.record.wanted = 1
        context.call(self.kernel.seek)
        self.count = int(self.shared[self.kernel.COUNT])
        return int(context.record.found)

    def explore(self, roots: Iterable[Any]) -> list[int]:
        """Enter all that the roots lead to; where each level ends."""
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
                f"{self.game.name} has more than {self.capacity:,} states, all that fit into the "
                "memory: give more by memory=, in megabytes"
            )

    def take(self, states: npt.NDArray[Any], values: npt.NDArray[np.int16]) -> None:
        """Take over the states and values of a table."""
        self.count = len(states)
        self._require_room(self.count)
        self.held[: self.count], self.values[: self.count] = states, values
        self.shared[self.kernel.COUNT] = self.count
        self._set_slots(int(self.count / FULLNESS) + FIRST_SLOTS)

    # Values ---------------------------------------------------------------------------------------

    def wrong(self) -> int | None:
        """The place of a state that is not worth what its values say, if there is any."""
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
                f"{self.game.name} pays in parts finer than halves, or more than "
                f"{self.kernel.MOST_HALVES // 2}, which a table for several players cannot keep"
            )
        for start in range(0, self.count, PIECE):
            self._close(self.values[start : min(start + PIECE, self.count), 0])

    def _close(self, codes: npt.NDArray[np.int16]) -> None:
        """What is open when nothing changes any more can go on for ever."""
        is_open = codes == self.kernel.UNKNOWN
        if not is_told_by_score(self.game):
            codes[is_open] = self.kernel.DRAW
            if max(codes.max() - 2, -1 - codes.min()) >= self.kernel.LONGEST:
                raise UnfitError(
                    f"{self.game.name} has wins of {self.kernel.LONGEST:,} plies and more, which "
                    "a table cannot keep"
                )
        elif is_open.any():
            raise UnfitError(
                f"{self.game.name} can go round in circles, and its payoffs are more than win, "
                "draw and loss: it cannot be solved by its states"
            )

    def arrange(self) -> None:
        """Bring states and values into the order of the states' words; slots are gone then."""
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
        """Let all threads work on a range of states."""
        if first >= last:
            return
        self.shared[self.kernel.NEXT] = 0
        used = self.contexts if last - first > self.kernel.CHUNK else self.contexts[:1]
        if self.kernel.VALUES > 1 and function in (self.kernel.settle, self.kernel.verify):
            used = self.contexts[:1]  # a row of values is not written at once
        for context in self.contexts:
            context.record.first, context.record.last = first, last
            context.record.stopped_at, context.record.found = last, -1
        if last - first <= self.kernel.CHUNK:
            used[0].record.halt = 0
            used[0].call(function)  # done sooner than a thread is started
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
    """The memory that was asked for, or half of what the machine has left."""
    room = available()
    if memory is None:
        return (room or 2048 * MEGABYTE) // (2 * MEGABYTE)
    if memory < 1 or (room is not None and memory * MEGABYTE > room):
        left = "" if room is None else f", and the machine has {room // MEGABYTE} left"
        raise InputError(f"memory={memory} must be 1 megabyte or more{left}")
    return memory


def explore(
    game: Game, *, memory: int | None = None, threads: int = 0, report: Report | None = None
) -> Solved:
    """All states of a game, settled; `memory` in megabytes, half of what is left if not said."""
    if threads < 0:
        raise InputError(f"threads={threads} must be 1 or more, or 0 for one a core")
    explorer = Explorer(game, megabytes_or_half(memory), threads or os.cpu_count() or 1, report)
    ends = explorer.explore([game.initial()])
    explorer.settle(ends)
    explorer.arrange()
    states, values = explorer.held[: explorer.count], explorer.values[: explorer.count]
    return Solved(states, values)
