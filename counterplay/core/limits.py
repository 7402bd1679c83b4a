"""A budget for a search."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core.errors import InputError

DEFAULT_SECONDS = 1.0
MOST = 2**62


@dataclass(frozen=True)
class Limit:
    """How long to think: seconds, plies, nodes; whichever is reached first.

    A depth or node limit on its own gives the same nodes and the same move on every run.
    With no limit at all a search thinks for one second.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("depth", self.depth), ("nodes", self.nodes)):
            if value is None:
                continue
            if type(value) is not int or not 1 <= value <= MOST:
                raise InputError(f"{name}={value!r} must be a whole number from 1 up")
        if self.time is None:
            return
        if not isinstance(self.time, (int, float)) or not 0 < self.time < float("inf"):
            raise InputError(f"time={self.time!r} must be a number of seconds above 0")

    @property
    def seconds(self) -> float | None:
        """The time limit in force: none where another limit is set."""
        if self.time is None and self.depth is None and self.nodes is None:
            return DEFAULT_SECONDS
        return self.time
