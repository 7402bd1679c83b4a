"""An evaluation learned from played games, by categories of features.

The features of a state put it into a category, with all other states that have the same features.
Games are played, and each category keeps the mean of what the games that passed through it paid: if
72 % of them were won (1), 20 % lost (0) and 8 % drawn (1/2), the category is worth

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
"""The category of a state as player p sees it: equal features, equal category."""


@dataclass
class Mean:
    """What some games paid, and how many they were."""

    total: float = 0
    games: int = 0


def expected_value(outcomes: Iterable[tuple[float, float]]) -> float:
    """The sum of probability times payoff."""
    return sum(probability * payoff for probability, payoff in outcomes)


def learned_evaluation(
    game: TextbookGame,
    categories: Categories,
    games: int,
    seed: int,
    start: Any = None,
    players: int = 2,
) -> Evaluate:
    """EVAL(s, p) learned from so many random games: the mean payoff of its category.

    A category that never came up is worth the mean of all games to the player. Games begin at
    `start`, or where `game.initial()` says. The same seed learns the same.
    """
    require_games(games)
    dice = Random(seed)
    means: dict[Hashable, Mean] = {}  # of each player, and of each of its categories
    if start is None:
        start = game.initial()  # type: ignore[attr-defined]
    for _ in range(games):
        line = random_game(game, start, dice)
        for p in range(players):
            payoff = game.utility(line[-1], p)
            for name in (p, *((p, categories(s, p)) for s in line[:-1])):
                kept = means.setdefault(name, Mean())
                kept.total += payoff
                kept.games += 1

    def evaluate(s: Any, p: int) -> float:
        kept = means.get((p, categories(s, p)), means[p])
        return kept.total / kept.games

    return evaluate
