"""Dynamic programming: every distinct state is solved once (Bellman 1957).

Minimax, with the value of each state kept when it is first found and looked up from then on. A
game of N states takes time O(N b) in place of b^m, and memory O(N). `key` says which states are
one: itself by default, or a canonical form under the game's symmetries, which makes N smaller
still. Where payoffs are known to lie between `lower` and `upper`, a node that has found the best
there can be ends at once: with only +1 and -1 possible, the first winning move is enough.

A state whose value hangs on itself has no smaller part to be built from: games in which positions
recur are refused, as is chance.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from counterplay.textbook.decision import (
    CHANCE,
    Decision,
    TextbookGame,
    decide,
    refuse_end,
    require_two,
)
from counterplay.textbook.log import Log

Key = Callable[[Any], Any]


def dynamic(
    game: TextbookGame,
    state: Any,
    *,
    trace: bool = False,
    key: Key | None = None,
    lower: float = -inf,
    upper: float = inf,
) -> Decision:
    """The same decision as minimax; `nodes` counts each look at a state, `evaluated` the ends."""
    require_two(game, "dynamic")
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    name = key or itself
    solved: dict[Any, float | None] = {}  # None while a state is being solved

    def value(s: Any) -> float:
        if name(s) not in solved:
            return solve(s)[0]
        known = solved[name(s)]
        if known is None:
            raise ValueError("a position recurs here, so no order solves each state once")
        return log.known(known)

    def solve(s: Any) -> tuple[float, Any]:
        if game.terminal(s):
            best, best_move = log.leaf(game.utility(s, max_player)), None
        else:
            solved[name(s)] = None
            best, best_move = max_value(s) if game.player(s) == max_player else min_value(s)
        solved[name(s)] = best
        return best, best_move

    def max_value(s: Any) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s)):
            v = value(game.result(s, move))
            if v > best:
                best, best_move = v, move
            if best >= upper:
                log.cut(f"{best} is the most there can be")
                break
        return log.leave(best), best_move

    def min_value(s: Any) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s)):
            v = value(game.result(s, move))
            if v < best:
                best, best_move = v, move
            if best <= lower:
                log.cut(f"{best} is the least there can be")
                break
        return log.leave(best), best_move

    best, best_move = solve(state)
    return decide(best_move, best, log)


def distinct_states(game: Any, state: Any, key: Key | None = None) -> list[Any]:
    """The states that can be reached from `state`, it among them, in the order first met.

    Of those that share a key only the first is listed.
    """
    name = key or itself
    seen, found = {name(state)}, [state]
    for s in found:  # grows while it is gone through
        if game.terminal(s):
            continue
        chance = game.player(s) == CHANCE
        moves = [outcome for outcome, _ in game.chance(s)] if chance else game.actions(s)
        for after in (game.result(s, move) for move in moves):
            if name(after) not in seen:
                seen.add(name(after))
                found.append(after)
    return found


def itself(s: Any) -> Any:
    return s
