"""Quiescence search: at the depth limit, noisy moves are searched until the position is quiet.

An evaluation that counts pieces is misleading in the middle of an exchange: the next move takes
back what it counted (Shannon 1950; Harris 1975). So the search continues below the depth limit, but
with noisy moves only:

    QUIESCENCE(s) = EVAL(s, MAX)                                     if no move in s is noisy
                    the largest of EVAL(s, MAX), QUIESCENCE(RESULT(s, a)) over noisy a   for MAX
                    the smallest of the same                                             for MIN

Choosing EVAL is called standing pat: no player is forced to make a noisy move, and a quiet move is
assumed to keep the value of the position. If all moves are noisy, one of them has to be made, and
standing pat is not allowed.

`noisy(s, a)` says whether a move is noisy: a capture in chess, for example. Noisy moves must run
out, as captures do; if they can repeat forever, the search does not end. Without a depth limit this
is alpha-beta.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from counterplay.textbook.arguments import begin, depth_limit, no_evaluation
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.window import best_of


def quiescence(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    noisy: Callable[[Any, Any], bool] | None = None,
) -> Decision:
    """Return the decision of alpha-beta that evaluates quiet positions only."""
    log, max_player = begin(game, state, "alpha-beta", depth, trace)
    evaluation, limit = evaluate or no_evaluation, depth_limit(depth)
    is_noisy = noisy or (lambda s, a: False)

    def value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if d >= limit:
            return quiet_value(s, d, alpha, beta)
        return search(s, d, alpha, beta, list(game.actions(s)))

    def quiet_value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        moves = list(game.actions(s))
        noisy_moves = [move for move in moves if is_noisy(s, move)]
        if noisy_moves and len(noisy_moves) == len(moves):  # a noisy move is forced
            return search(s, d, alpha, beta, moves)
        stand = evaluation(s, max_player)
        if not noisy_moves:
            return log.leaf(stand, f"quiet at depth {d}"), None
        is_max = game.player(s) == max_player
        if stand >= beta if is_max else stand <= alpha:
            return log.leaf(stand, "standing pat is enough for a cutoff"), None
        log.evaluated += 1
        if is_max:
            return search(s, d, max(alpha, stand), beta, noisy_moves, stand)
        return search(s, d, alpha, min(beta, stand), noisy_moves, stand)

    def search(
        s: Any, d: int, alpha: float, beta: float, moves: list[Any], stand: float | None = None
    ) -> tuple[float, Any]:
        def child(move: Any, alpha: float, beta: float) -> float:
            return value(game.result(s, move), d + 1, alpha, beta)[0]

        note = "" if stand is None else f"stand pat {stand}"
        is_max = game.player(s) == max_player
        return best_of(log, is_max, moves, child, alpha, beta, stand, note)

    best, best_move = value(state, 0, -inf, inf)
    return decide(best_move, best, log)
