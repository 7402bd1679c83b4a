"""H-minimax: minimax that stops early and guesses (Shannon 1950).

    H-MINIMAX(s, d) = UTILITY(s, MAX)                               if TERMINAL(s)
                      EVAL(s, MAX)                                  if CUTOFF-TEST(s, d)
                      the largest  H-MINIMAX(RESULT(s, a), d + 1)   if MAX is to move
                      the smallest H-MINIMAX(RESULT(s, a), d + 1)   if MIN is to move

The cutoff test is a depth limit, or any function of the state and its depth: "not while there is
a capture", say. The end of a game is never guessed: its payoff is known, and an evaluation that
disagrees with it would lose won games. The root is never cut off, for a move has to be decided.

To depth d, b^d states are evaluated, whatever the length of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from counterplay.textbook.decision import (
    Decision,
    Evaluate,
    TextbookGame,
    decide,
    refuse_end,
    require_depth,
    require_two,
)
from counterplay.textbook.log import Log

Cutoff = Callable[[Any, int], bool]
"""CUTOFF-TEST(s, d): is the search to stop at s, d plies below the root?"""


def hminimax(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    cutoff: Cutoff | None = None,
) -> Decision:
    """The minimax decision on the tree as far as the cutoff test lets it grow."""
    require_two(game, "H-minimax")
    require_depth(depth)
    if depth is not None and cutoff is not None:
        raise ValueError("give a depth or a cutoff test, not both")
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    guess: Evaluate = evaluate or (lambda s, p: 0)
    cutoff_test: Cutoff = cutoff or (lambda s, d: d == depth)

    def value(s: Any, d: int) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if cutoff_test(s, d):
            return log.leaf(guess(s, max_player), f"cut off at depth {d}"), None
        return max_value(s, d) if game.player(s) == max_player else min_value(s, d)

    def max_value(s: Any, d: int) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s)):
            v, _ = value(game.result(s, move), d + 1)
            if v > best:
                best, best_move = v, move
        return log.leave(best), best_move

    def min_value(s: Any, d: int) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s)):
            v, _ = value(game.result(s, move), d + 1)
            if v < best:
                best, best_move = v, move
        return log.leave(best), best_move

    best, best_move = max_value(state, 0)
    return decide(best_move, best, log)
