"""Depth-limited alpha-beta whose leaves are judged by random games.

Alpha-beta to depth D. A state at the horizon that is not over is worth the mean payoff of k random
games from there: Monte Carlo stands in for the evaluation, and the plies that are searched see the
traps that pure Monte Carlo falls for. Where the horizon is past the end of the game this is
alpha-beta, and exact. Costs b^(D/2) to b^D times k games.
"""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

from counterplay.textbook.decision import (
    Decision,
    TextbookGame,
    decide,
    refuse_end,
    require_depth,
    require_two,
)
from counterplay.textbook.log import Log
from counterplay.textbook.montecarlo import random_mean, require_games


def rollouts(
    game: TextbookGame,
    state: Any,
    *,
    depth: int = 2,
    trace: bool = False,
    games: int = 20,
    seed: int = 0,
) -> Decision:
    """The decision of alpha-beta, with so many random games at each state on the horizon."""
    require_two(game, "rollouts")
    require_depth(depth)
    require_games(games)
    refuse_end(game, state)
    log, max_player, dice = Log(trace), game.player(state), Random(seed)

    def value(s: Any, alpha: float, beta: float, left: int) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if left == 0:
            return random_mean(game, s, max_player, games, dice, log), None
        if game.player(s) == max_player:
            return max_value(s, alpha, beta, left - 1)
        return min_value(s, alpha, beta, left - 1)

    def max_value(s: Any, alpha: float, beta: float, left: int) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s), alpha, beta):
            v, _ = value(game.result(s, move), alpha, beta, left)
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            alpha = max(alpha, best)
        return log.leave(best), best_move

    def min_value(s: Any, alpha: float, beta: float, left: int) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s), alpha, beta):
            v, _ = value(game.result(s, move), alpha, beta, left)
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            beta = min(beta, best)
        return log.leave(best), best_move

    best, best_move = value(state, -inf, inf, depth)
    return decide(best_move, best, log)
