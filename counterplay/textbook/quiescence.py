"""Quiescence: at the depth limit the noisy moves are followed until the position is quiet.

An evaluation that counts pieces is worth nothing in the middle of an exchange: the next move takes
back what it counted (Shannon 1950 asked for this already; Harris 1975). So below the limit the
search goes on, with the noisy moves only:

    QUIESCENCE(s) = EVAL(s, MAX)                                     if no move in s is noisy
                    the largest of EVAL(s, MAX), QUIESCENCE(RESULT(s, a)) over noisy a   for MAX
                    the smallest of the same                                             for MIN

The EVAL among the choices is called standing pat: nobody is forced to make a noisy move, and a
quiet one is taken to be worth as much as the position is now. Where all moves are noisy, one of
them has to be made, and standing pat is not among the choices.

`noisy(s, a)` says which moves are followed: captures in chess, say. Noise must die down by itself,
as captures do; a noisy move that can be repeated for ever is followed for ever. Without a depth
limit there is no horizon, and this is alpha-beta.
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


def quiescence(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    noisy: Callable[[Any, Any], bool] | None = None,
) -> Decision:
    """The decision of alpha-beta that evaluates quiet positions only."""
    require_two(game, "alpha-beta")
    require_depth(depth)
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    guess: Evaluate = evaluate or (lambda s, p: 0)
    is_noisy: Callable[[Any, Any], bool] = noisy or (lambda s, a: False)

    def value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if depth is not None and d >= depth:
            return quiet_value(s, d, alpha, beta)
        if game.player(s) == max_player:
            return max_value(s, d, alpha, beta, list(game.actions(s)))
        return min_value(s, d, alpha, beta, list(game.actions(s)))

    def quiet_value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        moves = list(game.actions(s))
        followed = [move for move in moves if is_noisy(s, move)]
        is_max = game.player(s) == max_player
        if followed and len(followed) == len(moves):  # a noisy move is forced
            stand = -inf if is_max else inf
        else:
            stand = guess(s, max_player)
            if not followed:
                return log.leaf(stand, f"quiet at depth {d}"), None
            if stand >= beta if is_max else stand <= alpha:
                return log.leaf(stand, "standing pat is enough for a cutoff"), None
            log.evaluated += 1
        if is_max:
            return max_value(s, d, max(alpha, stand), beta, followed, stand)
        return min_value(s, d, alpha, min(beta, stand), followed, stand)

    def max_value(
        s: Any, d: int, alpha: float, beta: float, moves: list[Any], stand: float = -inf
    ) -> tuple[float, Any]:
        best, best_move = stand, None
        note = f"stand pat {stand}" if stand > -inf else ""
        for move in log.open("max", moves, alpha, beta, note):
            v, _ = value(game.result(s, move), d + 1, alpha, beta)
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            alpha = max(alpha, best)
        return log.leave(best), best_move

    def min_value(
        s: Any, d: int, alpha: float, beta: float, moves: list[Any], stand: float = inf
    ) -> tuple[float, Any]:
        best, best_move = stand, None
        note = f"stand pat {stand}" if stand < inf else ""
        for move in log.open("min", moves, alpha, beta, note):
            v, _ = value(game.result(s, move), d + 1, alpha, beta)
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            beta = min(beta, best)
        return log.leave(best), best_move

    best, best_move = max_value(state, 0, -inf, inf, list(game.actions(state)))
    return decide(best_move, best, log)
