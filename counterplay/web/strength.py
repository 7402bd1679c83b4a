"""How strong the engine plays, from a beginner to all it can."""

from __future__ import annotations

import random
from dataclasses import dataclass

from counterplay.core.limits import Limit
from counterplay.core.results import Result

LINES = 4
"""How many moves a weaker player has to choose from."""
SECONDS = 0.1
"""How long a move takes at most, so that many can play at once."""


@dataclass(frozen=True)
class Level:
    """So many nodes for a move, and a choice among moves that differ by about `spread` of what a
    win is worth; all that the time allows where there is no number of nodes."""

    name: str
    nodes: int | None
    spread: float
    elo: int | None = None

    @property
    def is_full(self) -> bool:
        return self.nodes is None

    @property
    def lines(self) -> int:
        return LINES if self.spread else 1

    @property
    def limit(self) -> Limit:
        return Limit(time=SECONDS, nodes=self.nodes)


LEVELS = (
    Level("beginner", 20, 0.5), Level("novice", 60, 0.2), Level("casual", 300, 0.05),
    Level("player", 1_500, 0.01), Level("club", 8_000, 0), Level("expert", 40_000, 0),
    Level("master", 200_000, 0), Level("full strength", None, 0),
)  # fmt: skip


def chosen(found: Result, level: Level, dice: random.Random) -> Result:
    """One of the lines of a result: the best after chance has added to each."""
    if not level.spread:
        return found
    best = found.position.game.facts.best
    lines = (found, *found.alternatives)
    return max(lines, key=lambda line: line.value + best * dice.gauss(0.0, level.spread))
