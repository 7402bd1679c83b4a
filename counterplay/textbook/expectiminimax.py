"""Expectiminimax: minimax with chance nodes, where dice or cards decide (Michie 1966).

    EXPECTIMINIMAX(s) = UTILITY(s, MAX)                                   if TERMINAL(s)
                        the largest  EXPECTIMINIMAX(RESULT(s, a))         if MAX is to move
                        the smallest EXPECTIMINIMAX(RESULT(s, a))         if MIN is to move
                        the sum of P(r) * EXPECTIMINIMAX(RESULT(s, r))    if chance is to move

The probabilities add up to 1, so the sum is the mean: do not divide by the number of outcomes.
Unlike in minimax, the size of payoffs matters and not only their order. With n outcomes between any
two plies there are b^m n^m leaves, and all are evaluated; `star` prunes some.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.arguments import begin, depth_limit, state_value
from counterplay.textbook.decision import CHANCE, ChanceGame, Decision, Evaluate, decide


def expectiminimax(
    game: ChanceGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
) -> Decision:
    """Return the move with the largest expected payoff. A chance node counts as a ply."""
    log, max_player = begin(game, state, "expectiminimax", depth, trace, chance=True)
    leaf_value = state_value(game, evaluate, max_player)

    def value(s: Any, remaining: float) -> tuple[float, Any]:
        if game.terminal(s) or remaining == 0:
            return log.leaf(leaf_value(s)), None
        if game.player(s) == CHANCE:
            return chance_value(s, remaining - 1), None
        search = max_value if game.player(s) == max_player else min_value
        return search(s, remaining - 1)

    def max_value(s: Any, remaining: float) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s)):
            v, _ = value(game.result(s, move), remaining)
            if v > best:
                best, best_move = v, move
        return log.leave(best), best_move

    def min_value(s: Any, remaining: float) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s)):
            v, _ = value(game.result(s, move), remaining)
            if v < best:
                best, best_move = v, move
        return log.leave(best), best_move

    def chance_value(s: Any, remaining: float) -> float:
        outcomes, probabilities = zip(*game.chance(s), strict=True)
        mean: float = 0
        opened = log.open("chance", outcomes, note=f"probabilities {probabilities}")
        for outcome, probability in zip(opened, probabilities, strict=True):
            v, _ = value(game.result(s, outcome), remaining)
            mean += probability * v
        return log.leave(mean)

    best, best_move = value(state, depth_limit(depth))
    return decide(best_move, best, log)
