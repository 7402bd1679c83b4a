"""Fail-hard alpha-beta: every value stays inside the window (Knuth and Moore 1975).

    MAX-VALUE(s, alpha, beta) = alpha        if s is worth alpha or less
                                beta         if s is worth beta or more
                                MINIMAX(s)   otherwise

MIN-VALUE is the same with alpha and beta exchanged. A MAX node raises alpha and returns it, a MIN
node lowers beta and returns it; there is no separate `best`, as in the lecture notes.

It evaluates the same leaves as the fail-soft form in `alphabeta` and returns the same decision.
Only the bounds are weaker: a node that is cut off returns beta, even if its value is known to be
higher.

The test is `>=`, not `>`: a node worth exactly beta is cut off as well, because MIN already has a
choice that is as good. With the best move first at every node it evaluates about b^(m/2) leaves
instead of b^m.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.arguments import begin
from counterplay.textbook.decision import Decision, TextbookGame, decide


def alphabeta_hard(game: TextbookGame, state: Any, *, trace: bool = False) -> Decision:
    """Return the same decision as alpha-beta, with values clamped to the window."""
    log, max_player = begin(game, state, "alpha-beta", trace=trace)

    def value(s: Any, alpha: float, beta: float) -> float:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player))
        search = max_value if game.player(s) == max_player else min_value
        return search(s, alpha, beta)[0]

    def max_value(s: Any, alpha: float, beta: float) -> tuple[float, Any]:
        best_move = None
        for move in log.open("max", game.actions(s), alpha, beta):
            v = value(game.result(s, move), alpha, beta)
            if v > alpha:
                alpha, best_move = v, move
            if alpha >= beta:
                log.cut(f"{alpha} >= beta {beta}: MIN will not let it come to this")
                return log.leave(beta), best_move
        return log.leave(alpha), best_move

    def min_value(s: Any, alpha: float, beta: float) -> tuple[float, Any]:
        best_move = None
        for move in log.open("min", game.actions(s), alpha, beta):
            v = value(game.result(s, move), alpha, beta)
            if v < beta:
                beta, best_move = v, move
            if beta <= alpha:
                log.cut(f"{beta} <= alpha {alpha}: MAX will not let it come to this")
                return log.leave(alpha), best_move
        return log.leave(beta), best_move

    best, best_move = max_value(state, -inf, inf)
    return decide(best_move, best, log)
