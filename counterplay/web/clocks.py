"""The clocks of a room: seconds for each player, and seconds added after each of their moves."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

LEAST_SECONDS, MOST_SECONDS = 10, 24 * 3600
MOST_INCREMENT = 600

Now = Callable[[], float]


@dataclass
class Clocks:
    """The clocks of all players.

    seconds     of each player at the start
    increment   seconds that a player gets after each move
    left        seconds that each player had when its clock was last started or stopped
    running     the player whose clock runs
    since       when it was started
    """

    seconds: float
    increment: float
    left: list[float]
    running: int | None = None
    since: float = 0.0
    now: Now = field(default=time.monotonic, repr=False, compare=False)

    @classmethod
    def new(cls, seconds: float, increment: float, players: int) -> Clocks:
        return cls(seconds, increment, [float(seconds)] * players)

    def left_to(self, player: int) -> float:
        """The seconds that a player has left."""
        spent = self.now() - self.since if player == self.running else 0.0
        return max(0.0, self.left[player] - spent)

    def start(self, player: int) -> None:
        """Start the clock of a player, and stop any other."""
        if player != self.running:
            self.stop()
            self.running, self.since = player, self.now()

    def stop(self) -> None:
        """Stop the clock that runs."""
        if self.running is not None:
            self.left[self.running] = self.left_to(self.running)
        self.running = None

    def moved(self, player: int) -> None:
        """A player has moved: its clock stops and gets the increment."""
        if self.running == player:
            self.stop()
            self.left[player] += self.increment

    def as_json(self) -> dict[str, Any]:
        """The seconds left at this moment, and whose clock runs."""
        return {
            "seconds": self.seconds,
            "increment": self.increment,
            "left": [round(self.left_to(p), 2) for p in range(len(self.left))],
            "running": self.running,
        }

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Clocks:
        """Clocks that a page has kept. They stand still until the game goes on."""
        return cls(kept["seconds"], kept["increment"], [float(x) for x in kept["left"]])
