"""H-minimax: minimax to a depth limit, then a static evaluation (Shannon 1950).

    H-MINIMAX(s, d) = UTILITY(s, MAX)                               if TERMINAL(s)
                      EVAL(s, MAX)                                  if CUTOFF-TEST(s, d)
                      the largest  H-MINIMAX(RESULT(s, a), d + 1)   if MAX is to move
                      the smallest H-MINIMAX(RESULT(s, a), d + 1)   if MIN is to move

The cutoff test is a depth limit, or any function of the state and its depth, for example "not while
there is a capture". A terminal state always gets its payoff: an evaluation that disagrees with it
would lose won games. The root is never cut off, because a move has to be chosen.

To depth d, H-minimax evaluates b^d states, no matter how long the game is.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from counterplay.textbook.arguments import begin, no_evaluation
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide

Cutoff = Callable[[Any, int], bool]
"""CUTOFF-TEST(s, d): whether the search stops at s, d plies below the root."""


def hminimax(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    cutoff: Cutoff | None = None,
) -> Decision:
    """Return the minimax decision on the tree above the cutoff."""
    log, max_player = begin(game, state, "H-minimax", depth, trace)
    evaluation = evaluate or no_evaluation
    is_cut_off = cutoff_test(depth, cutoff)

    def value(s: Any, d: int) -> float:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player))
        if is_cut_off(s, d):
            return log.leaf(evaluation(s, max_player), f"cut off at depth {d}")
        return (max_value(s, d) if game.player(s) == max_player else min_value(s, d))[0]

    def max_value(s: Any, d: int) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s)):
            v = value(game.result(s, move), d + 1)
            if v > best:
                best, best_move = v, move
        return log.leave(best), best_move

    def min_value(s: Any, d: int) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s)):
            v = value(game.result(s, move), d + 1)
            if v < best:
                best, best_move = v, move
        return log.leave(best), best_move

    best, best_move = max_value(state, 0)
    return decide(best_move, best, log)


def cutoff_test(depth: int | None, cutoff: Cutoff | None) -> Cutoff:
    """Return `cutoff`, or the test for the depth limit if it is None."""
    if depth is not None and cutoff is not None:
        raise ValueError("give a depth or a cutoff test, not both")
    return cutoff or (lambda s, d: d == depth)
