"""Beam search: at every node only the few best moves are searched.

This is forward pruning, the way people choose moves: sort the moves by the evaluation of their
successors (a terminal state by its payoff) and drop all but the first `width` (Shannon's type B
program, 1950; the plausible moves of Greenblatt 1967). Alpha-beta's cutoffs are safe, this is a
gamble: a sacrifice looks bad to the evaluation, so the one winning move can be dropped. The value
is therefore an estimate, even if every line that is searched reaches the end of the game.

A beam of n moves costs at most n^d leaves to depth d instead of b^d, and alpha-beta inside the beam
prunes some of these. If the beam is as wide as the number of moves, this is alpha-beta with sorted
moves.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.arguments import begin, no_evaluation
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.ordering import sorted_moves


def beam(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    width: int = 3,
) -> Decision:
    """Return the decision of alpha-beta on the `width` most promising moves of every node."""
    if width < 1:
        raise ValueError(f"width={width}: search at least one move of each node")
    log, max_player = begin(game, state, "beam search", depth, trace)
    evaluation = evaluate or no_evaluation
    outside = f"outside the beam of {width}"

    def value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if d == depth:
            return log.leaf(evaluation(s, max_player), f"cut off at depth {d}"), None
        is_max = game.player(s) == max_player
        moves = sorted_moves(game, s, max_player, evaluate, best_first=is_max)
        return (max_value if is_max else min_value)(s, moves, d, alpha, beta)

    def max_value(s: Any, moves: list[Any], d: int, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = -inf, None
        for tried, move in enumerate(log.open("max", moves, alpha, beta), 1):
            v, _ = value(game.result(s, move), d + 1, alpha, beta)
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            if tried == width:
                log.cut(outside)
                break
            alpha = max(alpha, best)
        return log.leave(best), best_move

    def min_value(s: Any, moves: list[Any], d: int, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = inf, None
        for tried, move in enumerate(log.open("min", moves, alpha, beta), 1):
            v, _ = value(game.result(s, move), d + 1, alpha, beta)
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            if tried == width:
                log.cut(outside)
                break
            beta = min(beta, best)
        return log.leave(best), best_move

    best, best_move = value(state, 0, -inf, inf)
    return decide(best_move, best, log)
