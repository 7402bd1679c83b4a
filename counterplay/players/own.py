"""A player of the user's own: a Python file that defines `choose(position, limit)`.

It returns a move, as a number or in the game's notation. Settings of the spec go to `choose` as
keyword arguments, as text. If the file defines `new_game()`, that is called before each game.
"""

from __future__ import annotations

from pathlib import Path

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.loader import run_file
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec


class OwnPlayer:
    """What a file makes of a position."""

    def __init__(self, spec: Spec, game: Game) -> None:
        if spec.evaluator or spec.weights:
            raise InputError(f"player {spec.text!r}: a player of your own brings its own evaluator")
        space = run_file(Path(spec.kind))
        self._choose, self._new_game = space.get("choose"), space.get("new_game")
        if not callable(self._choose):
            raise InputError(f"{spec.kind} is no player: it defines no choose(position, limit)")
        self._settings = dict(spec.settings)

    def new_game(self, seed: str) -> None:
        if callable(self._new_game):
            self._new_game()

    def close(self) -> None:
        """Nothing is held open."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        assert callable(self._choose)
        try:
            move = self._choose(position, limit, **self._settings)
        except SystemExit:  # which would end the match, or the server
            raise RuntimeError("choose() asked for the program to end") from None
        if not isinstance(move, str) and not hasattr(move, "__index__"):
            raise TypeError(f"choose() returned {move!r}, not a move")
        return Thought(move if isinstance(move, str) else int(move))
