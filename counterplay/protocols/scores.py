"""Values in the form of the protocols."""

from __future__ import annotations

from counterplay.core.game.results import Result


def show_score(found: Result, plies_a_move: int = 2) -> str:
    """`cp` and hundredths, or `mate` and the winner's moves if the game is won or lost.

    The hundredths are those of `counted_in` (pawns), or of a point of payoff. Use `plies_a_move=1`
    for protocols that count a mate in plies.
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
    """A value on a scale from 0, the worst result, to 1, the best."""
    if found.outcome is not None:
        return {"win": 1.0, "draw": 0.5, "loss": 0.0}[found.outcome]
    facts = found.position.game.facts
    span = facts.best - facts.even_share
    chance = 0.5 + (found.value - facts.even_share) / (2 * span) if span > 0 else 0.5
    return min(max(chance, 0.0), 1.0)
