"""Expectiminimax: minimax where dice or cards decide as well (Michie 1966).

    EXPECTIMINIMAX(s) = UTILITY(s, MAX)                                   if TERMINAL(s)
                        the largest  EXPECTIMINIMAX(RESULT(s, a))         if MAX is to move
                        the smallest EXPECTIMINIMAX(RESULT(s, a))         if MIN is to move
                        the sum of P(r) * EXPECTIMINIMAX(RESULT(s, r))    if chance is to move

The probabilities add up to 1, so the sum is the mean already: nothing is divided by the number of
outcomes. Unlike in minimax the size of payoffs matters, not only their order. With n outcomes
between any two plies there are b^m n^m ends, and all are looked at; `star` leaves some out.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.decision import (
    CHANCE,
    ChanceGame,
    Decision,
    Evaluate,
    decide,
    refuse_end,
    require_depth,
    require_two,
)
from counterplay.textbook.log import Log


def expectiminimax(
    game: ChanceGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
) -> Decision:
    """The move that earns the most on average; a move of chance counts as a ply."""
    require_two(game, "expectiminimax", chance=True)
    require_depth(depth)
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)

    def value(s: Any, left: int | None) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if left == 0:
            return log.leaf(evaluate(s, max_player) if evaluate else 0), None
        left = None if left is None else left - 1
        if game.player(s) == CHANCE:
            return chance_value(s, left), None
        return max_value(s, left) if game.player(s) == max_player else min_value(s, left)

    def max_value(s: Any, left: int | None) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s)):
            v, _ = value(game.result(s, move), left)
            if v > best:
                best, best_move = v, move
        return log.leave(best), best_move

    def min_value(s: Any, left: int | None) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s)):
            v, _ = value(game.result(s, move), left)
            if v < best:
                best, best_move = v, move
        return log.leave(best), best_move

    def chance_value(s: Any, left: int | None) -> float:
        outcomes, odds = zip(*game.chance(s), strict=True)
        mean: float = 0
        opened = log.open("chance", outcomes, note=f"probabilities {odds}")
        for outcome, probability in zip(opened, odds, strict=True):
            v, _ = value(game.result(s, outcome), left)
            mean += probability * v
        return log.leave(mean)

    best, best_move = value(state, depth)
    return decide(best_move, best, log)
