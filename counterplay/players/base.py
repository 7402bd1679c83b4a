"""What a match asks of a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec


@dataclass(frozen=True)
class Thought:
    """A move, by number or as text, and what it took; None where the player does not count that."""

    move: int | str
    depth: int | None = None
    nodes: int | None = None


class Resigned(Exception):  # noqa: N818  # nothing is wrong
    """A player gives the game up."""


class Player(Protocol):
    """Somebody who moves. The referee holds the clock."""

    def new_game(self, seed: str) -> None:
        """Forget the games before: the same seed and positions give the same moves."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        """The move to play within the limit; `clocks` are those of all players, if there are any.

        `limit.clock` is what a player should reckon with, a little less than is on its clock.
        """

    def close(self) -> None:
        """Let go of whatever is held: the match is over."""


def refuse_settings(spec: Spec, what: str) -> None:
    """Refuse all settings but `name`, for a player who has none."""
    names = [name for name, _ in spec.settings]
    names += [name for name in ("evaluator", "weights") if getattr(spec, name)]
    if spec.limit is not None:
        names += ["a limit"]
    if names:
        raise InputError(f"player {spec.text!r}: {what} takes no settings but name, not {names[0]}")
