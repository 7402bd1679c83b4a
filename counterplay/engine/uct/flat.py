"""Flat Monte Carlo from Python: every move is tried in as many random games as any other.

The mean of such games is Abramson's expected outcome (1990). It is found by the kernel of UCT with
a tree of one ply that does not grow, and so much exploration that the least tried move is next.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.engine import Report
from counterplay.engine.settings import option
from counterplay.engine.uct.monte_carlo import LONGEST_PLAYOUT, MonteCarlo, require_hooks
from counterplay.engine.uct.tree import Branch

EVENLY = 1e9
NEVER_GROWS = 2**62
MEGABYTES = 16
"""Room for one ply of any game."""


@dataclass(frozen=True)
class FlatSettings:
    """Settings of flat Monte Carlo."""

    draws: int = option(1, "moves drawn for a ply of a random game; `order` picks one", 1, 10**6)
    cutoff: int = option(
        LONGEST_PLAYOUT, "plies of a random game before the evaluator ends it", 0, LONGEST_PLAYOUT
    )
    threads: int = option(1, "threads, each with random games of its own", 1, 256)
    seed: int = option(1, "seed of everything random", 0, 2**63 - 1)


class Flat:
    """A player of one game by the mean of random games after each move."""

    method = "flat"

    def __init__(self, game: Game, settings: FlatSettings | None = None) -> None:
        given = settings or FlatSettings()
        require_hooks(game, given.draws, given.cutoff)
        self.sampler = MonteCarlo(
            game,
            self.method,
            best_mean,
            memory=MEGABYTES * given.threads,
            threads=given.threads,
            seed=given.seed,
            exploration=EVENLY,
            patience=NEVER_GROWS,
            rollouts=1,
            draws=given.draws,
            cutoff=given.cutoff,
        )

    def new_game(self) -> None:
        """Begin with the first random numbers again."""
        self.sampler.new_game()

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Play random games until a limit is reached; `limit.nodes` of them."""
        return self.sampler.search(position, limit, stop, report)


def best_mean(branches: Sequence[Branch], mover: int) -> Branch:
    """The branch that pays the mover most on average, the first of several."""
    tried = [branch for branch in branches if branch.visits] or branches
    return max(tried, key=lambda branch: branch.values[mover])
