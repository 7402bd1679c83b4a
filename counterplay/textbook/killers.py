"""Killer moves: a move that caused a cutoff is tried first in other nodes of the same ply.

A killer is a move that caused a cutoff (Akl and Newborn 1977). Nodes of the same ply often contain
the same threat, so the same move is tried there first:

    order(s, ply)   the killers of this ply that are legal in s, the latest first; then the rest
    on a cutoff     the move becomes the latest killer of its ply; each ply keeps `slots` killers

The same move in two positions must compare equal. Killers need no evaluation and cost almost
nothing. The value is the same as without killers. The move has that value too, but it can be a
different one of several best moves.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.arguments import begin, no_evaluation
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.window import best_of


def killers(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    slots: int = 2,
) -> Decision:
    """Return the decision of depth-limited alpha-beta that tries the killers of each ply first."""
    log, max_player = begin(game, state, "alpha-beta", depth, trace)
    evaluation = evaluate or no_evaluation
    killers_at: dict[int, list[Any]] = {}

    def killers_first(s: Any, ply: int) -> list[Any]:
        moves = list(game.actions(s))
        first = [move for move in killers_at.get(ply, []) if move in moves]
        return first + [move for move in moves if move not in first]

    def remember(move: Any, ply: int) -> None:
        others = [other for other in killers_at.get(ply, []) if other != move]
        killers_at[ply] = [move, *others][:slots]

    def value(s: Any, ply: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if ply == depth:
            return log.leaf(evaluation(s, max_player), f"cut off at depth {ply}"), None

        def child(move: Any, alpha: float, beta: float) -> float:
            return value(game.result(s, move), ply + 1, alpha, beta)[0]

        is_max = game.player(s) == max_player
        best, best_move = best_of(log, is_max, killers_first(s, ply), child, alpha, beta)
        if best >= beta if is_max else best <= alpha:  # the best move caused a cutoff
            remember(best_move, ply)
        return best, best_move

    best, best_move = value(state, 0, -inf, inf)
    return decide(best_move, best, log)
