"""The sequential probability ratio test: stop as soon as the games say which of two claims holds.

H0: the player is elo0 points stronger. H1: it is elo1 points stronger. After each pair of games

    LLR = log of   the likelihood of the results under H1 / their likelihood under H0

and the match ends with H1 once LLR >= log((1 - beta) / alpha), with H0 once LLR <= log(beta /
(1 - alpha)): then H1 is taken wrongly with probability alpha, H0 with beta (Wald 1945). How draws
and pairs are distributed is not known, so each likelihood is the greatest that any distribution
with the claimed mean score gives (the generalised test, GSPRT; Fishtest's pentanomial model, Van
den Bergh). With p the shares of the scores seen, that distribution is

    q_i = p_i / (1 + t (a_i - s)),   t such that the mean of a under q is s

for scores a_i and the claimed mean s.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from counterplay.arena.elo import expected_score
from counterplay.core.game.errors import InputError

Verdict = Literal["H0", "H1"]

UNSEEN = 1e-3
"""The count of a score that has not come up; without it no distribution need have the mean."""
HALVINGS = 60


@dataclass(frozen=True)
class Sprt:
    """The two claims, in Elo points, and how often each may be taken wrongly."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise InputError(
                f"sprt {self.elo0:g} {self.elo1:g}: the first number of Elo points has to be "
                "below the second, both within 1000"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise InputError(f"{name}={value:g} must be a probability above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 is taken, and that at which H1 is."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[float]) -> float:
        """LLR, from how often the scores 0, 1/k, …, 1 came up: of games (3) or of pairs (5)."""
        if not any(counts):
            return 0.0
        seen = [max(count, UNSEEN) for count in counts]
        scores = [i / (len(seen) - 1) for i in range(len(seen))]
        s0, s1 = expected_score(self.elo0), expected_score(self.elo1)
        t0, t1 = _tilt(seen, scores, s0), _tilt(seen, scores, s1)
        return sum(
            count * math.log((1 + t0 * (a - s0)) / (1 + t1 * (a - s1)))
            for count, a in zip(seen, scores, strict=True)
        )

    def verdict(self, counts: Sequence[float]) -> Verdict | None:
        """Which claim the results speak for clearly enough, if either."""
        ratio, (lower, upper) = self.ratio(counts), self.bounds
        return "H1" if ratio >= upper else "H0" if ratio <= lower else None


class InOrder:
    """The test over pairs in the order of the schedule, in whichever order they are finished.

    So the decision does not depend on how many games are played at once, and games that end
    quickly are not counted before their turn.
    """

    def __init__(self, test: Sprt, games_each: int) -> None:
        self.test, self.games_each = test, games_each
        self.counts = [0] * (2 * games_each + 1)
        self.pairs = 0
        self.verdict: Verdict | None = None
        self._scores: dict[int, list[float]] = {}

    def add(self, number: int, score: float) -> None:
        """Take in the score of a game; judge all pairs whose turn has come."""
        self._scores.setdefault(number // self.games_each, []).append(score)
        while self.verdict is None and len(self._scores.get(self.pairs, ())) == self.games_each:
            self.counts[round(2 * sum(self._scores.pop(self.pairs)))] += 1
            self.pairs += 1
            self.verdict = self.test.verdict(self.counts)


def _tilt(counts: Sequence[float], scores: Sequence[float], mean: float) -> float:
    """The t that gives the distribution above the mean: the root of a falling function."""
    low, high = -1 / (scores[-1] - mean), 1 / (mean - scores[0])
    for _ in range(HALVINGS):
        t = (low + high) / 2
        off = sum(
            n * (a - mean) / (1 + t * (a - mean)) for n, a in zip(counts, scores, strict=True)
        )
        low, high = (t, high) if off > 0 else (low, t)
    return (low + high) / 2
