"""Solve a game with chance, or of one player: the expected payoff of every reachable state.

All reachable states are found (`reachable/state_space.py`) and linked to their successors. Then
interval iteration (`kernel/interval_iteration.py`) gives each a lower and an upper bound of its
value.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.transposition import MEGABYTE
from counterplay.engine.base import what_searches
from counterplay.engine.fitness import needs_listed_chance
from counterplay.tablebase.expected.kernel.arrays import END, MAXIMIZER, RANDOM
from counterplay.tablebase.expected.kernel.components import SCRATCH_COUNT
from counterplay.tablebase.reachable.state_space import Report, StateSpace, megabytes_or_half

KERNEL = Path(__file__).parent / "kernel" / "interval_iteration.py"

TOLERANCE = 1e-9
"""The widest gap between the bounds of a value, unless another is asked for."""

NODE_BYTES = 69
"""Memory per state, beside the state and its slot: kind, bounds, rank, order and scratch."""

EDGE_BYTES = 12
MOST_NODES = 2**31 - 8

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Solved:
    """All reachable states, sorted by their words, with the value and the rank of each.

    values     the expected payoff of player 0
    ranks      of equally good moves, the one to the lowest rank makes progress (`kernel/ranks.py`)
    error      no value is off by more than this
    sweeps     how often the states of a component were gone through, in all
    """

    states: npt.NDArray[Any]
    values: Numbers
    ranks: npt.NDArray[np.int32]
    error: float
    sweeps: int


def unfit(game: Game) -> str | None:
    """The reason why a game cannot be solved, in a sentence; None if it can."""
    reason = _reason(game)
    return None if reason is None else f"{reason}; {what_searches(game)}"


def _reason(game: Game) -> str | None:
    facts = game.facts
    if facts.hidden:
        return f"{game.name} has hidden information, so a state alone has no value"
    if facts.players > 2:
        return (
            f"{game.name} has chance and {facts.players} players: with chance, solving is for one "
            "or two"
        )
    if facts.players == 2 and facts.total is None:
        return f"{game.name} is not constant-sum, which solving for two players needs"
    if facts.repetition or facts.superko or facts.no_progress:
        return (
            f"{game.name} has chance or one player, and a rule about repeated positions: the value "
            "of a position depends on the game before it"
        )
    return needs_listed_chance(game, "solve")


class GameGraph(StateSpace):
    """The reachable states of one game, linked to their successors."""

    def __init__(self, game: Game, memory: int, threads: int, report: Report | None) -> None:
        reason = unfit(game)
        if reason is not None:
            raise UnfitError(reason)
        super().__init__(game, bind(game, KERNEL), memory, threads, report, NODE_BYTES)
        self.capacity = min(self.capacity, MOST_NODES)

    def arrange(self) -> None:
        """Sort the states by their words, so that the result does not depend on the threads."""
        count, size = self.count, self.states.itemsize
        data = self.states[:count].view(np.uint8).reshape(count, size)
        edge = size - size % 8
        words = np.ascontiguousarray(data[:, :edge]).view(np.uint64)
        keys = [*words.T, *data[:, edge:].T]
        self.states[:count] = self.states[np.lexsort(keys[::-1])]
        self.set_slots(len(self.slots))

    def link(self) -> None:
        """Write the kind, the payoff and the successors of every state."""
        count = self.count
        self.kinds = self._give("kinds", np.zeros(count, np.uint8))
        self.lower = self._give("lower", np.zeros(count))
        self.upper = self._give("upper", np.zeros(count))
        self.edge_starts = self._give("edge_starts", np.zeros(count + 1, np.int64))
        for context in self.contexts:
            context.record.nodes = count
        self.run_on(self.kernel.measure, 0, count)
        self.edge_starts[1:] = np.cumsum(self.edge_starts[:-1])
        self.edge_starts[0] = 0
        edges = int(self.edge_starts[-1])
        self._require_room_for(edges)
        self.targets = self._give("targets", np.zeros(edges, np.int32))
        self.weights = self._give("edge_weights", np.zeros(edges))
        self.run_on(self.kernel.link, 0, count)

    def _give(self, name: str, array: Any) -> Any:
        """Share an array with all contexts."""
        for context in self.contexts:
            context.keep(name, array)
        return array

    def _require_room_for(self, edges: int) -> None:
        """Refuse a graph that does not fit into the memory, before its edges are written."""
        each = self.states.itemsize + NODE_BYTES
        needed = self.count * each + self.slots.nbytes + edges * EDGE_BYTES
        if needed > self.memory * MEGABYTE:
            raise InputError(
                f"{self.game.name} has {self.count:,} states with {edges:,} successors, which need "
                f"{needed // MEGABYTE + 1:,} MB, more than memory={self.memory:,}: raise `memory` "
                "(megabytes), or make the game smaller"
            )

    # Values -----------------------------------------------------------------------------------

    def settle(self, tolerance: float) -> None:
        """Compute the bounds of all values, and the ranks."""
        count, facts, context = self.count, self.game.facts, self.contexts[0]
        self.ranks = np.zeros(count, np.int32)
        context.keep("ranks", self.ranks)
        context.keep("scratch", np.zeros((SCRATCH_COUNT, count), np.int32))
        for name in ("component", "order", "part", "part_order"):
            context.keep(name, np.zeros(count, np.int32))
        ctx = context.record
        ctx.tolerance, ctx.endless = tolerance, facts.even_share
        is_end = self.kinds == END
        largest = float(np.abs(self.lower[is_end]).max(initial=0.0))
        ctx.largest = max(largest, abs(facts.even_share))
        self.call_all(self.kernel.decompose, [context])
        while int(ctx.at) < count:
            self.call_all(self.kernel.settle, [context])
            self.report("values", int(ctx.at), count)
        self.sweeps = int(ctx.sweeps)

    def residuals(self, values: Numbers) -> Numbers:
        """How much each value differs from the one that its successors give."""
        given = np.where(self.kinds == END, self.lower, 0.0)
        inner = np.flatnonzero(self.kinds != END)
        if len(inner):
            starts, after, kinds = self.edge_starts[inner], values[self.targets], self.kinds[inner]
            highest, lowest = np.maximum.reduceat(after, starts), np.minimum.reduceat(after, starts)
            chosen = np.where(kinds == MAXIMIZER, highest, lowest)
            mean = np.add.reduceat(after * self.weights, starts)
            given[inner] = np.where(kinds == RANDOM, mean, chosen)
        return np.abs(values - given)


def explore(
    game: Game,
    *,
    memory: int | None = None,
    threads: int = 0,
    report: Report | None = None,
    tolerance: float | None = None,
) -> Solved:
    """All reachable states of a game with their expected payoffs.

    `memory` is in megabytes; the default is half of the free memory.
    """
    wanted = TOLERANCE if tolerance is None else tolerance
    if threads < 0:
        raise InputError(f"threads={threads} must be 1 or more, or 0 for one per core")
    if not (isfinite(wanted) and wanted > 0):
        raise InputError(f"tolerance={wanted} must be a number above 0, such as {TOLERANCE:g}")
    graph = GameGraph(game, megabytes_or_half(memory), threads or os.cpu_count() or 1, report)
    graph.explore([game.initial()])
    graph.arrange()
    graph.link()
    graph.settle(wanted)
    values = graph.lower + (graph.upper - graph.lower) / 2
    gap = max((graph.upper - values).max(), (values - graph.lower).max())
    error = float(np.nextafter(gap, np.inf)) if gap > 0 else 0.0
    states = np.array(graph.states[: graph.count])
    return Solved(states, values, graph.ranks, error, graph.sweeps)


def wrong_row(
    game: Game,
    states: npt.NDArray[Any],
    values: Numbers,
    error: float,
    memory: int | None = None,
    threads: int = 0,
) -> int | None:
    """The row of a state whose value contradicts its successors by more than the error allows."""
    graph = GameGraph(game, megabytes_or_half(memory), threads or os.cpu_count() or 1, None)
    graph.take_states(states)
    graph.link()
    missing = max(int(context.record.found) for context in graph.contexts)
    if missing >= 0:
        return missing
    allowed = 2 * error + 1e-12 * float(np.abs(values).max(initial=1.0))
    wrong = np.flatnonzero(~(graph.residuals(np.asarray(values)) <= allowed))
    return int(wrong[0]) if len(wrong) else None
