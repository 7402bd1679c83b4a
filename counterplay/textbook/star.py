"""Star1 and Star2: expectiminimax with cutoffs at chance nodes (Ballard 1983).

If all payoffs lie between `lower` and `upper`, a chance node is bounded before all its outcomes are
known: an unknown outcome of probability p adds between p * lower and p * upper. So an outcome needs
to be searched only in the window in which it can still matter:

    a = (alpha - the known outcomes - the most that the others can add) / p
    b = (beta  - the known outcomes - the least that the others can add) / p

If an outcome is worth a or less, the chance node is worth alpha or less; if b or more, beta or
more. The remaining outcomes are then cut off. This is Star1. With `probe` (Star2), the first move
of every outcome is searched before any outcome is searched completely. If MAX moves there, the
probe is a lower bound on the outcome; if MIN moves, an upper bound. The sum can settle the node.
The value of a probe is kept, so no leaf is evaluated twice.

The decision is that of expectiminimax, from at most as many leaves; how many fewer depends on how
tight the bounds are. A node that was opened by a probe counts again when it is searched completely.
"""

from __future__ import annotations

from typing import Any

from counterplay.textbook.arguments import begin, depth_limit, state_value
from counterplay.textbook.decision import CHANCE, ChanceGame, Decision, Evaluate, decide
from counterplay.textbook.window import best_of


class Outcomes:
    """The outcomes of a chance node: their probabilities, and bounds on their values."""

    def __init__(self, probabilities: tuple[float, ...], lower: float, upper: float) -> None:
        self.probabilities = probabilities
        self.least = [lower] * len(probabilities)
        self.most = [upper] * len(probabilities)

    def mean(self, values: list[float]) -> float:
        return sum(p * v for p, v in zip(self.probabilities, values, strict=True))

    def others(self, values: list[float], i: int) -> float:
        """Return what the outcomes other than i add to the mean."""
        return self.mean(values) - self.probabilities[i] * values[i]

    def window(self, i: int, alpha: float, beta: float) -> tuple[float, float]:
        """Return a and b: the window in which outcome i can still matter."""
        p = self.probabilities[i]
        return (alpha - self.others(self.most, i)) / p, (beta - self.others(self.least, i)) / p


def star(
    game: ChanceGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    lower: float = -1,
    upper: float = 1,
    probe: bool = False,
) -> Decision:
    """Return the decision of expectiminimax. `lower` and `upper` bound payoffs and evaluations."""
    log, max_player = begin(game, state, "star", depth, trace, chance=True)
    if not lower < upper:
        raise ValueError(f"lower={lower} is not below upper={upper}")
    unbounded_value = state_value(game, evaluate, max_player)

    def value(
        s: Any, alpha: float, beta: float, remaining: float, probed: float | None = None
    ) -> tuple[float, Any]:
        """`probed` is the value of the first move, if a probe has found it."""
        if game.terminal(s) or remaining == 0:
            return log.leaf(leaf_value(s)), None
        if game.player(s) == CHANCE:
            return chance_value(s, alpha, beta, remaining - 1), None

        def child(move: Any, alpha: float, beta: float) -> float:
            nonlocal probed
            known, probed = probed, None
            if known is not None:
                return known
            return value(game.result(s, move), alpha, beta, remaining - 1)[0]

        return best_of(log, game.player(s) == max_player, game.actions(s), child, alpha, beta)

    def leaf_value(s: Any) -> float:
        v = unbounded_value(s)
        if not lower <= v <= upper:
            raise ValueError(f"a state is worth {v}, outside lower={lower} and upper={upper}")
        return v

    def chance_value(s: Any, alpha: float, beta: float, remaining: float) -> float:
        moves, odds = zip(*((r, p) for r, p in game.chance(s) if p > 0), strict=True)
        outcomes = Outcomes(odds, lower, upper)
        found: list[float | None] = [None] * len(odds)
        for probing in (True, False) if probe else (False,):
            note = f"probabilities {odds}" + ", probed" * probing
            for i, move in enumerate(log.open("chance", moves, alpha, beta, note)):
                child = game.result(s, move)
                if probing and not can_probe(child, remaining):
                    continue
                a, b = outcomes.window(i, alpha, beta)
                low, high = max(a, lower), min(b, upper)
                if not probing:
                    v = value(child, low, high, remaining, found[i])[0]
                    outcomes.least[i] = outcomes.most[i] = v
                elif game.player(child) == max_player:
                    found[i] = outcomes.least[i] = probe_value("max", child, lower, high, remaining)
                else:
                    found[i] = outcomes.most[i] = probe_value("min", child, low, upper, remaining)
                if outcomes.most[i] <= a:
                    highest = outcomes.mean(outcomes.most)
                    log.cut(f"at most {highest}, and alpha is {alpha}")
                    return log.leave(highest)
                if outcomes.least[i] >= b:
                    lowest = outcomes.mean(outcomes.least)
                    log.cut(f"at least {lowest}, and beta is {beta}")
                    return log.leave(lowest)
            log.leave(outcomes.mean(outcomes.least))
        return outcomes.mean(outcomes.least)

    def can_probe(s: Any, remaining: float) -> bool:
        return not game.terminal(s) and remaining != 0 and game.player(s) != CHANCE

    def probe_value(kind: str, s: Any, alpha: float, beta: float, remaining: float) -> float:
        """Search only the first move of s; return its value, a bound on s."""
        first = next(log.open(kind, game.actions(s), alpha, beta, "probe"))
        v, _ = value(game.result(s, first), alpha, beta, remaining - 1)
        return log.leave(v, f"at {'least' if kind == 'max' else 'most'} {v}")

    best, best_move = value(state, lower, upper, depth_limit(depth))
    return decide(best_move, best, log)
