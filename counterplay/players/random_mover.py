"""A player that plays random legal moves: the baseline for all other players."""

from __future__ import annotations

from random import Random

from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Thought, refuse_settings
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec


class RandomPlayer:
    """Plays each legal move with the same probability."""

    def __init__(self, spec: Spec) -> None:
        refuse_settings(spec, "random")
        self._random = Random(0)

    def new_game(self, seed: str) -> None:
        self._random = Random(seed)

    def close(self) -> None:
        """Nothing to close."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        moves = position.legal_moves
        if not moves:
            position.game.complain_of_no_move()
        return Thought(self._random.choice(moves))
