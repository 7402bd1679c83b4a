"""Information-set Monte Carlo tree search from Python."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.engine import Report
from counterplay.engine.alphabeta.transposition import MEGABYTE
from counterplay.engine.hidden import worlds
from counterplay.engine.hidden.answers import ranked_result
from counterplay.engine.settings import option
from counterplay.engine.watchdog import watch

KERNEL = Path(__file__).parent / "kernel" / "search.py"

FIRST_REPORT = 1024
NO_LIMIT = 2**62
BRANCHES_PER_NODE = 4
"""How the memory is divided."""


@dataclass(frozen=True)
class IsmctsSettings:
    """Settings of information-set MCTS."""

    exploration: float = option(
        0.7, "Weight of moves that were tried little, for payoffs from 0 to 1.", 0, 1e6
    )
    multiple_observer: bool = option(
        True, "Others choose by what they see; off: by what the player who searches sees."
    )
    seed: int = option(0, "Seed of the random numbers.", 0, 2**62)
    memory: int = option(256, "Megabytes for the tree.", 1, 2**20)


def unfit(game: Game) -> str | None:
    """A sentence that says why this search does not fit a game; None if it does."""
    return worlds.unfit(game, "information-set search")


class Ismcts:
    """An engine for one game with hidden information. It uses only what the player to move sees."""

    method = "ismcts"

    def __init__(self, game: Game, settings: IsmctsSettings | None = None) -> None:
        reason = unfit(game)
        if reason is not None:
            raise UnfitError(reason)
        self.game, self.settings = game, settings or IsmctsSettings()
        self.kernel = bind(game, KERNEL)
        size = self.settings.memory * MEGABYTE
        node, branch = self.kernel.NODE, self.kernel.BRANCH
        nodes = size // (node.itemsize + BRANCHES_PER_NODE * branch.itemsize)
        self._nodes = np.zeros(1 << max(nodes.bit_length() - 1, 4), node)
        self._branches = np.zeros(BRANCHES_PER_NODE * len(self._nodes), branch)
        self.new_game()

    def new_game(self) -> None:
        """Start the random numbers again."""
        self._draws = 0

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Simulate until a limit is reached; `limit.nodes` is the number of simulations."""
        if limit.depth is not None:
            raise InputError(f"{self.method} has no depth limit: give time or nodes")
        started = time.perf_counter()
        context = self._context(position)
        record, target = context.record, limit.nodes or NO_LIMIT

        def answer() -> Result:
            return self._result(position, record, time.perf_counter() - started)

        def work() -> None:
            pause = FIRST_REPORT
            while True:
                record.simulations = min(pause, target)
                context.call(self.kernel.simulate)
                if record.halt or record.fault or record.done >= target:
                    return
                if report is not None:
                    report(answer())
                pause *= 2

        def halt() -> None:
            record.halt = 1

        watch(work, halt, limit.share, stop)
        context.complain()
        found = answer()
        if report is not None:
            report(found)
        return found

    def _context(self, position: Position) -> Context:
        """A context with the worlds of the player to move, and an empty tree."""
        self._draws += 1
        seeds = np.random.SeedSequence([self.settings.seed, self._draws])
        word = seeds.generate_state(1, np.uint64)[0]
        found = worlds.worlds_of(position, self.kernel, int(word >> np.uint64(2)))
        context = Context(self.game, self.kernel)
        self._nodes["first"] = self.kernel.NONE
        sums = np.cumsum(found.weights)
        for name, array in (
            ("world_states", np.ascontiguousarray(found.states)),
            ("world_known", np.ascontiguousarray(found.known)),
            ("world_weights", sums / sums[-1]),
            ("nodes_at", self._nodes),
            ("branches_at", self._branches),
        ):
            context.keep(name, array)
        record: Any = context.record
        record.worlds = record.most_worlds = len(found.states)
        record.node_room, record.branch_room = len(self._nodes), len(self._branches)
        record.viewer, record.random = position.turn, word
        record.multiple_observer = self.settings.multiple_observer
        record.exploration = self.settings.exploration
        record.least_payoff, record.most_payoff = np.inf, -np.inf
        return context

    def _root_branches(self, record: Any) -> list[Any]:
        """The branches of the root: what the tree knows about each move."""
        found, at = [], int(self._nodes[int(record.root_node)]["first"])
        while at != self.kernel.NONE:
            found.append(self._branches[at])
            at = int(found[-1]["next"])
        return found

    def _result(self, position: Position, record: Any, seconds: float) -> Result:
        """The moves by their visits, the most visited first, with their mean payoffs."""
        tried = [branch for branch in self._root_branches(record) if branch["visits"]]
        tried.sort(key=lambda branch: -int(branch["visits"]))
        ranked = [(int(b["move"]), float(b["total"] / b["visits"])) for b in tried]
        if not ranked:
            ranked = [(position.legal_moves[0], self.game.facts.even_share)]
        return ranked_result(
            position,
            ranked,
            depth=int(record.depth),
            nodes=int(record.done),
            seconds=seconds,
            method=self.method,
        )
