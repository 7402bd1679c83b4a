"""ProbCut: leave out what a shallow search says is probably outside the window (Buro 1995).

Alpha-beta leaves out what is provably outside the window. But the value v of a deep search can be
foretold from the value v' of a shallow one:

    v = a v' + b + e,   e normal with standard deviation sigma

with a, b and sigma from past searches, by least squares: `calibrate`. At a state with `deep` plies
left to search, one shallow search decides, for a given number t of standard deviations, whether

    a v' + b - t sigma >= beta    v is probably at least beta: return beta
    a v' + b + t sigma <= alpha   v is probably at most alpha: return alpha
    neither                       search on as alpha-beta does

The larger t, the rarer an error and the fewer cuts; with t infinite this is alpha-beta. Values and
b are those of the player to move, and payoffs are taken to be opposite: b changes its sign where
MIN moves. The trace shows the shallow search of a node before the node itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt
from typing import Any, NamedTuple

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


class Fit(NamedTuple):
    """How the values of searches `shallow` and `deep` plies deep go together."""

    shallow: int
    deep: int
    a: float
    b: float
    sigma: float


def probcut(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    fit: Fit | None = None,
    t: float = 1.5,
) -> Decision:
    """The decision of depth-limited alpha-beta, probably; without a fit, for certain."""
    require_two(game, "ProbCut")
    require_depth(depth)
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    guess: Evaluate = evaluate or (lambda s, p: 0)

    def value(s: Any, left: float, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if left == 0:
            return log.leaf(guess(s, max_player), "cut off at the depth limit"), None
        if fit is not None and left == fit.deep:
            bound, reason = foretell(s, fit, alpha, beta)
            if bound is not None:
                log.open(kind(s), game.actions(s), alpha, beta)
                log.cut(reason)
                return log.leave(bound), None
        if game.player(s) == max_player:
            return max_value(s, left, alpha, beta)
        return min_value(s, left, alpha, beta)

    def kind(s: Any) -> str:
        return "max" if game.player(s) == max_player else "min"

    def foretell(s: Any, fit: Fit, alpha: float, beta: float) -> tuple[float | None, str]:
        """The end of the window beyond which s probably is, and why."""
        b = fit.b if game.player(s) == max_player else -fit.b
        low = (alpha - t * fit.sigma - b) / fit.a
        high = (beta + t * fit.sigma - b) / fit.a
        if low == -inf and high == inf:
            return None, ""
        shallow, _ = value(s, fit.shallow, low, high)
        if shallow >= high:
            return beta, f"{shallow} after {fit.shallow} plies: probably >= beta {beta}"
        if shallow <= low:
            return alpha, f"{shallow} after {fit.shallow} plies: probably <= alpha {alpha}"
        return None, ""

    def max_value(s: Any, left: float, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s), alpha, beta):
            v, _ = value(game.result(s, move), left - 1, alpha, beta)
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            alpha = max(alpha, best)
        return log.leave(best), best_move

    def min_value(s: Any, left: float, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s), alpha, beta):
            v, _ = value(game.result(s, move), left - 1, alpha, beta)
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            beta = min(beta, best)
        return log.leave(best), best_move

    best, best_move = max_value(state, inf if depth is None else depth, -inf, inf)
    return decide(best_move, best, log)


def calibrate(
    game: TextbookGame,
    states: Iterable[Any],
    shallow: int,
    deep: int,
    evaluate: Evaluate | None = None,
) -> Fit:
    """The fit of deep to shallow values, by least squares over searches of the given states."""
    if not 1 <= shallow < deep:
        raise ValueError(f"shallow={shallow}, deep={deep}: expected 1 <= shallow < deep")
    samples = [s for s in states if not game.terminal(s)]
    if len(samples) < 3:
        raise ValueError(f"{len(samples)} states that are not over: a fit needs at least 3")
    xs = [probcut(game, s, depth=shallow, evaluate=evaluate).value for s in samples]
    ys = [probcut(game, s, depth=deep, evaluate=evaluate).value for s in samples]
    n, mean_x, mean_y = len(samples), sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mean_x) ** 2 for x in xs)
    shared = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    if shared <= 0:
        raise ValueError("in these states a shallow search says nothing about a deep one")
    a = shared / spread
    b = mean_y - a * mean_x
    errors = sum((y - a * x - b) ** 2 for x, y in zip(xs, ys, strict=True))
    return Fit(shallow, deep, a, b, sqrt(errors / (n - 2)))
