"""SCOUT: test whether a move is better before computing how good it is (Pearl 1980, 1984).

    EVAL(s)      the value of the first move; then the value of each other move, but only if TEST
                 says that it beats the best so far
    TEST(s, ok)  whether the value of s passes the condition ok, for example "> 3"
                 leaf: does its value pass?   MAX moves: does any move?   MIN moves: do all?

A yes-or-no answer is cheaper than a number: TEST stops at the first yes of a MAX node and at the
first no of a MIN node. The cost: a move that passes is searched again for its value, so a leaf can
be evaluated twice. With the best move first this never happens, and SCOUT evaluates exactly the
leaves of alpha-beta, b^ceil(m/2) + b^floor(m/2) - 1 of them. On other trees either one can need
fewer: EVAL has no window, and a repeated evaluation counts. Both grow alike with the depth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from counterplay.textbook.arguments import begin, depth_limit, state_value
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide


def scout(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
) -> Decision:
    """Return the same decision as minimax."""
    log, max_player = begin(game, state, "scout", depth, trace)
    leaf_value = state_value(game, evaluate, max_player)

    def is_leaf(s: Any, remaining: float) -> bool:
        return game.terminal(s) or remaining == 0

    def value(s: Any, remaining: float) -> tuple[float, Any]:
        if is_leaf(s, remaining):
            return log.leaf(leaf_value(s)), None
        is_max = game.player(s) == max_player
        best: float | None = None
        best_move = None
        for move in log.open("max" if is_max else "min", game.actions(s)):
            child = game.result(s, move)
            if best is None or is_better(child, remaining - 1, best, is_max):
                best, best_move = value(child, remaining - 1)[0], move
        assert best is not None, "a non-terminal state has moves"
        return log.leave(best), best_move

    def is_better(s: Any, remaining: float, best: float, for_max: bool) -> bool:
        """Return whether s is better than the best so far, for MAX or for MIN."""
        if for_max:
            return test(s, remaining, lambda v: v > best, f"> {best}?")
        return not test(s, remaining, lambda v: v >= best, f">= {best}?")

    def test(s: Any, remaining: float, passes: Callable[[float], bool], asked: str) -> bool:
        if is_leaf(s, remaining):
            return passes(log.leaf(leaf_value(s), f"test: {asked}"))
        is_max = game.player(s) == max_player
        answer = not is_max
        for move in log.open("max" if is_max else "min", game.actions(s), note=f"test: {asked}"):
            if test(game.result(s, move), remaining - 1, passes, asked) == is_max:
                answer = is_max
                log.cut(f"one move settles it: {asked} {'yes' if answer else 'no'}")
                break
        log.leave(None, f"test: {asked} {'yes' if answer else 'no'}")  # no value, only an answer
        return answer

    best, best_move = value(state, depth_limit(depth))
    return decide(best_move, best, log)
