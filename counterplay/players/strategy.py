"""A player that follows a strategy of `counterplay equilibrium`: `strategy:file=kuhn.strategy`.

Without a file it is the blueprint that comes with a game of hold'em. With `river=on`, a blueprint
solves each river anew, from the hands that both may hold.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.settings import NO, YES
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.resolve import RiverPlay
from counterplay.strategies.holdem.store import own_blueprint
from counterplay.strategies.store import load
from counterplay.strategies.strategy import Strategy


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
        river = settings.pop("river", "off").lower()
        if settings or spec.limit or spec.evaluator or spec.weights:
            raise InputError(
                f"player {spec.text!r}: a strategy has no settings but file, river and name"
            )
        found = load(game, Path(path or str(own)))
        self._strategy: Strategy | Blueprint | RiverPlay = (
            self._with_rivers(spec, found) if river in YES else found
        )
        if river not in {**YES, **NO}:
            raise InputError(f"player {spec.text!r}: river={river} is not on or off")
        self._dice = Random(0)

    @staticmethod
    def _with_rivers(spec: Spec, found: Strategy | Blueprint) -> RiverPlay:
        if not isinstance(found, Blueprint):
            raise InputError(f"player {spec.text!r}: river=on is for blueprints of hold'em")
        return RiverPlay(found)

    def new_game(self, seed: str) -> None:
        self._dice = Random(seed)

    def close(self) -> None:
        """Nothing to close."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        return Thought(self._strategy.pick(position, self._dice))
