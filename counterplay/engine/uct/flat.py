"""Flat Monte Carlo from Python: every move gets the same number of random games.

The mean of these games is Abramson's expected outcome (1990). The kernel of UCT computes it, with
a tree of one ply that does not grow and so much exploration that the least tried move is next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from counterplay.core.game.game import Game
from counterplay.engine.uct.monte_carlo import MonteCarlo
from counterplay.engine.uct.sampling import SamplingSettings, require_hooks
from counterplay.engine.uct.tree import Branch

EVENLY = 1e9
NEVER_GROWS = 2**62
MEGABYTES = 16
"""Enough memory for one ply of any game."""


@dataclass(frozen=True)
class FlatSettings(SamplingSettings):
    """Settings of flat Monte Carlo."""


class Flat(MonteCarlo):
    """An engine for one game by the mean of random games after each move."""

    method = "flat"

    def __init__(self, game: Game, settings: FlatSettings | None = None) -> None:
        chosen = settings or FlatSettings()
        require_hooks(game, chosen)
        super().__init__(
            game,
            chosen,
            memory=MEGABYTES * chosen.threads,
            exploration=EVENLY,
            patience=NEVER_GROWS,
            rollouts=1,
        )

    def choose(self, branches: Sequence[Branch], mover: int) -> Branch:
        """The branch with the highest mean payoff for the mover, the first of several."""
        tried = [branch for branch in branches if branch.visits] or branches
        return max(tried, key=lambda branch: branch.values[mover])
