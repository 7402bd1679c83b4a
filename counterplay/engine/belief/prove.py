"""Whether a player wins for sure, whatever is hidden, and by which move."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.engine.hidden import worlds
from counterplay.engine.uct.sampling import require_memory
from counterplay.engine.watchdog import watch

KERNEL = Path(__file__).with_name("kernel.py")
MEGABYTE = 1 << 20
LEAST_ROOM = 1 << 12


@dataclass(frozen=True)
class Progress:
    """Where a search is: it has shown that fewer than `moves` own moves are not enough."""

    moves: int
    beliefs: int
    seconds: float


Report = Callable[[Progress], None]


def unfit(game: Game) -> str | None:
    """Why belief-state search does not fit a game, in a sentence; None if it does."""
    return worlds.unfit(game, "belief-state search")


class Prover:
    """Proves that one player of a game wins for sure. What it has found is kept for later."""

    def __init__(self, game: Game, player: int, wanted: float, memory: int = 512) -> None:
        reason = unfit(game)
        if reason is not None:
            raise UnfitError(reason)
        require_memory(memory)
        self.game, self.player, self.memory = game, player, memory
        self.kernel = bind(game, KERNEL)
        self.context = Context(game, self.kernel)
        size = memory * MEGABYTE // 2
        states = max(size // (game.shape.dtype.itemsize + 3 * 8), LEAST_ROOM)
        entries = max(size // self.kernel.ENTRY.itemsize, LEAST_ROOM)
        table_room = 1 << entries.bit_length() - 1
        self.states = np.zeros(states, game.shape.dtype)
        self.known, self.keys = np.zeros(states, np.uint64), np.zeros(states, np.uint64)
        for name, array in (
            ("belief_states", self.states),
            ("belief_known", self.known),
            ("belief_keys", self.keys),
            ("belief_order", np.zeros(states, np.int64)),
            ("belief_table", np.zeros(table_room, self.kernel.ENTRY)),
        ):
            self.context.keep(name, array)
        record = self.context.record
        record.belief_room, record.table_room = states, table_room
        record.viewer, record.wanted = player, wanted

    @property
    def beliefs(self) -> int:
        """How many belief states were looked at so far."""
        return int(self.context.record.beliefs)

    def wins_within(
        self,
        states: Sequence[Any],
        known: Sequence[int],
        moves: int,
        seconds: float | None = None,
        stop: threading.Event | None = None,
    ) -> bool | None:
        """Whether the player wins for sure within so many own moves; None if it was stopped.

        `states` are all that are possible, and `known` what the player knows in each.
        """
        record = self.context.record
        encoded = [np.atleast_1d(self.game.shape.encode(s)) for s in states]
        if len(states) > len(self.states):
            raise UnfitError(self._too_large())
        self.states[: len(states)] = np.concatenate(encoded)
        self.known[: len(states)] = np.array(known, np.uint64)
        keys = [self.game.key(s) for s in states]
        self.keys[: len(states)] = np.array(keys, np.uint64)
        record.belief_count, record.own_limit, record.halt = len(states), moves, 0

        def halt() -> None:
            record.halt = 1

        watch(lambda: self.context.call(self.kernel.prove), halt, seconds, stop)
        if int(record.fault) == self.kernel.NO_ROOM:
            record.fault = 0
            raise UnfitError(self._too_large())
        self.context.complain()
        return None if record.halt and not record.is_won else bool(record.is_won)

    @property
    def move(self) -> int:
        """The winning move of the last belief state that was proven."""
        return int(self.context.record.best_move)

    def _too_large(self) -> str:
        return (
            f"the belief states of {self.game.name} need more than {self.memory} MB "
            f"({self.beliefs:,} were looked at): give more memory, or fewer moves"
        )


def fewest_moves(
    prover: Prover,
    states: Sequence[Any],
    known: Sequence[int],
    most_moves: int,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    report: Report | None = None,
) -> int | None:
    """The fewest own moves within which the player wins for sure; None if there are not so few."""
    if most_moves < 1 or most_moves > int(prover.kernel.DEEPEST):
        raise InputError(f"moves={most_moves} must be from 1 to {prover.kernel.DEEPEST}")
    began = time.monotonic()
    for moves in range(1, most_moves + 1):
        gone = time.monotonic() - began
        left = None if seconds is None else max(seconds - gone, 0.001)
        answer = prover.wins_within(states, known, moves, left, stop)
        if answer is None:
            return None
        if answer:
            return moves
        if report is not None:
            report(Progress(moves + 1, prover.beliefs, time.monotonic() - began))
    return None
