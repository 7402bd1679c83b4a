"""A player who plays any legal move: the floor that every other player stands on."""

from __future__ import annotations

from random import Random

from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Thought, refuse_settings
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec


class RandomPlayer:
    """Each legal move is as likely as any other."""

    def __init__(self, spec: Spec) -> None:
        refuse_settings(spec, "random")
        self._dice = Random(0)

    def new_game(self, seed: str) -> None:
        self._dice = Random(seed)

    def close(self) -> None:
        """Nothing is held open."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        return Thought(self._dice.choice(position.legal_moves))
