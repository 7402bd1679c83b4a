"""The biasing factor: it makes evaluations at odd and even depths comparable.

A move usually improves the position of the player who makes it. So a state looks better to MAX just
after a move by MAX than just after the reply. If the leaves of a search lie at different depths
(because it does not stop in the middle of an exchange), the search prefers lines that end with a
move by MAX. A constant corrects this:

    EVAL'(s, MAX) = EVAL(s, MAX) + bias    if MIN made the last move: at even depths
                    EVAL(s, MAX) - bias    if MAX made the last move: at odd depths

(As the encyclopedia article on adversarial search describes it.) The last mover decides; if players
alternate, that is the parity of the depth. Payoffs of terminal states are facts and stay unchanged.
`measure_bias` measures the factor: half of what the best move of a state adds, on average, to the
evaluation of the player who makes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

from counterplay.textbook.arguments import begin, no_evaluation
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.hminimax import Cutoff, cutoff_test
from counterplay.textbook.window import best_of


def biased(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    bias: float = 0,
    cutoff: Cutoff | None = None,
) -> Decision:
    """Return the decision of alpha-beta with biased evaluations, to a depth or a cutoff test."""
    log, max_player = begin(game, state, "alpha-beta", depth, trace)
    evaluation = evaluate or no_evaluation
    is_cut_off = cutoff_test(depth, cutoff)

    def value(s: Any, d: int, alpha: float, beta: float, max_moved: bool) -> float:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player))
        if is_cut_off(s, d):
            raw = evaluation(s, max_player)
            v = raw - bias if max_moved else raw + bias
            return log.leaf(v, f"evaluation {raw} {'-' if max_moved else '+'} bias {bias}")
        return search(s, d, alpha, beta)[0]

    def search(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        is_max = game.player(s) == max_player

        def child(move: Any, alpha: float, beta: float) -> float:
            return value(game.result(s, move), d + 1, alpha, beta, max_moved=is_max)

        return best_of(log, is_max, game.actions(s), child, alpha, beta)

    best, best_move = search(state, 0, -inf, inf)
    return decide(best_move, best, log)


def measure_bias(game: TextbookGame, states: Iterable[Any], evaluate: Evaluate) -> float:
    """Return the mean over the states of half of what a best move adds to the evaluation."""
    gains = []
    for s in states:
        if game.terminal(s):
            continue
        mover = game.player(s)
        successors = [game.result(s, move) for move in game.actions(s)]
        evaluations = [evaluate(t, mover) for t in successors if not game.terminal(t)]
        if evaluations:
            gains.append(max(evaluations) - evaluate(s, mover))
    if not gains:
        raise ValueError("every move from these states ends the game: nothing to measure")
    return sum(gains) / len(gains) / 2
