"""Fail-hard alpha-beta: no value leaves the window, as in the lecture notes (Knuth and Moore 1975).

    MAX-VALUE(s, alpha, beta) = alpha   if s is worth at most alpha
                                beta    if s is worth at least beta
                                MINIMAX(s) in between

and MIN-VALUE the same, with the roles of the two bounds changed. A node raises alpha (or lowers
beta) by itself and returns it: there is no separate `best`. It looks at the same ends as the
fail-soft form of `alphabeta` and comes to the same decision; only what a node says of itself
where it was cut off, or failed, is coarser: "at least beta" in place of a possibly better bound.

The two functions have different bodies, and the test is `>=`: a node worth just beta is cut off
too, since MIN already has a choice as good. With the best move first at every node about b^(m/2)
ends are looked at in place of b^m.
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


def alphabeta_hard(game: TextbookGame, state: Any, *, trace: bool = False) -> Decision:
    """The same decision as alpha-beta, by values clamped to the window."""
    require_two(game, "alpha-beta")
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)

    def value(s: Any, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if game.player(s) == max_player:
            return max_value(s, alpha, beta)
        return min_value(s, alpha, beta)

    def max_value(s: Any, alpha: float, beta: float) -> tuple[float, Any]:
        best_move = None
        for move in log.open("max", game.actions(s), alpha, beta):
            v, _ = value(game.result(s, move), alpha, beta)
            if v > alpha:
                alpha, best_move = v, move
            if alpha >= beta:
                log.cut(f"{alpha} >= beta {beta}: MIN will not let it come to this")
                return log.leave(beta), best_move
        return log.leave(alpha), best_move

    def min_value(s: Any, alpha: float, beta: float) -> tuple[float, Any]:
        best_move = None
        for move in log.open("min", game.actions(s), alpha, beta):
            v, _ = value(game.result(s, move), alpha, beta)
            if v < beta:
                beta, best_move = v, move
            if beta <= alpha:
                log.cut(f"{beta} <= alpha {alpha}: MAX will not let it come to this")
                return log.leave(alpha), best_move
        return log.leave(beta), best_move

    best, best_move = max_value(state, -inf, inf)
    return decide(best_move, best, log)
