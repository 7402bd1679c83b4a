"""Minimax: the value of a state if both sides play their best (Shannon 1950).

    MINIMAX(s) = UTILITY(s, MAX)                       if TERMINAL(s)
                 the largest  MINIMAX(RESULT(s, a))    if MAX is to move
                 the smallest MINIMAX(RESULT(s, a))    if MIN is to move

Every end below the state is looked at: b^m of them, where each of m plies has b moves.
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


def minimax(game: TextbookGame, state: Any, trace: bool = False) -> Decision:
    """The minimax decision in `state`: the first of the best moves."""
    refuse_end(game, state)
    require_two(game, "minimax")
    log, max_player = Log(trace), game.player(state)

    def value(s: Any) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        return max_value(s) if game.player(s) == max_player else min_value(s)

    def max_value(s: Any) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s)):
            v, _ = value(game.result(s, move))
            if v > best:
                best, best_move = v, move
        return log.leave(best), best_move

    def min_value(s: Any) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s)):
            v, _ = value(game.result(s, move))
            if v < best:
                best, best_move = v, move
        return log.leave(best), best_move

    best, best_move = max_value(state)
    return decide(best_move, best, log)
