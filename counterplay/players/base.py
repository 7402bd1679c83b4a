"""The protocol of a player: what a match asks of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec


@dataclass(frozen=True)
class Thought:
    """A move, as a number or as text, with depth and nodes if the player reports them."""

    move: int | str
    depth: int | None = None
    nodes: int | None = None


class Resigned(Exception):  # noqa: N818  # not an error
    """Raised by `think` if the player resigns."""


class Player(Protocol):
    """A player of games. The referee keeps the clocks."""

    def new_game(self, seed: str) -> None:
        """Forget earlier games. The same seed and the same positions give the same moves."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        """Return the move to play within the limit.

        `clocks` has the clocks of all players, if there are clocks. `limit.clock` is the time to
        plan with: a little less than is left on the clock.
        """

    def close(self) -> None:
        """End processes and close files. The match is over."""


@runtime_checkable
class Learner(Player, Protocol):
    """A player that learns from the games of a match."""

    def watch_end(self, end: Position, seat: int) -> None:
        """Learn from a game that has ended on the board, in which the player had this seat.

        Only what this seat has seen may be used.
        """


def refuse_settings(spec: Spec, what: str) -> None:
    """Refuse all settings but `name`, for a player that has none."""
    names = [name for name, _ in spec.settings]
    names += [name for name in ("evaluator", "weights") if getattr(spec, name)]
    if spec.limit is not None:
        names += ["a limit"]
    if names:
        raise InputError(
            f"player {spec.text!r}: {what} has no setting but name, so it cannot take {names[0]}"
        )
