"""The result of a match: the score, the Elo difference, and the games."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from html import escape
from typing import Any

from counterplay.arena.record import Record
from counterplay.arena.sprt import Sprt, Verdict
from counterplay.presentation.html_table import table_html


@dataclass(frozen=True)
class SprtResult:
    """The state of a sequential test: its log-likelihood ratio, and the verdict if there is one."""

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
    """The averages of one player over all its moves. None if the player does not report a number.

    `payoff` is its mean payoff over the games without a forfeit.
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
    """The result of a match, from the view of the first player.

    pace       the limit of players without their own limit, as text
    planned    the number of games; fewer were played if the match was stopped or decided early
    pairs      how many openings gave the first player 0, ½, 1, … points. With two seats these are
               five numbers, from two losses to two wins
    score      the share of the points, from 0 to 1
    elo        the Elo difference that matches the score of the finished openings; elo_low and
               elo_high bound its 95 % interval. Infinite if the score is 0 or 1
    los        the likelihood of superiority: that the first player is the stronger one
    margin     in scored games, the mean payoff above the opponent's, and its 95 % error
    points     in scored games of two players with a constant total, the mean payoff above an even
               share, and its 95 % error: points per game
    endings    the number of games by ending, with the name of the player after a forfeit
    faults     games that a player lost by an illegal move or an error
    uncounted  games that finished after the sequential test had decided
    finished   True if all games were played, or the test has decided
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
    points: tuple[float, float] | None
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
        """Half the width of the interval. None if it is infinite."""
        if self.elo_low is None or self.elo_high is None:
            return None
        half = (self.elo_high - self.elo_low) / 2
        return half if math.isfinite(half) else None

    def as_json(self) -> dict[str, Any]:
        """The fields as plain values without the games. Infinite numbers become None."""
        shown = {name: value for name, value in vars(self).items() if name != "games"}
        shown |= {name: _finite(shown[name]) for name in ("elo", "elo_low", "elo_high")}
        return shown | {
            "played": self.played,
            "sides": [side.as_json() for side in self.sides],
            "pairs": list(self.pairs),
            "margin": list(self.margin) if self.margin else None,
            "points": list(self.points) if self.points else None,
            "sprt": self.sprt.as_json() if self.sprt else None,
            "endings": dict(self.endings),
        }

    def __str__(self) -> str:
        one, other = (side.name for side in self.sides)
        points = f"+{self.wins} ={self.draws} -{self.losses}"
        return f"{one} against {other}: {points}, {elo_text(self)}"

    def _repr_html_(self) -> str:
        """The score and what it says, for notebooks."""
        one, other = self.names
        score = "" if self.score is None else f"{self.score:.1%}"
        row = (f"{one} – {other}", self.wins, self.draws, self.losses, score, elo_text(self))
        table = table_html(("players", "won", "drawn", "lost", "score", "difference"), [row])
        return f"<p>{escape(f'{self.game}, {self.pace}')}</p>{table}"


def elo_text(result: MatchResult) -> str:
    """`Elo +35 ±26`; only one bound after a score of 0 or 1."""
    if result.elo is None or result.elo_low is None or result.elo_high is None:
        return "Elo unknown"
    if result.elo_error is not None:
        return f"Elo {round(result.elo):+d} ±{result.elo_error:.0f}"
    if result.elo_low == -math.inf:
        return f"Elo below {result.elo_high:+.0f}"
    return f"Elo above {result.elo_low:+.0f}"


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
