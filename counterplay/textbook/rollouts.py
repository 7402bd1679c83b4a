"""Depth-limited alpha-beta that evaluates its leaves by random games.

Alpha-beta to depth D. A non-terminal state at the depth limit is worth the mean payoff of k random
games from there. Monte Carlo replaces the evaluation, and the search sees the traps that pure Monte
Carlo falls for. If the depth limit is beyond the end of the game, this is alpha-beta and exact.
It costs b^(D/2) to b^D times k games.
"""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

from counterplay.textbook.arguments import begin
from counterplay.textbook.decision import Decision, TextbookGame, decide
from counterplay.textbook.montecarlo import random_mean, require_games
from counterplay.textbook.window import best_of


def rollouts(
    game: TextbookGame,
    state: Any,
    *,
    depth: int = 2,
    trace: bool = False,
    games: int = 20,
    seed: int = 0,
) -> Decision:
    """Return the decision of alpha-beta with `games` random games at each state on the horizon."""
    require_games(games)
    log, max_player = begin(game, state, "rollouts", depth, trace)
    random = Random(seed)

    def value(s: Any, remaining: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if remaining == 0:
            return random_mean(game, s, max_player, games, random, log), None

        def child(move: Any, alpha: float, beta: float) -> float:
            return value(game.result(s, move), remaining - 1, alpha, beta)[0]

        is_max = game.player(s) == max_player
        return best_of(log, is_max, game.actions(s), child, alpha, beta)

    best, best_move = value(state, depth, -inf, inf)
    return decide(best_move, best, log)
