"""UCT from Python: Monte Carlo tree search for every game of the contract."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.engine import Report
from counterplay.engine.settings import option
from counterplay.engine.uct.monte_carlo import LONGEST_PLAYOUT, MonteCarlo, require_hooks
from counterplay.engine.uct.tree import Branch


@dataclass(frozen=True)
class UctSettings:
    """Settings of UCT."""

    exploration: float = option(0.7, "weight of what was tried little, payoffs from 0 to 1", 0, 1e6)
    patience: int = option(4, "visits to a leaf before it gets children", 1, 10**9)
    solver: bool = option(True, "prove wins, draws, losses and exact payoffs")
    rave: bool = option(False, "judge a move by the games it was played in later, too")
    bias: float = option(0.1, "how far off RAVE's judgement may be, payoffs from 0 to 1", 0, 1e3)
    rollouts: int = option(1, "random games from each leaf", 1, 10**6)
    draws: int = option(1, "moves drawn for a ply of a random game; `order` picks one", 1, 10**6)
    cutoff: int = option(
        LONGEST_PLAYOUT, "plies of a random game before the evaluator ends it", 0, LONGEST_PLAYOUT
    )
    memory: int = option(256, "megabytes for the trees", 1, 2**20)
    threads: int = option(1, "threads, each with a tree of its own", 1, 256)
    seed: int = option(1, "seed of everything random", 0, 2**63 - 1)


def unfit(game: Game) -> str | None:
    """Why Monte Carlo search does not fit a game, in a sentence; None where it does."""
    if game.facts.hidden:
        return f"{game.name} hides part of its state, and playing it out needs to see all of it"
    return None


class Uct:
    """A player of one game by UCT, which keeps its trees from move to move."""

    method = "uct"

    def __init__(self, game: Game, settings: UctSettings | None = None) -> None:
        given = settings or UctSettings()
        require_hooks(game, given.draws, given.cutoff)
        if given.rave and given.rollouts > 1:
            raise InputError("rave learns from the moves of one random game a leaf: set rollouts=1")
        self.sampler = MonteCarlo(
            game,
            self.method,
            favourite,
            memory=given.memory,
            threads=given.threads,
            seed=given.seed,
            rave=given.rave,
            exploration=given.exploration,
            patience=given.patience,
            solver=given.solver,
            bias=given.bias,
            rollouts=given.rollouts,
            draws=given.draws,
            cutoff=given.cutoff,
        )

    def new_game(self) -> None:
        """Forget what earlier searches found."""
        self.sampler.new_game()

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Simulate until the value is proven or a limit is reached."""
        return self.sampler.search(position, limit, stop, report)


def favourite(branches: Sequence[Branch], mover: int) -> Branch:
    """The branch with the most visits; or an exact one that pays the mover no less."""
    unsure = [branch for branch in branches if not branch.is_exact]
    sure = [branch for branch in branches if branch.is_exact]
    often = max(unsure, key=lambda branch: branch.visits, default=None)
    best = max(sure, key=lambda branch: branch.values[mover], default=None)
    if often is None or (best is not None and best.values[mover] >= often.values[mover]):
        assert best is not None
        return best
    return often
