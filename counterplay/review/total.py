"""The errors of a player over many decisions: how many, how much they lost, and a rating."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from counterplay.review.decision import GRADES, Decision

RATINGS = (
    (0.002, "supernatural"),
    (0.005, "world class"),
    (0.008, "expert"),
    (0.012, "advanced"),
    (0.018, "intermediate"),
    (0.026, "casual player"),
    (0.035, "beginner"),
)
"""The ratings of GNU Backgammon, by the equity that a player loses per decision."""
LOWEST = "awful"


@dataclass(frozen=True)
class Total:
    """The decisions of one player.

    decisions   those that count: with a choice, and close or actual ones about the cube
    loss, lost  the equity and the payoff that were lost
    grades      how many decisions were very bad, bad and doubtful
    """

    decisions: int
    loss: float
    lost: float
    grades: dict[str, int]

    @property
    def rate(self) -> float:
        """The equity lost per decision."""
        return self.loss / max(self.decisions, 1)

    @property
    def rating(self) -> str:
        """A word for the rate, as GNU Backgammon has it; empty without decisions."""
        if not self.decisions:
            return ""
        return next((name for most, name in RATINGS if self.rate < most), LOWEST)

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "rate": self.rate, "rating": self.rating}


def total_of(decisions: Iterable[Decision]) -> Total:
    """The total of some decisions."""
    listed = [one for one in decisions if one.counts]
    return Total(
        decisions=len(listed),
        loss=sum(one.loss for one in listed),
        lost=sum(one.lost for one in listed),
        grades={name: sum(one.grade == name for one in listed) for name, _ in GRADES},
    )
