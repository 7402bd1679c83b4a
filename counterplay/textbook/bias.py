"""The biasing factor: evaluations at odd and even depths made comparable.

A move usually strengthens the position of who makes it, so a state looks better to MAX just after
a move of MAX than just after the reply. Where the leaves of a search lie at different depths, since
it does not stop in the middle of an exchange, it would prefer lines that end with a move of MAX:

    EVAL'(s, MAX) = EVAL(s, MAX) + bias    if MIN made the last move: at even depths
                    EVAL(s, MAX) - bias    if MAX made the last move: at odd depths

(As the encyclopedia article on adversarial search describes it.)
Who made the last move is what matters; where players take strict turns that is the parity of the
depth. Payoffs at true ends are facts and stay as they are. `measure_bias` finds the factor: half of
what the best move of a state adds to the evaluation of who makes it, on average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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


def biased(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    bias: float = 0,
    cutoff: Callable[[Any, int], bool] | None = None,
) -> Decision:
    """The decision of alpha-beta with biased evaluations, to a depth or by a cutoff test."""
    require_two(game, "alpha-beta")
    require_depth(depth)
    if depth is not None and cutoff is not None:
        raise ValueError("give a depth or a cutoff test, not both")
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    guess: Evaluate = evaluate or (lambda s, p: 0)
    cutoff_test: Callable[[Any, int], bool] = cutoff or (lambda s, d: d == depth)

    def value(s: Any, d: int, alpha: float, beta: float, max_moved: bool) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if cutoff_test(s, d):
            raw = guess(s, max_player)
            v = raw - bias if max_moved else raw + bias
            return log.leaf(v, f"evaluation {raw} {'-' if max_moved else '+'} bias {bias}"), None
        if game.player(s) == max_player:
            return max_value(s, d, alpha, beta)
        return min_value(s, d, alpha, beta)

    def max_value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s), alpha, beta):
            v, _ = value(game.result(s, move), d + 1, alpha, beta, max_moved=True)
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            alpha = max(alpha, best)
        return log.leave(best), best_move

    def min_value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s), alpha, beta):
            v, _ = value(game.result(s, move), d + 1, alpha, beta, max_moved=False)
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            beta = min(beta, best)
        return log.leave(best), best_move

    best, best_move = max_value(state, 0, -inf, inf)
    return decide(best_move, best, log)


def measure_bias(game: TextbookGame, states: Iterable[Any], evaluate: Evaluate) -> float:
    """Half of what a best move adds to its player's evaluation, on average over the states."""
    gains = []
    for s in states:
        if game.terminal(s):
            continue
        mover = game.player(s)
        after = [game.result(s, move) for move in game.actions(s)]
        guesses = [evaluate(child, mover) for child in after if not game.terminal(child)]
        if guesses:
            gains.append(max(guesses) - evaluate(s, mover))
    if not gains:
        raise ValueError("every state or every move from it ends the game: nothing to measure")
    return sum(gains) / len(gains) / 2
