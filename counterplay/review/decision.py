"""A decision of a game: the choices with their equities, and what the one that was made lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

DOUBTFUL, BAD, VERY_BAD = 0.04, 0.08, 0.16
"""Losses of equity from which GNU Backgammon marks a decision so."""
GRADES = (("very bad", VERY_BAD), ("bad", BAD), ("doubtful", DOUBTFUL))
"""The worst first."""


@dataclass(frozen=True)
class Choice:
    """What a player could do, and its equity."""

    text: str
    equity: float


@dataclass(frozen=True)
class Decision:
    """A decision.

    ply       how many moves and rolls came before it
    roll      the roll that was played; empty for a decision without one
    played    the place of what was done among the choices
    choices   the best ones, and the one that was made; the best first
    value     the payoff of the best choice
    lost      the payoff that the choice lost
    is_cube   whether it is about the doubling cube
    counts    False if there was no choice (its equity is then not searched), or nobody would think
              of doubling
    """

    ply: int
    player: int
    roll: str
    played: int
    choices: tuple[Choice, ...]
    value: float = 0.0
    lost: float = 0.0
    is_cube: bool = False
    counts: bool = True

    @property
    def loss(self) -> float:
        """The equity that was lost."""
        return self.choices[0].equity - self.choices[self.played].equity

    @property
    def grade(self) -> str:
        """`doubtful`, `bad`, `very bad`, or empty."""
        return next((name for name, least in GRADES if self.loss >= least), "")

    def as_json(self) -> dict[str, Any]:
        return {
            "ply": self.ply,
            "player": self.player,
            "roll": self.roll,
            "played": self.choices[self.played].text,
            "loss": self.loss,
            "lost": self.lost,
            "grade": self.grade,
            "is_cube": self.is_cube,
            "counts": self.counts,
            "choices": [vars(choice) for choice in self.choices],
        }
