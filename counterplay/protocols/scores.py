"""Values in the form of the protocols."""

from __future__ import annotations

from counterplay.core.game.results import Result
from counterplay.core.game.values import is_mean, points
from counterplay.core.game.values import winning_chance as chance_of


def show_score(found: Result, plies_a_move: int = 2) -> str:
    """`cp` and a number, or `mate` and the winner's moves if the game is won or lost.

    The number is in hundredths of the unit of `counted_in` (pawns), or of a point of payoff if the
    size of the payoff counts. Otherwise an evaluation is in the evaluator's own points, and a mean
    over random games or chance in hundredths of a win. Use `plies_a_move=1` for protocols that
    count a mate in plies.
    """
    facts = found.position.game.facts
    is_decided = found.outcome in ("win", "loss") and found.distance is not None
    if is_decided and not facts.scored:
        assert found.distance is not None
        moves = -(-found.distance // plies_a_move)
        return f"mate {moves if found.outcome == 'win' else -moves}"
    bound = {"lower": " lowerbound", "upper": " upperbound"}.get(found.kind, "")
    return f"cp {round(_hundredths(found))}{bound}"


def _hundredths(found: Result) -> float:
    facts = found.position.game.facts
    is_evaluation = found.outcome is None and not is_mean(found)
    if facts.counted_in is not None and is_evaluation:
        return 100 * points(facts, found.value) / facts.counted_in[1]
    if is_evaluation and not facts.scored:
        return points(facts, found.value)
    return 100 * (found.value - facts.even_share)


def winning_chance(found: Result) -> float:
    """A value on a scale from 0, the worst result, to 1, the best."""
    if found.outcome is not None:
        return {"win": 1.0, "draw": 0.5, "loss": 0.0}[found.outcome]
    return chance_of(found.position.game.facts, found.value)
