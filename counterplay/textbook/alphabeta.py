"""Alpha-beta: minimax without the moves that cannot change the decision (Knuth and Moore 1975).

    alpha   the value that MAX can already get by an earlier choice on the path to this node
    beta    the value that MIN can already get by an earlier choice on the path to this node

If a node is worth beta or more, MIN avoids it. If it is worth alpha or less, MAX avoids it. In
both cases its remaining moves are not searched: a cutoff. With the best move first at every node,
alpha-beta evaluates about b^(m/2) leaves instead of b^m.

This is the fail-soft form, as in the book: a node returns the best value it has seen. After a
cutoff that value is only a bound. So the best move is remembered when it is found. Looking it up
later by its value would be wrong: a sibling that was cut off can show the same number.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.arguments import begin
from counterplay.textbook.decision import Decision, TextbookGame, decide


def alphabeta(game: TextbookGame, state: Any, trace: bool = False) -> Decision:
    """Return the same decision as minimax, from fewer leaves."""
    log, max_player = begin(game, state, "alphabeta", trace=trace)

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
