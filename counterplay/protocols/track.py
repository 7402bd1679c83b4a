"""Where the game stands, as one `position` command after another tells it.

A command repeats all moves of a game. Only those are played that are new.
"""

from __future__ import annotations

from collections.abc import Callable

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.protocols.lines import shortened

Play = Callable[[Position, str], Position | None]
"""The position after a move, in a protocol's own form; None where it is not legal."""


class Track:
    """The last position that was told; None where that could not be read."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.position: Position | None = Position(game, game.initial())
        self._start, self._moves = "startpos", list[str]()

    def follow(self, start: str, moves: list[str], play: Play) -> None:
        """Go where a command says; what is wrong with it is refused, and no position is left."""
        known, self.position = self.position, None
        if known is None or start != self._start:
            known, self._start, self._moves = self.game.position(start), start, []
        same = 0
        for old, new in zip(self._moves, moves, strict=False):
            if old != new:
                break
            same += 1
        known = known.undo(len(self._moves) - same)
        self._moves = moves[:same]
        for number, word in enumerate(moves[same:], same + 1):
            after = play(known, word)
            if after is None:
                raise InputError(
                    f"position: move {number}, {shortened(word)!r}, is not legal in "
                    f"{self.game.show_position(known.state)}, so that no position is set"
                )
            known = after
            self._moves.append(word)
        self.position = known
