"""UCT from Python: Monte Carlo tree search for every game without hidden information."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.engine.fitness import needs_whole_state
from counterplay.engine.settings import option
from counterplay.engine.uct.monte_carlo import MonteCarlo
from counterplay.engine.uct.sampling import SamplingSettings, require_hooks
from counterplay.engine.uct.tree import Branch


@dataclass(frozen=True)
class UctSettings(SamplingSettings):
    """Settings of UCT."""

    exploration: float = option(
        0.7, "Weight of moves that were tried little, for payoffs from 0 to 1.", 0, 1e6
    )
    patience: int = option(4, "Visits to a leaf before it gets children.", 1, 10**9)
    solver: bool = option(True, "Prove wins, draws, losses and exact payoffs.")
    rave: bool = option(False, "RAVE: value a move also by the games that played it later.")
    bias: float = option(0.1, "Expected error of RAVE, for payoffs from 0 to 1.", 0, 1e3)
    rollouts: int = option(1, "Random games from each leaf; their mean counts once.", 1, 10**6)
    memory: int = option(256, "Megabytes for the trees.", 1, 2**20)


def unfit(game: Game) -> str | None:
    """A sentence that says why Monte Carlo search does not fit a game; None if it does."""
    return needs_whole_state(game, "a random game")


class Uct(MonteCarlo):
    """An engine for one game by UCT, which keeps its trees from move to move."""

    method = "uct"

    def __init__(self, game: Game, settings: UctSettings | None = None) -> None:
        chosen = settings or UctSettings()
        require_hooks(game, chosen)
        if chosen.rave and chosen.rollouts > 1:
            raise InputError("rave needs rollouts=1: it learns from the moves of one random game")
        super().__init__(
            game,
            chosen,
            memory=chosen.memory,
            rave=chosen.rave,
            exploration=chosen.exploration,
            patience=chosen.patience,
            solver=chosen.solver,
            bias=chosen.bias,
            rollouts=chosen.rollouts,
        )

    def choose(self, branches: Sequence[Branch], mover: int) -> Branch:
        """The branch with the most visits, of several the one with the best mean.

        An exact one if it pays the mover at least as much.
        """
        estimated = [branch for branch in branches if not branch.is_exact]
        exact = [branch for branch in branches if branch.is_exact]
        popular = max(estimated, key=lambda b: (b.visits, b.values[mover]), default=None)
        best = max(exact, key=lambda branch: branch.values[mover], default=None)
        if popular is None or (best is not None and best.values[mover] >= popular.values[mover]):
            assert best is not None
            return best
        return popular
