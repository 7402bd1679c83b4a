"""How much of a move's time to take: more while searches disagree, less once they agree."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.engine.alphabeta.answers import Line

PARTS = (2.0, 1.6, 1.3, 1.1, 1.0, 0.9, 0.8)
"""Of the time that a move has, by how many searches in a row have agreed with the one before; by
hand."""

FALLEN = 1.3
"""So many times as much after a value that fell by a margin: there may be a way out."""


@dataclass
class Doubt:
    """Looks on as searches get deeper; `margin` are the points that matter."""

    margin: int
    agreed: int = 0
    last: Line | None = None

    def part(self, line: Line) -> float:
        """The part of the move's time to take, after a search that found this line."""
        before, self.last = self.last, line
        if before is None:
            return PARTS[0]
        self.agreed = self.agreed + 1 if before.moves[:1] == line.moves[:1] else 0
        part = PARTS[min(self.agreed, len(PARTS) - 1)]
        return part * FALLEN if line.value <= before.value - self.margin else part
