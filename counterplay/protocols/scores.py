"""Values as protocols write them."""

from __future__ import annotations

from counterplay.core.game.results import Result


def show_score(found: Result, plies_a_move: int = 2) -> str:
    """`cp` and hundredths, or `mate` in so many moves of the winner where the game is won or lost.

    Hundredths are of what people count an advantage in, or of a point of payoff. Some count a mate
    in plies: then `plies_a_move` is 1.
    """
    facts = found.position.game.facts
    is_decided = found.outcome in ("win", "loss") and found.distance is not None
    if is_decided and not facts.scored:
        assert found.distance is not None
        moves = -(-found.distance // plies_a_move)
        return f"mate {moves if found.outcome == 'win' else -moves}"
    one = facts.unit if facts.counted_in is None else facts.counted_in[1]
    points = round(100 * (found.value - facts.even_share) * facts.unit / one)
    bound = {"lower": " lowerbound", "upper": " upperbound"}.get(found.kind, "")
    return f"cp {points}{bound}"


def winning_chance(found: Result) -> float:
    """Where a value lies between the worst that can happen, 0, and the best, 1."""
    if found.outcome is not None:
        return {"win": 1.0, "draw": 0.5, "loss": 0.0}[found.outcome]
    facts = found.position.game.facts
    span = facts.best - facts.even_share
    chance = 0.5 + (found.value - facts.even_share) / (2 * span) if span > 0 else 0.5
    return min(max(chance, 0.0), 1.0)
