"""What a match has come to: the score, what it says, and the games it is made of."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from counterplay.arena.record import Record
from counterplay.arena.sprt import Sprt, Verdict


@dataclass(frozen=True)
class SprtResult:
    """Where a sequential test stands: LLR between its bounds, or a verdict."""

    test: Sprt
    ratio: float
    verdict: Verdict | None

    def as_json(self) -> dict[str, Any]:
        lower, upper = self.test.bounds
        return {
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "alpha": self.test.alpha,
            "beta": self.test.beta,
            "llr": self.ratio,
            "lower": lower,
            "upper": upper,
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class Side:
    """One player of a match, over all its moves; None where it does not count something.

    payoff is its mean over the games that were played to their end.
    """

    name: str
    spec: str
    moves: int
    depth: float | None
    nodes_per_second: float | None
    seconds_per_move: float | None
    payoff: float | None

    def as_json(self) -> dict[str, Any]:
        return dict(vars(self))


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, as the first of its players sees it.

    pace       how long players without a limit of their own think
    planned    games that the match is to have; fewer are counted where it was stopped or decided
    pairs      how many openings brought the first player 0, ½, 1, … points: for two players five
               numbers, from two losses to two wins
    score      its share of the points
    elo        the difference that goes with the score of the finished pairs, and the interval from
               elo_low to elo_high that holds the true one with 95 % confidence; infinite at 0 and 1
    los        the likelihood that the first player is the stronger one
    margin     in scored games, its mean payoff above its opponent's, and the 95 % error of that
    endings    how many games ended in which way, and through whom where a player forfeited
    uncounted  games that were finished after the sequential test had decided
    finished   whether the match came to its end: all games, or a verdict
    """

    game: str
    pace: str
    sides: tuple[Side, Side]
    planned: int
    wins: int
    draws: int
    losses: int
    pairs: tuple[int, ...]
    score: float | None
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    los: float | None
    margin: tuple[float, float] | None
    sprt: SprtResult | None
    endings: tuple[tuple[str, int], ...]
    faults: int
    uncounted: int
    finished: bool
    out: str | None
    games: tuple[Record, ...] = field(default=(), repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(side.name for side in self.sides)

    @property
    def played(self) -> int:
        """The number of games that count."""
        return self.wins + self.draws + self.losses

    @property
    def elo_error(self) -> float | None:
        """Half the width of the interval, where it is finite."""
        if self.elo_low is None or self.elo_high is None:
            return None
        half = (self.elo_high - self.elo_low) / 2
        return half if math.isfinite(half) else None

    def as_json(self) -> dict[str, Any]:
        """The fields as plain values, without the games; infinite ones are None."""
        shown = {name: value for name, value in vars(self).items() if name != "games"}
        shown |= {name: _finite(shown[name]) for name in ("elo", "elo_low", "elo_high")}
        return shown | {
            "played": self.played,
            "sides": [side.as_json() for side in self.sides],
            "pairs": list(self.pairs),
            "margin": list(self.margin) if self.margin else None,
            "sprt": self.sprt.as_json() if self.sprt else None,
            "endings": dict(self.endings),
        }

    def __str__(self) -> str:
        one, other = (side.name for side in self.sides)
        points = f"+{self.wins} ={self.draws} -{self.losses}"
        return f"{one} against {other}: {points}, {elo_text(self)}"


def elo_text(result: MatchResult) -> str:
    """`Elo +35 ±26`, or as much of it as is known."""
    if result.elo is None or result.elo_low is None or result.elo_high is None:
        return "Elo not known yet"
    if result.elo_error is not None:
        return f"Elo {round(result.elo):+d} ±{result.elo_error:.0f}"
    if result.elo_low == -math.inf:
        return f"Elo below {result.elo_high:+.0f}"
    return f"Elo above {result.elo_low:+.0f}"


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
