"""An evaluation learned from games: the mean payoff of states with the same features.

The features of a state put it into a category, together with all states that have the same
features. Games are played, and each category keeps the mean payoff of the games that passed through
it. If 72 % of them were won (1), 20 % lost (0) and 8 % drawn (1/2), the category is worth

    0.72 * 1 + 0.20 * 0 + 0.08 * 1/2 = 0.76
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from counterplay.textbook.decision import Evaluate, TextbookGame
from counterplay.textbook.montecarlo import random_game, require_games

Categories = Callable[[Any, int], Hashable]
"""categories(s, p): the category of a state as player p sees it."""


@dataclass
class Mean:
    """The total payoff of some games, and their number."""

    total: float = 0
    games: int = 0


def expected_value(outcomes: Iterable[tuple[float, float]]) -> float:
    """Return the sum of probability times payoff."""
    return sum(probability * payoff for probability, payoff in outcomes)


def learned_evaluation(
    game: TextbookGame,
    categories: Categories,
    games: int,
    seed: int,
    start: Any = None,
    players: int = 2,
) -> Evaluate:
    """Return EVAL(s, p) learned from random games: the mean payoff of the category of s.

    A category that never occurred is worth the player's mean over all games. Games begin at
    `start`, or at `game.initial()`. The same seed gives the same evaluation.
    """
    require_games(games)
    random = Random(seed)
    means: dict[Hashable, Mean] = {}  # of each player, and of each category of each player
    if start is None:
        start = game.initial()  # type: ignore[attr-defined]
    for _ in range(games):
        states = random_game(game, start, random)
        for p in range(players):
            payoff = game.utility(states[-1], p)
            for category in (p, *((p, categories(s, p)) for s in states[:-1])):
                mean = means.setdefault(category, Mean())
                mean.total += payoff
                mean.games += 1

    def evaluate(s: Any, p: int) -> float:
        mean = means.get((p, categories(s, p)), means[p])
        return mean.total / mean.games

    return evaluate
