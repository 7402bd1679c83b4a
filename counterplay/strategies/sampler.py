"""Monte Carlo regret minimisation from Python: for games too large to go through as a whole."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import GameError, InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.engine.uct.sampling import require_memory
from counterplay.engine.watchdog import watch
from counterplay.strategies.sequence_form import FAULTS, unfit
from counterplay.strategies.strategy import Strategy

KERNEL = Path(__file__).parent / "kernel" / "sampling.py"

SAMPLED = {
    "external": "Monte Carlo: chance and the others' moves are sampled; Lanctot and others (2009)",
    "chance": "Monte Carlo: chance is sampled; Zinkevich and others (2007)",
}
FULL = 104
MEGABYTE = 1 << 20
SET_BYTES, SLOT_BYTES = 8 + 1 + 8 + 4 + 2 * 4, 8 + 8 + 8
MOVES_PER_SET = 3
"""How the memory is divided between information sets and their moves."""

ARRAYS = {
    "index": np.int32,
    "set_keys": np.uint64,
    "set_players": np.int8,
    "set_firsts": np.int64,
    "set_counts": np.int32,
    "slot_moves": np.int64,
    "regrets": np.float64,
    "sums": np.float64,
}
COUNTS = ("sets", "slots", "random")


class Sampler:
    """Minimises regrets by iterations that sample a part of the game."""

    KEPT = tuple(ARRAYS)
    """What a run needs to go on, beside the numbers in `counts`."""

    def __init__(self, game: Game, variant: str = "external", memory: int = 512, seed: int = 1):
        reason = unfit(game)
        if reason is not None:
            raise UnfitError(reason)
        require_memory(memory)
        self.game, self.variant_name, self.memory = game, variant, memory
        self.kernel, self.iterations = bind(game, KERNEL), 0
        sets = memory * MEGABYTE // (SET_BYTES + MOVES_PER_SET * SLOT_BYTES)
        size = 1 << max(2 * sets - 1, 1).bit_length()
        slots = MOVES_PER_SET * sets
        sizes = {"index": size, "slot_moves": slots, "regrets": slots, "sums": slots}
        self.arrays = {name: np.zeros(sizes.get(name, sets), kind) for name, kind in ARRAYS.items()}
        self.arrays["index"][:] = -1
        self.context = Context(game, self.kernel)
        for name, array in self.arrays.items():
            self.context.keep(name, array)
        record: Any = self.context.record
        self.context.set_root(game.initial())
        record.set_room, record.slot_room, record.index_size = sets, slots, size
        record.is_external = variant == "external"
        record.random = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]

    def run(
        self, iterations: int, seconds: float | None = None, stop: threading.Event | None = None
    ) -> int:
        """Make iterations until a limit is reached; return how many were made."""
        record: Any = self.context.record
        record.rounds, record.done, record.halt, record.fault = iterations, 0, 0, 0

        def halt() -> None:
            record.halt = 1

        watch(lambda: self.context.call(self.kernel.sample), halt, seconds, stop)
        self._complain(int(record.fault))
        self.iterations += int(record.done)
        return int(record.done)

    @property
    def counts(self) -> dict[str, int]:
        """The numbers that a run needs to go on."""
        return {name: int(self.context.record[name]) for name in COUNTS}

    @counts.setter
    def counts(self, given: Mapping[str, int]) -> None:
        for name in COUNTS:
            self.context.record[name] = given[name]

    def _complain(self, fault: int) -> None:
        """Raise an error if the kernel has found a fault, or has no more room."""
        if fault == FULL:
            raise InputError(
                f"{self.game.name} has more information sets than fit into memory={self.memory}: "
                "raise `memory` (megabytes), or let information(s, p) tell players less"
            )
        if fault in FAULTS:
            name, text = FAULTS[fault]
            name = name if name in self.game.functions else "observe"
            raise GameError(f"{name}() {text}", self.game.path, self.game.line_of(name))
        self.context.complain()

    def strategy(self) -> Strategy:
        """The average strategy of all iterations."""
        record: Any = self.context.record
        count, players = int(record.sets), self.game.facts.players
        owner = self.arrays["set_players"][:count]
        order = np.argsort(owner, kind="stable")
        counts = self.arrays["set_counts"][:count][order]
        firsts = np.concatenate(([0], np.cumsum(counts))) + players
        old = self.arrays["set_firsts"][:count][order]
        places = np.repeat(old - firsts[:-1], counts) + np.arange(players, int(firsts[-1]))
        totals = np.add.reduceat(self.arrays["sums"][places], firsts[:-1] - players)
        shares = np.repeat(1 / counts, counts)
        spread = np.repeat(totals, counts)
        np.divide(self.arrays["sums"][places], spread, out=shares, where=spread > 0)
        return Strategy(
            self.game,
            np.searchsorted(owner[order], np.arange(players + 1)).astype(np.int64),
            self.arrays["set_keys"][:count][order],
            firsts.astype(np.int32),
            np.concatenate((np.full(players, -1), self.arrays["slot_moves"][places])),
            np.concatenate((np.ones(players), shares)),
        )
