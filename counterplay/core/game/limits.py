"""A budget for a search."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core.game.errors import InputError

DEFAULT_SECONDS = 1.0
MOST = 2**62

MOVES_AHEAD = 30
"""For how many more moves a clock has to last, where nobody says."""

MOST_OF_CLOCK = 0.8
"""The share of the clock that one move may use at the very most."""


@dataclass(frozen=True)
class Limit:
    """How long to think: seconds, plies, nodes; whichever is reached first.

    A depth or node limit on its own gives the same nodes and the same move on every run.
    With no limit at all a search thinks for one second. With a clock it is given what is left on
    it, in seconds, the increment a move, and the moves to the next time control, if there is one.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float = 0.0
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "moves_to_go"):
            value = getattr(self, name)
            if value is None:
                continue
            if type(value) is not int or not 1 <= value <= MOST:
                raise InputError(f"{name}={value!r} must be a whole number from 1 up")
        for name in ("time", "clock", "increment"):
            value = getattr(self, name)
            if value is None or (name == "increment" and value == 0):
                continue
            if not isinstance(value, (int, float)) or not 0 < value < float("inf"):
                raise InputError(f"{name}={value!r} must be a number of seconds above 0")
        if self.clock is None and (self.increment or self.moves_to_go):
            raise InputError("an increment or moves to go mean nothing without a clock=…")

    @property
    def seconds(self) -> float | None:
        """When a search is stopped at the latest; None where another limit is set."""
        if self.clock is not None:
            most = min(4 * (self.share or 0), MOST_OF_CLOCK * self.clock)
            return most if self.time is None else min(most, self.time)
        if self.time is None and self.depth is None and self.nodes is None:
            return DEFAULT_SECONDS
        return self.time

    @property
    def enough(self) -> float | None:
        """After so many seconds no deeper search is begun; None where there is no clock.

        An iteration takes a multiple of the one before, so that one begun past half of the
        move's share would probably not be finished within it.
        """
        return None if self.clock is None else 0.5 * (self.share or 0)

    @property
    def share(self) -> float | None:
        """What a search without iterations should take: of a clock, this move's share."""
        if self.clock is None:
            return self.seconds
        fair = self.clock / (self.moves_to_go or MOVES_AHEAD) + 0.8 * self.increment
        fair = min(fair, MOST_OF_CLOCK * self.clock)
        return fair if self.time is None else min(fair, self.time)
