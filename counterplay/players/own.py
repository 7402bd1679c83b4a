"""A player of your own: a Python file that defines `choose(position, limit)`.

`choose` returns a move as a number or in the game's notation. Settings of the player are passed to
it as keyword arguments, as text. If the file defines `new_game()`, it is called before each game.
"""

from __future__ import annotations

from pathlib import Path

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.core.game.loader import run_file
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec


class OwnPlayer:
    """Asks the function `choose` of a file for moves."""

    def __init__(self, spec: Spec) -> None:
        if spec.evaluator or spec.weights:
            raise InputError(
                f"player {spec.text!r}: a player in a file takes no evaluator or weights"
            )
        names = run_file(Path(spec.kind))
        self._choose, self._new_game = names.get("choose"), names.get("new_game")
        if not callable(self._choose):
            raise InputError(
                f"{spec.kind} is not a player: it does not define choose(position, limit)"
            )
        self._settings = dict(spec.settings)

    def new_game(self, seed: str) -> None:
        if callable(self._new_game):
            self._new_game()

    def close(self) -> None:
        """Nothing to close."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        assert callable(self._choose)
        try:
            move = self._choose(position, limit, **self._settings)
        except SystemExit:  # which would end the match or the server
            raise RuntimeError("choose() called sys.exit") from None
        if not isinstance(move, str) and not hasattr(move, "__index__"):
            raise TypeError(f"choose() returned {move!r}, not a move")
        return Thought(move if isinstance(move, str) else int(move))
