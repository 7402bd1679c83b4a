"""SPRT, the sequential probability ratio test: stop as soon as one of two hypotheses is accepted.

H0: the player is elo0 points stronger. H1: it is elo1 points stronger. After each pair of games

    LLR = log of   the likelihood of the results under H1 / their likelihood under H0

and the match ends with H1 once LLR >= log((1 - beta) / alpha), with H0 once LLR <= log(beta /
(1 - alpha)). Then the probability of accepting H1 wrongly is alpha, and H0 wrongly is beta (Wald
1945). The distribution of scores is unknown, so each likelihood is the maximum over all
distributions with the hypothetical mean score (the generalised test, GSPRT; Fishtest's pentanomial
model, Van den Bergh). With p the observed shares of the scores, that distribution is

    q_i = p_i / (1 + t (a_i - s)),   t such that the mean of a under q is s

for scores a_i and the hypothetical mean s.
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
"""The count of a score that was never observed. With 0, a mean could be out of reach."""
HALVINGS = 60
"""Steps of the bisection in `_tilt`."""


@dataclass(frozen=True)
class Sprt:
    """The two hypotheses, in Elo points, and the probabilities of accepting each wrongly."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise InputError(
                f"sprt {self.elo0:g} {self.elo1:g}: ELO0 must be less than ELO1, and both between "
                "-1000 and 1000"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise InputError(f"{name}={value:g} must be above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 is accepted, and the LLR at which H1 is."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[float]) -> float:
        """The LLR. `counts`: how often the scores 0, 1/k, …, 1 were observed, 3 or 5 numbers."""
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
        """The hypothesis that is accepted, or None."""
        ratio, (lower, upper) = self.ratio(counts), self.bounds
        return "H1" if ratio >= upper else "H0" if ratio <= lower else None


class SprtInOrder:
    """Applies the test to pairs in the order of the schedule, not in the order they finish.

    So the decision does not depend on the number of workers, and short games do not count first.
    """

    def __init__(self, test: Sprt, games_each: int) -> None:
        self.test, self.games_each = test, games_each
        self.counts = [0] * (2 * games_each + 1)
        self.pairs = 0
        self.verdict: Verdict | None = None
        self._scores: dict[int, list[float]] = {}

    def add(self, number: int, score: float) -> None:
        """Add the score of a game, and test all pairs that are next in the schedule."""
        self._scores.setdefault(number // self.games_each, []).append(score)
        while self.verdict is None and len(self._scores.get(self.pairs, ())) == self.games_each:
            self.counts[round(2 * sum(self._scores.pop(self.pairs)))] += 1
            self.pairs += 1
            self.verdict = self.test.verdict(self.counts)


def _tilt(counts: Sequence[float], scores: Sequence[float], mean: float) -> float:
    """The t of the distribution above: the root of a decreasing function."""
    low, high = -1 / (scores[-1] - mean), 1 / (mean - scores[0])
    for _ in range(HALVINGS):
        t = (low + high) / 2
        off = sum(
            n * (a - mean) / (1 + t * (a - mean)) for n, a in zip(counts, scores, strict=True)
        )
        low, high = (t, high) if off > 0 else (low, t)
    return (low + high) / 2
