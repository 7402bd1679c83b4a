"""Results of searches and of games, as the page shows them."""

from __future__ import annotations

import math
from typing import Any

from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.core.game.values import RANDOM_GAMES, is_duel, is_unknown, points, value_text
from counterplay.presentation.ranking import is_ranked, loss_of, ranked
from counterplay.presentation.words import count, ending
from counterplay.review.equity import equity_text, loss_text

LONGEST_LINE = 24
"""The most moves of a line that is shown."""
POINTS = 100
"""Score points of one unit of the evaluation, if the game does not say."""
STEEPNESS = 4
"""An evaluation of +4 is an expected result of ten to one."""
BOUNDS = {"exact": "", "lower": "≥ ", "upper": "≤ ", "estimate": ""}


def ending_text(position: Position, loser: int | None, fault: str, is_agreed: bool = False) -> str:
    """How a game ended; empty while it goes on. `loser` is a player who resigned or forfeited."""
    names = position.game.facts.names
    if is_agreed:
        return "Draw by agreement"
    if loser is not None:
        others = [name for p, name in enumerate(names) if p != loser]
        winner = f", {others[0]} wins" if len(others) == 1 else ""
        reason = f" loses ({fault})" if fault else " resigns"
        return f"{names[loser]}{reason}{winner}"
    return ending(position, names) if position.is_over else ""


def evaluation_text(result: Result) -> str:
    """The evaluation for the side to move: `win in 5 plies`, `draw`, `+6.6`.

    Known results are words. Estimates are in the unit of the game, means in per cent.
    """
    shown = BOUNDS[result.kind] + value_text(result, short=True)
    if is_unknown(result):
        return value_text(result)
    if not is_duel(result.position.game.facts):
        return f"{result.outcome}: {shown}" if result.outcome else shown
    if result.outcome is not None:
        if result.outcome == "draw" or result.distance is None:
            return result.outcome
        return f"{result.outcome} in {count(result.distance, 'plies')}"
    return shown


def share(result: Result) -> float:
    """The evaluation for the first player from 0 to 1, for the bar and the graph."""
    facts = result.position.game.facts
    above = result.values[0] - facts.even_share
    if facts.players == 2 and not facts.scored and not is_ranked(facts):
        if result.outcome is not None:
            return 0.5 + 0.5 * ((above > 0) - (above < 0))
        if result.method not in RANDOM_GAMES:
            return float(1 / (1 + 10 ** (-_units(result, result.values[0]) / STEEPNESS)))
    return payoff_share(result.position, result.values[0])


def payoff_share(position: Position, payoff: float) -> float:
    """A payoff of the first player from 0 to 1: 0.5 is an even share, 1 the best payoff.

    With dice, the best payoff can be far from the usual ones: a point is 0.88, two are 0.98.
    """
    facts = position.game.facts
    if facts.scored and is_ranked(facts):
        return 0.5 + 0.5 * math.tanh(payoff - facts.even_share)
    best = facts.best - facts.even_share or 1
    return min(max(0.5 + 0.5 * (payoff - facts.even_share) / best, 0.0), 1.0)


def _units(result: Result, value: float) -> float:
    """A value in the units that players count in, as pawns, above an even share."""
    facts = result.position.game.facts
    return points(facts, value) / (facts.counted_in[1] if facts.counted_in else POINTS)


def result_json(result: Result) -> dict[str, Any]:
    """A result for the page, with its best lines."""
    facts = result.position.game.facts
    has_equity = is_ranked(facts) and not is_unknown(result)
    losses = [loss_text(result.position, loss_of(line, result)) for line in ranked(result)]
    is_proven = result.source == "search" and result.kind == "exact"
    return {
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        "source": "proven" if is_proven else result.source,
        "method": result.method,
        "share": round(share(result), 4),
        "lines": [
            {
                "verdict": equity_text(line) if has_equity else evaluation_text(line),
                "loss": losses[n] if has_equity and n else "",
                "share": round(share(line), 4),
                "moves": list(line.line_text)[:LONGEST_LINE],
            }
            for n, line in enumerate(ranked(result))
        ],
    }
