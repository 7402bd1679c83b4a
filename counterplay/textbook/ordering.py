"""Alpha-beta with the moves in a good order: sorted by the evaluation of where they lead.

Alpha-beta is at its best where the first move that it tries is the best one: about b^(m/2) ends
in place of b^m (Knuth and Moore 1975; Slagle and Dixon 1969 sorted by evaluation). Nobody knows
the best move beforehand, but the evaluation has an opinion:

    where MAX is to move   children by decreasing evaluation
    where MIN is to move   children by increasing evaluation

An end among the children counts with its payoff. The sort is stable: equal children stay in the
order in which the game gives them. The value is that of alpha-beta without the order; the move
has that value too, but may be another of several best ones.

`evaluated` counts the leaves of the search. The evaluations that the sorting asks for, one for
each child of every opened node, come on top: that is the price of the order.
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


def ordered(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
) -> Decision:
    """The decision of depth-limited alpha-beta, the most promising moves first."""
    require_two(game, "alpha-beta")
    require_depth(depth)
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    guess: Evaluate = evaluate or (lambda s, p: 0)

    def promise(s: Any) -> float:
        return game.utility(s, max_player) if game.terminal(s) else guess(s, max_player)

    def sorted_moves(s: Any, best_for_max_first: bool) -> list[Any]:
        return sorted(
            game.actions(s),
            key=lambda move: promise(game.result(s, move)),
            reverse=best_for_max_first,
        )

    def value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if d == depth:
            return log.leaf(guess(s, max_player), f"cut off at depth {d}"), None
        if game.player(s) == max_player:
            return max_value(s, d, alpha, beta)
        return min_value(s, d, alpha, beta)

    def max_value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", sorted_moves(s, True), alpha, beta):
            v, _ = value(game.result(s, move), d + 1, alpha, beta)
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            alpha = max(alpha, best)
        return log.leave(best), best_move

    def min_value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", sorted_moves(s, False), alpha, beta):
            v, _ = value(game.result(s, move), d + 1, alpha, beta)
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            beta = min(beta, best)
        return log.leave(best), best_move

    best, best_move = max_value(state, 0, -inf, inf)
    return decide(best_move, best, log)
