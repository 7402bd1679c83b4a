"""Killer moves: what refuted one line is tried first against its neighbours (Akl and Newborn 1977).

A killer is a move that caused a cutoff. The positions beside the one where it did so, at the same
ply, often contain the same threat, so the same move is tried there first:

    order(s, ply) = the killers of that ply that are legal in s, the latest first; then the rest
    on a cutoff by a move: it becomes the latest killer of its ply; only `slots` are kept

The moves of a game must be comparable for this: the same move in two positions has to be equal.
The killers know nothing of the evaluation and cost next to nothing. The value is that of
alpha-beta without them; the move has that value too, but may be another of several best ones.
"""

from __future__ import annotations

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


def killers(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    slots: int = 2,
) -> Decision:
    """The decision of depth-limited alpha-beta, the killers of each ply first."""
    require_two(game, "alpha-beta")
    require_depth(depth)
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    guess: Evaluate = evaluate or (lambda s, p: 0)
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
            return log.leaf(guess(s, max_player), f"cut off at depth {ply}"), None
        if game.player(s) == max_player:
            return max_value(s, ply, alpha, beta)
        return min_value(s, ply, alpha, beta)

    def max_value(s: Any, ply: int, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", killers_first(s, ply), alpha, beta):
            v, _ = value(game.result(s, move), ply + 1, alpha, beta)
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                remember(move, ply)
                break
            alpha = max(alpha, best)
        return log.leave(best), best_move

    def min_value(s: Any, ply: int, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", killers_first(s, ply), alpha, beta):
            v, _ = value(game.result(s, move), ply + 1, alpha, beta)
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                remember(move, ply)
                break
            beta = min(beta, best)
        return log.leave(best), best_move

    best, best_move = max_value(state, 0, -inf, inf)
    return decide(best_move, best, log)
