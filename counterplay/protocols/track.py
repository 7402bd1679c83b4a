"""The current position, kept up to date by `position` commands.

A command repeats all moves of a game. Only the new moves are played.
"""

from __future__ import annotations

from collections.abc import Callable

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.protocols.lines import shortened

Play = Callable[[Position, str], Position | None]
"""The position after a move, written in the form of a protocol; None if it is not legal."""


class Track:
    """The position of the last command; None if the command could not be read."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.position: Position | None = Position(game, game.initial())
        self._start, self._moves = "startpos", list[str]()

    def follow(self, start: str, moves: list[str], play: Play) -> None:
        """Set up the position of a command. If it is wrong, raise InputError and unset it."""
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
                    f"{self.game.show_position(known.state)}, no position is set"
                )
            known = after
            self._moves.append(word)
        self.position = known
