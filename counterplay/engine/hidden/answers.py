"""The answer of a search with hidden information: the moves, ranked, with their mean payoffs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from counterplay.core.bits.casts import tidy
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result


def ranked_result(
    position: Position,
    ranked: Sequence[tuple[int, float]],
    *,
    depth: int,
    nodes: int,
    seconds: float,
    method: str,
) -> Result:
    """The first of the ranked moves as a result, the others as its alternatives.

    Each move comes with the mean payoff of the player to move. With more than two players, those of
    the others are not known: they share what is left.
    """
    facts = position.game.facts
    results = []
    for move, value in ranked:
        total = facts.even_share * facts.players if facts.total is None else facts.total
        left = (total - value) / max(facts.players - 1, 1)
        values = [value if p == position.turn else left for p in range(facts.players)]
        results.append(
            Result(
                position=position,
                move=move,
                value=tidy(value),
                values=tuple(map(tidy, values)),
                kind="estimate",
                outcome=None,
                distance=None,
                line=(move,),
                depth=depth,
                nodes=nodes,
                seconds=seconds,
                method=method,
            )
        )
    return replace(results[0], alternatives=tuple(results[1:]))
