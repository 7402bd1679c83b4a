"""A player that follows a strategy of `counterplay equilibrium`: `strategy:file=kuhn.strategy`.

Without a file it is the blueprint that comes with a game of hold'em.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.strategies.holdem.store import own_blueprint
from counterplay.strategies.store import load


class StrategyPlayer:
    """Draws each move with the probability that the strategy gives it."""

    def __init__(self, spec: Spec, game: Game) -> None:
        settings = dict(spec.settings)
        path = settings.pop("file", None)
        own = own_blueprint(game)
        if path is None and own is None:
            raise InputError(
                f"player {spec.text!r}: name its file, as in strategy:file=kuhn.strategy"
            )
        if settings or spec.limit or spec.evaluator or spec.weights:
            raise InputError(f"player {spec.text!r}: a strategy has no settings but file and name")
        self._strategy = load(game, Path(path or str(own)))
        self._dice = Random(0)

    def new_game(self, seed: str) -> None:
        self._dice = Random(seed)

    def close(self) -> None:
        """Nothing to close."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        return Thought(self._strategy.pick(position, self._dice))
