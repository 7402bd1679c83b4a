"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Reason = Literal["rules", "repetition", "no progress"]


@dataclass(frozen=True)
class GameOutcome:
    """How a game ended.

    payoffs   the payoff of each player
    winner    the player with the highest payoff; None if several have it
    reason    why it ended: by the rules, by repetition, or for lack of progress
    """

    payoffs: tuple[float, ...]
    winner: int | None
    reason: Reason
