"""Perfect-information Monte Carlo (Ginsberg 2001 for bridge): averaging over clairvoyance.

Worlds of the player to move are drawn. Each is searched as if everybody saw everything, and the
move that is best on average is played. Cards are guessed well, but two things go wrong (Frank and
Basin 1998): the search may play differently in worlds that the player cannot tell apart (strategy
fusion), and it never hides, tells or seeks anything. `docs/search/hidden.md` shows an example.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta import engine as alphabeta
from counterplay.engine.alphabeta.engine import AlphaBeta, Report
from counterplay.engine.alphabeta.settings import Settings
from counterplay.engine.expectiminimax import engine as expectiminimax
from counterplay.engine.expectiminimax.engine import Expectiminimax
from counterplay.engine.expectiminimax.settings import Settings as ChanceSettings
from counterplay.engine.fitness import first_reason, needs_constant_total, needs_two_players
from counterplay.engine.hidden import worlds
from counterplay.engine.hidden.answers import ranked_result
from counterplay.engine.settings import option

KERNEL = Path(__file__).with_name("kernel.py")

LEAST_SECONDS = 0.005
"""The least time for one world, if the limit is a time."""


@dataclass(frozen=True)
class PimcSettings:
    """Settings of perfect-information Monte Carlo."""

    worlds: int = option(
        50, "Worlds to draw, at most; all are searched if there are fewer.", 1, 10**6
    )
    depth: int = option(0, "Plies of the search of each world; 0: as deep as time allows.", 0, 250)
    seed: int = option(0, "Seed of the worlds that are drawn.", 0, 2**62)
    memory: int = option(16, "Megabytes of the transposition table.", 1, 2**20)


def unfit(game: Game) -> str | None:
    """A sentence that says why this search does not fit a game; None if it does."""
    method = "averaging over clairvoyance"
    reason = worlds.unfit(game, method)
    reason = first_reason(
        reason, needs_two_players(game, method), needs_constant_total(game, method)
    )
    if reason is not None:
        return reason
    open_game = game.with_open_cards()
    if game.facts.chance:
        return expectiminimax.unfit(open_game)
    return alphabeta.unfit(open_game)


class Pimc:
    """An engine for one game with hidden information. It uses only what the player to move sees."""

    method = "pimc"

    def __init__(self, game: Game, settings: PimcSettings | None = None) -> None:
        reason = unfit(game)
        if reason is not None:
            raise UnfitError(reason)
        self.game, self.settings = game, settings or PimcSettings()
        self.kernel = bind(game, KERNEL)
        self.open_game, memory = game.with_open_cards(), self.settings.memory
        self.inner: AlphaBeta | Expectiminimax
        if game.facts.chance:
            self.inner = Expectiminimax(self.open_game, ChanceSettings(memory=memory))
        else:
            self.inner = AlphaBeta(self.open_game, Settings(memory=memory))
        self.new_game()

    def new_game(self) -> None:
        """Forget earlier searches, and start the random numbers again."""
        self.inner.new_game()
        self._draws = 0

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Search worlds until all that were drawn are done, or a limit is reached."""
        started = time.perf_counter()
        sums, weight, nodes, depth = dict.fromkeys(position.legal_moves, 0.0), 0.0, 0, 0
        drawn = self._drawn(position)
        within = self._world_limit(limit, len(drawn))

        def answer() -> Result:
            means = sorted(((a, x / weight) for a, x in sums.items()), key=lambda pair: -pair[1])
            seconds = time.perf_counter() - started
            return ranked_result(
                position, means, depth=depth, nodes=nodes, seconds=seconds, method=self.method
            )

        for done, (world, share) in enumerate(drawn):
            is_late = limit.share is not None and time.perf_counter() - started >= limit.share
            if done and (is_late or (stop is not None and stop.is_set())):
                break
            found = self.inner.search(
                Position(self.open_game, world), within, stop, None, None, len(sums)
            )
            for one in (found, *found.alternatives):
                sums[one.move] += share * one.value
            weight, nodes, depth = weight + share, nodes + found.nodes, max(depth, found.depth)
            if report is not None and done & (done - 1) == 0:
                report(answer())
        return answer()

    def _drawn(self, position: Position) -> list[tuple[Any, float]]:
        """The worlds to search, with their weights: all of them if they are few."""
        self._draws += 1
        dice = np.random.default_rng([self.settings.seed, self._draws])
        found = worlds.worlds_of(position, self.kernel, int(dice.integers(2**62)))
        most, decode = self.settings.worlds, self.game.shape.decode
        if found.is_all and len(found.states) <= most:
            pairs = zip(found.states, found.weights, strict=True)
            return [(decode(record), float(weight)) for record, weight in pairs]
        chosen = dice.choice(len(found.states), most, p=found.weights)
        return [(decode(found.states[i]), 1.0) for i in chosen]

    def _world_limit(self, limit: Limit, count: int) -> Limit:
        """The limit of the search of one world."""
        nodes = None if limit.nodes is None else max(limit.nodes // count, 1)
        seconds = None if limit.share is None else max(limit.share / count, LEAST_SECONDS)
        return Limit(time=seconds, depth=self.settings.depth or limit.depth, nodes=nodes)
