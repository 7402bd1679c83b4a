"""Singular extensions: a clearly best move is remembered, and tried at the depth limit too.

(Anantharaman, Campbell and Hsu 1990; here as the textbook defines it.) The horizon effect: a loss
that cannot be avoided is pushed past the depth limit by moves that only delay it. But the move
that brings the loss about was clearly best in other lines, where the search did see it:

    a move is singular      if it is better, by `margin` or more, than every other move of the
                            state it was found in, of which there must be at least one
    once found anywhere     it is remembered, with the player whose move it is
    at the depth limit      remembered moves that are legal are tried; the mover may also make
                            none of them, and then the state is worth its evaluation

The extended state is again at the limit, so several remembered moves can follow one another, up to
`extra` plies in all (as many as `depth` if not given). Few moves are singular, so the tree grows
deeper and hardly wider.

"Clearly better" is judged by what alpha-beta knows, and only where that is proof: the value of the
move must be exact, and what is known of the others, be it a bound, must lie `margin` below it.
What has been found depends on the order of the search; moves found later help earlier lines not.
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


def singular(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    margin: float = 1,
    extra: int | None = None,
) -> Decision:
    """The decision of depth-limited alpha-beta, remembered moves tried beyond the limit."""
    require_two(game, "alpha-beta")
    require_depth(depth)
    if margin <= 0:
        raise ValueError(f"margin={margin}: a clearly better move is better by more than nothing")
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    guess: Evaluate = evaluate or (lambda s, p: 0)
    limit = inf if depth is None else depth
    deepest = limit + (limit if extra is None else extra)
    remembered: list[tuple[int, Any]] = []

    def value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        moves, stand, is_max = list(game.actions(s)), None, game.player(s) == max_player
        if d >= limit:
            stand = guess(s, max_player)
            moves = [move for move in moves if (game.player(s), move) in remembered]
            enough = stand >= beta if is_max else stand <= alpha
            if d >= deepest or enough or not moves:
                return log.leaf(stand, f"cut off at depth {d}"), None
            log.evaluated += 1
        if is_max:
            return max_value(s, d, alpha, beta, moves, stand)
        return min_value(s, d, alpha, beta, moves, stand)

    def max_value(
        s: Any, d: int, alpha: float, beta: float, moves: list[Any], stand: float | None = None
    ) -> tuple[float, Any]:
        best, best_move, second = -inf if stand is None else stand, None, -inf
        low = max(alpha, best)
        note = "" if stand is None else f"extended; evaluation {stand}"
        for move in log.open("max", moves, alpha, beta, note):
            v, _ = value(game.result(s, move), d + 1, low, beta)
            if v > best:
                best, best_move, second = v, move, best
            else:
                second = max(second, v)
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            low = max(low, best)
        if stand is None and alpha < best < beta and second > -inf and best - second >= margin:
            remember(s, best_move)
        return log.leave(best), best_move

    def min_value(
        s: Any, d: int, alpha: float, beta: float, moves: list[Any], stand: float | None = None
    ) -> tuple[float, Any]:
        best, best_move, second = inf if stand is None else stand, None, inf
        high = min(beta, best)
        note = "" if stand is None else f"extended; evaluation {stand}"
        for move in log.open("min", moves, alpha, beta, note):
            v, _ = value(game.result(s, move), d + 1, alpha, high)
            if v < best:
                best, best_move, second = v, move, best
            else:
                second = min(second, v)
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            high = min(high, best)
        if stand is None and alpha < best < beta and second < inf and second - best >= margin:
            remember(s, best_move)
        return log.leave(best), best_move

    def remember(s: Any, move: Any) -> None:
        if (game.player(s), move) not in remembered:
            remembered.append((game.player(s), move))

    best, best_move = max_value(state, 0, -inf, inf, list(game.actions(state)))
    return decide(best_move, best, log)
