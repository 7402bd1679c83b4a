"""Solve a game by finding all its reachable states. No functions beyond the rules are needed.

States are entered level by level: each level has the new successors of the one before. Then values
are settled, the last level first. States and values are two arrays; at the end they are sorted by
the words of the states, so the result is the same for any number of threads.
"""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
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
from counterplay.engine.base import what_searches
from counterplay.tablebase.reachable.state_space import Report, StateSpace, megabytes_or_half

KERNEL = Path(__file__).parent / "kernel" / "solve.py"

PIECE = 1 << 20
FEW = 10_000
"""Up to this many states are sorted by one thread."""


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
    if facts.hidden:
        return f"{game.name} has hidden information, so a state alone has no value"
    if facts.superko:
        return (
            f"{game.name} forbids repeated positions (superko), so the value of a position "
            "depends on the game before it"
        )
    if facts.players == 2 and facts.total is None:
        return f"{game.name} is not constant-sum, which solving for two players needs"
    if facts.players == 2 and facts.scored and facts.win_score > MOST_NUMBER:
        return f"the payoffs of {game.name} are too large: a solution stores {MOST_NUMBER} points"
    return None


def stores_numbers(game: Game) -> bool:
    """Whether values are scores or payoffs, not outcomes with distances."""
    return game.facts.scored or game.facts.players != 2


class Explorer(StateSpace):
    """Finds and settles the states of one game, on threads that share them."""

    def __init__(self, game: Game, memory: int, threads: int, report: Report | None) -> None:
        reason = unfit(game)
        if reason is not None:
            raise UnfitError(reason)
        kernel = bind(game, KERNEL)
        super().__init__(game, kernel, memory, threads, report, 2 * kernel.VALUES)
        self.values = np.zeros((self.capacity, kernel.VALUES), np.int16)
        for context in self.contexts:
            context.keep("values", self.values)
            for name in ("spare", "pivot"):
                context.keep(name, np.zeros(1, game.shape.dtype))

    def is_shareable(self, function: Any) -> bool:
        is_plain = function not in (self.kernel.settle, self.kernel.verify)
        return self.kernel.VALUES == 1 or is_plain  # a row of values is not written atomically

    def take(self, states: npt.NDArray[Any], values: Codes) -> None:
        """Take the states and values of a solution."""
        self.take_states(states)
        self.values[: self.count] = values

    def wrong_row(self) -> int | None:
        """The row of a state whose value contradicts its successors; None if all are right."""
        self.run_on(self.kernel.verify, 0, self.count)
        found = [int(context.record.found) for context in self.contexts]
        return max(found) if max(found) >= 0 else None

    def settle(self, ends: list[int]) -> None:
        """Settle all levels, the last one first."""
        starts = [0, *ends[:-1]]
        goes_back = bool(self.shared[self.kernel.GOES_BACK])
        while True:
            self.shared[self.kernel.CHANGES] = 0
            for first, last in reversed(list(zip(starts, ends, strict=True))):
                self.run_on(self.kernel.settle, first, last)
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
        self.call_all(self.kernel.sort, [context for context, _ in parts])


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
