"""Simulation, as Maven chooses its plays (Sheppard 2002): a method for large hidden games.

The moves with the largest `order` are the candidates. Each round draws a world with `resample`, and
plays every candidate on for some turns, in which both players take the move with the largest
`order`; then `evaluate` says how the game stands. Candidates that are clearly worse are dropped.
The result is the mean of the rounds.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.engine import Report
from counterplay.engine.fitness import (
    first_reason,
    needs_constant_total,
    needs_listed_chance,
    needs_no_history,
    needs_two_players,
)
from counterplay.engine.hidden.answers import ranked_result
from counterplay.engine.settings import option
from counterplay.engine.watchdog import watch

KERNEL = Path(__file__).with_name("kernel.py")
NAME = "simulation"
LEAST_ROUNDS, BATCH, MOST_ROUNDS = 40, 20, 10_000
CERTAIN = 2.58
"""A candidate is dropped if it is behind by so many standard errors: a chance of 1 in 200."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SimulationSettings:
    """Settings of simulation."""

    candidates: int = option(10, "The moves that are played on.", 1, 64)
    turns: int = option(2, "The turns after a candidate, of all players together.", 0, 200)
    seed: int = option(0, "Seed of the worlds that are drawn.", 0, 2**62)


def unfit(game: Game) -> str | None:
    """A sentence that says why this method does not fit a game; None if it does."""
    lacks = [name for name in ("resample", "order") if name not in game.functions]
    reason = None
    if not game.facts.hidden:
        reason = f"{game.name} hides nothing, but {NAME} is for games that do"
    elif lacks:
        reason = f"{NAME} needs `{lacks[0]}`, which {game.name} does not define"
    elif game.evaluator is None:
        reason = f"{NAME} needs an evaluator, which {game.name} does not have"
    return first_reason(
        reason,
        needs_two_players(game, NAME),
        needs_constant_total(game, NAME),
        needs_listed_chance(game, NAME),
        needs_no_history(game, NAME),
    )


class Simulation:
    """An engine for one game with hidden information. It uses only what the player to move sees."""

    method = NAME

    def __init__(self, game: Game, settings: SimulationSettings | None = None) -> None:
        reason = unfit(game)
        if reason is not None:
            raise UnfitError(reason)
        self.game, self.settings = game, settings or SimulationSettings()
        self.kernel = bind(game, KERNEL)
        self.context = Context(game, self.kernel)
        self.new_game()

    def new_game(self) -> None:
        """Start the random numbers again."""
        self._searches = 0

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Play rounds until one candidate is left or a limit is reached.

        `limit.nodes` is the number of games that are played on.
        """
        if limit.depth is not None:
            raise InputError(f"{self.method} has no depth limit: give time or nodes")
        started = time.perf_counter()
        moves = self._candidates(position)
        results: list[list[float]] = [[] for _ in moves]
        alive, played = list(range(len(moves))), 0
        record: Any = self.context.record

        def answer() -> Result:
            means = [float(np.mean(rows)) if rows else 0.0 for rows in results]
            ranked = sorted(range(len(moves)), key=lambda i: (-len(results[i]), -means[i]))
            scale, even = self.game.facts.unit, self.game.facts.even_share
            return ranked_result(
                position,
                [(moves[i], even + means[i] / scale) for i in ranked],
                depth=1 + self.settings.turns,
                nodes=played,
                seconds=time.perf_counter() - started,
                method=self.method,
            )

        def work() -> None:
            nonlocal alive, played
            done = 0
            while done < MOST_ROUNDS and len(alive) > 1 and not record.halt:
                games = BATCH * len(alive)
                if limit.nodes is not None and played and played + games > limit.nodes:
                    return
                found = self._play([moves[i] for i in alive], done)
                for i, column in zip(alive, found.T, strict=True):
                    results[i] += column.tolist()
                done, played = done + BATCH, played + found.size
                if done >= LEAST_ROUNDS:
                    alive = _not_worse(alive, results)
                if report is not None and played:
                    report(answer())

        def halt() -> None:
            record.halt = 1

        record.halt = 0
        watch(work, halt, limit.share, stop)
        self.context.complain()
        return answer()

    def _candidates(self, position: Position) -> list[int]:
        """The moves with the largest `order`, the best first."""
        self._searches += 1
        seeds = np.random.SeedSequence([self.settings.seed, self._searches])
        record: Any = self.context.record
        record.sim_seed = seeds.generate_state(1, np.uint64)[0]
        record.sim_viewer, record.sim_turns = position.turn, self.settings.turns
        record.sim_wanted = self.settings.candidates
        self.context.set_root(position.state)
        self.context.call(self.kernel.list_candidates)
        self.context.complain()
        return [int(a) for a in record.sim_moves[: int(record.sim_count)]]

    def _play(self, moves: list[int], first: int) -> Floats:
        """A row for each round that was completed, a column for each move."""
        record: Any = self.context.record
        found = np.zeros((BATCH, len(moves)))
        self.context.keep("sim_results", found)
        record.sim_moves[: len(moves)] = moves
        record.sim_count, record.sim_first, record.sim_rounds = len(moves), first, BATCH
        self.context.call(self.kernel.simulate)
        return found[: int(record.sim_done)]


def _error(results: Floats) -> float:
    """The standard error of a mean."""
    return float(results.std(ddof=1) / math.sqrt(len(results)))


def _not_worse(alive: list[int], results: list[list[float]]) -> list[int]:
    """The candidates that may still be the best, from the differences in the same rounds."""
    best = max(alive, key=lambda i: float(np.mean(results[i])))
    kept = []
    for i in alive:
        behind = np.array(results[best]) - np.array(results[i])
        if i == best or float(behind.mean()) <= CERTAIN * _error(behind):
            kept.append(i)
    return kept
