"""SCOUT: ask whether a move is better before computing how good it is (Pearl 1980, 1984).

    EVAL(s)      the value of the first move; then of each other move only if TEST says that it
                 beats the best so far
    TEST(s, ok)  does the value of s pass ok, a test that larger values pass more easily?
                 an end: does its utility?   MAX moves: does any move?   MIN moves: do all?

A yes or no is cheaper than a number: TEST leaves a MAX node at the first yes and a MIN node at the
first no. What it costs: a move that passes is searched a second time for its value, so an end may
be looked at twice. With the best move first that never happens, and SCOUT looks at exactly the
ends alpha-beta looks at, b^ceil(m/2) + b^floor(m/2) - 1 of them. On other trees either may need
fewer: EVAL has no window, and a repeated look counts. Both grow alike with the depth.
"""

from __future__ import annotations

from collections.abc import Callable
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


def scout(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
) -> Decision:
    """The same decision as minimax."""
    require_two(game, "scout")
    require_depth(depth)
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)

    def leaf(s: Any, left: int | None) -> bool:
        return game.terminal(s) or left == 0

    def utility(s: Any) -> float:
        if game.terminal(s):
            return game.utility(s, max_player)
        return evaluate(s, max_player) if evaluate else 0

    def below(left: int | None) -> int | None:
        return None if left is None else left - 1

    def value(s: Any, left: int | None) -> tuple[float, Any]:
        if leaf(s, left):
            return log.leaf(utility(s)), None
        maximising = game.player(s) == max_player
        best: float | None = None
        best_move = None
        for move in log.open("max" if maximising else "min", game.actions(s)):
            child = game.result(s, move)
            if best is None or better(child, below(left), best, maximising):
                best, best_move = value(child, below(left))[0], move
        assert best is not None, "a state that is not over has moves"
        return log.leave(best), best_move

    def better(s: Any, left: int | None, best: float, maximising: bool) -> bool:
        """Is this better than the best so far, for whoever chooses?"""
        if maximising:
            return test(s, left, lambda v: v > best, f"> {best}?")
        return not test(s, left, lambda v: v >= best, f">= {best}?")

    def test(s: Any, left: int | None, passes: Callable[[float], bool], asked: str) -> bool:
        if leaf(s, left):
            return passes(log.leaf(utility(s), f"test: {asked}"))
        maximising = game.player(s) == max_player
        kind = "max" if maximising else "min"
        answer = not maximising
        for move in log.open(kind, game.actions(s), note=f"test: {asked}"):
            if test(game.result(s, move), below(left), passes, asked) == maximising:
                answer = maximising
                log.cut(f"one move settles it: {asked} {'yes' if answer else 'no'}")
                break
        log.leave(None, f"test: {asked} {'yes' if answer else 'no'}")  # no value, only an answer
        return answer

    best, best_move = value(state, depth)
    return decide(best_move, best, log)
