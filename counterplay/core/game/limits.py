"""Limit: how long a search may take."""

from __future__ import annotations

from dataclasses import dataclass, fields

from counterplay.core.game.errors import InputError

DEFAULT_SECONDS = 1.0
MOST = 2**62

MOVES_AHEAD = 18
"""The number of moves that a clock must last, if `moves_to_go` is not given. A move takes about six
tenths of its share in the mean, so the clock lasts longer."""

INCREMENT_SHARE = 0.9
"""The part of the increment that a move may use beside its part of the clock."""

MOST_OF_CLOCK = 0.8
"""The largest share of the clock that one move may use."""


@dataclass(frozen=True)
class Limit:
    """The limits of a search. It stops at the first that it reaches.

    A depth or node limit alone gives the same nodes and the same move on every run. Without any
    limit a search takes one second.

    time          seconds for this search
    depth         plies to look ahead
    nodes         nodes to visit
    clock         seconds left on the clock; the search chooses its share
    increment     seconds added to the clock after each move
    moves_to_go   moves to the next time control, if there is one
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
            raise InputError("increment and moves_to_go need a clock: give clock=SECONDS, too")

    def __repr__(self) -> str:
        """The expression that makes this limit: `Limit(time=1, depth=8)`."""
        given = [(one.name, getattr(self, one.name), one.default) for one in fields(self)]
        shown = (f"{name}={value!r}" for name, value, default in given if value != default)
        return f"Limit({', '.join(shown)})"

    @property
    def seconds(self) -> float | None:
        """The most seconds that a search may take; None if only other limits are set."""
        if self.clock is not None:
            most = min(4 * (self.share or 0), MOST_OF_CLOCK * self.clock)
            return most if self.time is None else min(most, self.time)
        if self.time is None and self.depth is None and self.nodes is None:
            return DEFAULT_SECONDS
        return self.time

    @property
    def enough(self) -> float | None:
        """The seconds after which no deeper iteration is started; None without a clock.

        An iteration takes a multiple of the time of the one before: one that starts after half of
        the move's share would probably not end within the share.
        """
        return None if self.clock is None else 0.5 * (self.share or 0)

    @property
    def share(self) -> float | None:
        """The seconds that this move should take: its share of the clock, or `seconds`."""
        if self.clock is None:
            return self.seconds
        fair = self.clock / (self.moves_to_go or MOVES_AHEAD) + INCREMENT_SHARE * self.increment
        fair = min(fair, MOST_OF_CLOCK * self.clock)
        return fair if self.time is None else min(fair, self.time)
