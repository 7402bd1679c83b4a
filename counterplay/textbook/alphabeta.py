"""Alpha-beta: minimax without the moves that cannot matter (Knuth and Moore 1975).

    alpha   what MAX is sure of by an earlier choice on the way here
    beta    what MIN is sure of by an earlier choice on the way here

Once a node is worth at least beta, MIN will not let the game come to it; once it is worth at most
alpha, MAX will not. Either way its other moves are left out. With the best move first at every
node about b^(m/2) ends are looked at in place of b^m.

Fail-soft, as in the book: a node returns the best value it has seen, which is only a bound where
moves were left out. That is why the best move is kept as it is found, and not looked up by its
value afterwards: a sibling that was cut off may show the same number.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.decision import (
    Decision,
    TextbookGame,
    decide,
    refuse_end,
    require_two,
)
from counterplay.textbook.log import Log


def alphabeta(game: TextbookGame, state: Any, trace: bool = False) -> Decision:
    """The same decision as minimax, by a look at fewer ends."""
    refuse_end(game, state)
    require_two(game, "alphabeta")
    log, max_player = Log(trace), game.player(state)

    def value(s: Any, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if game.player(s) == max_player:
            return max_value(s, alpha, beta)
        return min_value(s, alpha, beta)

    def max_value(s: Any, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s), alpha, beta):
            v, _ = value(game.result(s, move), alpha, beta)
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            alpha = max(alpha, best)
        return log.leave(best), best_move

    def min_value(s: Any, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s), alpha, beta):
            v, _ = value(game.result(s, move), alpha, beta)
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            beta = min(beta, best)
        return log.leave(best), best_move

    best, best_move = max_value(state, -inf, inf)
    return decide(best_move, best, log)
