"""Translate lines of canonical states, as the kernel searched them, to the moves of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.core.game.game import Game
from counterplay.core.game.position import Position


@dataclass(frozen=True)
class Frames:
    """When the kernel continues from the canonical form of a state.

    plies       at plies less than this
    remaining   with at least this many moves remaining
    """

    plies: int = 0
    remaining: int = 0

    def of(self, game: Game, ply: int, s: Any) -> Any:
        """The state that the kernel continues from, like its `to_canonical`."""
        if ply >= self.plies or (
            "remaining" in game.functions and game.ask("remaining", s) < self.remaining
        ):
            return s
        return game.ask("canonical", s)


OWN_FRAME = Frames()


def in_own_frame(position: Position, moves: tuple[int, ...], frames: Frames) -> tuple[int, ...]:
    """The moves of a line as they are played from `position`.

    After a canonical state, the true move is the one whose successor has the same canonical form.
    """
    if frames.plies == 0:
        return moves
    game = position.game

    def form(s: Any) -> bytes:
        """The canonical form of a state, as bytes."""
        encoded: bytes = game.shape.encode(game.ask("canonical", s)).tobytes()
        return encoded

    here = there = position.state
    line = []
    for ply, move in enumerate(moves):
        own, is_own = move, game.shape.encode(here) == game.shape.encode(there)
        there = game.result(there, move)
        if not is_own:
            wanted = form(there)
            own = next(a for a in game.actions(here) if form(game.result(here, a)) == wanted)
        line.append(own)
        here, there = game.result(here, own), frames.of(game, ply, there)
    return tuple(line)
