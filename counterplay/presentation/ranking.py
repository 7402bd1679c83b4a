"""Ranked moves of games with dice: the equity of each, and what it loses against the best.

The equity is the mean of the payoff. If only the winner matters, it is told as a winning chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.facts import Facts
from counterplay.core.game.results import Result
from counterplay.core.game.values import winning_chance

LINES = 5
"""The moves that are shown."""


def is_ranked(facts: Facts) -> bool:
    """Whether moves are compared by their equity: two players with a constant sum, and chance."""
    return facts.chance and facts.players == 2 and facts.total is not None


def ranked(result: Result) -> Sequence[Result]:
    """The best move and the next best ones."""
    return (result, *result.alternatives)


def equity_text(result: Result) -> str:
    """The equity for the side to move: `+0.123`; a winning chance if only the winner matters."""
    facts = result.position.game.facts
    if facts.scored:
        return f"{result.value + 0.0:+.3f}"
    return f"{100 * winning_chance(facts, result.value):.1f} %"


def loss_of(line: Result, best: Result) -> float:
    """What a move loses against the best one, as a payoff."""
    return max(best.value - line.value, 0.0)


def loss_text(facts: Facts, loss: float) -> str:
    """A loss in the unit of `equity_text`: `-0.045`, `-2.3 %`."""
    if facts.scored:
        return f"-{loss:.3f}"
    lost = winning_chance(facts, facts.best) - winning_chance(facts, facts.best - loss)
    return f"-{100 * lost:.1f} %"
