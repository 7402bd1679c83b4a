"""Minimax: the value of a state if both players play their best.

The principle is the minimax theorem's (von Neumann 1928; von Neumann and Morgenstern 1944). Shannon
(1950) and Turing (1951) made it a way to play chess.

    MINIMAX(s) = UTILITY(s, MAX)                       if TERMINAL(s)
                 the largest  MINIMAX(RESULT(s, a))    if MAX is to move
                 the smallest MINIMAX(RESULT(s, a))    if MIN is to move

Minimax evaluates every leaf: b^m of them, with b moves at each of m plies.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.arguments import begin
from counterplay.textbook.decision import Decision, TextbookGame, decide


def minimax(game: TextbookGame, state: Any, trace: bool = False) -> Decision:
    """Return the minimax decision: the first of the best moves, and its value."""
    log, max_player = begin(game, state, "minimax", trace=trace)

    def value(s: Any) -> float:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player))
        return (max_value(s) if game.player(s) == max_player else min_value(s))[0]

    def max_value(s: Any) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s)):
            v = value(game.result(s, move))
            if v > best:
                best, best_move = v, move
        return log.leave(best), best_move

    def min_value(s: Any) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s)):
            v = value(game.result(s, move))
            if v < best:
                best, best_move = v, move
        return log.leave(best), best_move

    best, best_move = max_value(state)
    return decide(best_move, best, log)
