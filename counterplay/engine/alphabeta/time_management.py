"""Time management: use more time while the iterations disagree, less once they agree."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.engine.alphabeta.answers import Line

SHARES = (2.0, 1.6, 1.3, 1.1, 1.0, 0.9, 0.8)
"""Parts of a move's time, by the number of iterations in a row with the same best move. Tuned by
hand."""

FALLEN = 1.3
"""A factor after the value has fallen by a margin: there may be a better move to find."""


@dataclass
class TimeManager:
    """Follows the iterations of one search; `margin` is the number of points that matter."""

    margin: int
    agreed: int = 0
    last: Line | None = None

    def share(self, line: Line) -> float:
        """The part of the move's time to use, after an iteration that found this line."""
        before, self.last = self.last, line
        if before is None:
            return SHARES[0]
        self.agreed = self.agreed + 1 if before.moves[:1] == line.moves[:1] else 0
        share = SHARES[min(self.agreed, len(SHARES) - 1)]
        return share * FALLEN if line.value <= before.value - self.margin else share
