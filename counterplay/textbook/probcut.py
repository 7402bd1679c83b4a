"""ProbCut: skip a deep search if a shallow one says that it is probably outside the window.

Alpha-beta prunes what is provably outside the window. ProbCut (Buro 1995) also prunes what is
probably outside it, because the value v' of a shallow search predicts the value v of a deep one:

    v = a v' + b + e,   where the error e is normal with standard deviation sigma

`calibrate` fits a, b and sigma to past searches by least squares. At a state with `deep` plies
remaining, one shallow search decides, for a number t of standard deviations:

    a v' + b - t sigma >= beta    v is probably beta or more: return beta
    a v' + b + t sigma <= alpha   v is probably alpha or less: return alpha
    otherwise                     search on, as alpha-beta does

A larger t gives fewer errors and fewer cutoffs; with t infinite this is alpha-beta. v, v' and b are
from the view of the player to move. Payoffs are assumed to be opposite, so b changes its sign at
MIN nodes. The trace shows the shallow search of a node before the node itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt
from typing import Any, NamedTuple

from counterplay.textbook.arguments import begin, depth_limit, no_evaluation
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.window import best_of


class Fit(NamedTuple):
    """The linear fit of the values of searches `deep` plies deep to those `shallow` plies deep."""

    shallow: int = 1
    deep: int = 2
    a: float = 1
    b: float = 0
    sigma: float = 1

    def check(self) -> None:
        """Raise ValueError if the fit cannot predict anything."""
        require_depths(self.shallow, self.deep)
        if self.a <= 0 or self.sigma < 0:
            raise ValueError(f"a={self.a}, sigma={self.sigma}: expected a > 0 and sigma >= 0")


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
    """Return the decision of depth-limited alpha-beta: probably, or exactly if `fit` is None."""
    if fit is not None:
        fit.check()
    log, max_player = begin(game, state, "ProbCut", depth, trace)
    evaluation = evaluate or no_evaluation

    def value(s: Any, remaining: float, alpha: float, beta: float) -> float:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player))
        if remaining == 0:
            return log.leaf(evaluation(s, max_player), "cut off at the depth limit")
        if fit is not None and remaining == fit.deep:
            bound, reason = predict(s, fit, alpha, beta)
            if bound is not None:
                log.open(kind(s), game.actions(s), alpha, beta)
                log.cut(reason)
                return log.leave(bound)
        return search(s, remaining, alpha, beta)[0]

    def kind(s: Any) -> str:
        return "max" if game.player(s) == max_player else "min"

    def predict(s: Any, fit: Fit, alpha: float, beta: float) -> tuple[float | None, str]:
        """Return the end of the window that s is probably beyond, and why; or None."""
        b = fit.b if game.player(s) == max_player else -fit.b
        low = (alpha - t * fit.sigma - b) / fit.a
        high = (beta + t * fit.sigma - b) / fit.a
        if low == -inf and high == inf:
            return None, ""
        shallow = value(s, fit.shallow, low, high)
        if shallow >= high:
            return beta, f"{shallow} after {fit.shallow} plies: probably >= beta {beta}"
        if shallow <= low:
            return alpha, f"{shallow} after {fit.shallow} plies: probably <= alpha {alpha}"
        return None, ""

    def search(s: Any, remaining: float, alpha: float, beta: float) -> tuple[float, Any]:
        def child(move: Any, alpha: float, beta: float) -> float:
            return value(game.result(s, move), remaining - 1, alpha, beta)

        is_max = game.player(s) == max_player
        return best_of(log, is_max, game.actions(s), child, alpha, beta)

    best, best_move = search(state, depth_limit(depth), -inf, inf)
    return decide(best_move, best, log)


def calibrate(
    game: TextbookGame,
    states: Iterable[Any],
    shallow: int,
    deep: int,
    evaluate: Evaluate | None = None,
) -> Fit:
    """Search the states to both depths; return the least-squares fit."""
    require_depths(shallow, deep)
    samples = [s for s in states if not game.terminal(s)]
    if len(samples) < 3:
        raise ValueError(f"{len(samples)} non-terminal states: a fit needs at least 3")
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


def require_depths(shallow: int, deep: int) -> None:
    """Raise ValueError if the shallow search is not shallower than the deep one."""
    if not 1 <= shallow < deep:
        raise ValueError(f"shallow={shallow}, deep={deep}: expected 1 <= shallow < deep")
