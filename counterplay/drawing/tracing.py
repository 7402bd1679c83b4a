"""An algorithm of the textbook, run on a position with every step written down."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.textbook.arguments import require_two
from counterplay.textbook.catalogue import ALGORITHMS, Algorithm
from counterplay.textbook.decision import Decision

MOST_POSITIONS = 50_000
"""The most moves that a search may make, those of random games included."""
MOST_STEPS = 10_000
"""The most steps that are drawn."""


def algorithm_for(game: Game, name: str | None = None) -> Algorithm:
    """The algorithm of that name, or the plain one that fits the game."""
    facts = game.facts
    if name is None:
        for_two = "expectiminimax" if facts.chance else "alphabeta"
        name = for_two if facts.players == 2 and facts.total is not None else "maxn"
    if name not in ALGORITHMS:
        near = difflib.get_close_matches(name.lower(), ALGORITHMS, 3, 0.4)
        nearest = f"did you mean {' or '.join(near)}? " if near else ""
        raise InputError(
            f"there is no algorithm {name!r}: {nearest}There are {', '.join(ALGORITHMS)}"
        )
    return ALGORITHMS[name]


def fitting(game: Game) -> list[str]:
    """The algorithms that a game can be searched with."""
    facts = game.facts
    is_for_two = facts.players == 2 and facts.total is not None
    return [
        one.name
        for one in ALGORITHMS.values()
        if (is_for_two or not one.two_players) and (one.chance or not facts.chance)
    ]


def traced(
    algorithm: Algorithm,
    position: Position,
    depth: int | None,
    check: Callable[[], None] = lambda: None,
) -> Decision:
    """The traced decision; what does not fit is refused in a sentence. `check` is called before
    every move that is made, and may end the search by an error."""
    game, name = position.game, algorithm.name
    takes = inspect.signature(algorithm.function).parameters
    options: dict[str, Any] = {"depth": depth} if depth is not None else {}
    if depth is not None and depth < 1:
        raise InputError(f"depth {depth}: search at least one ply")
    if depth is not None and "depth" not in takes:
        able = [a.name for a in ALGORITHMS.values() if "depth" in _parameters(a)]
        other = f"; with a depth there are {', '.join(able)}" if able else ""
        raise InputError(f"{name} always looks to the end of the game, without a depth{other}")
    if depth is None and algorithm.needs_depth:
        raise InputError(f"{name} needs to know how far to look: give a depth, as in --depth 3")
    if "upper" in takes:
        options |= _payoff_bounds(game)
    if game.evaluator is not None and "evaluate" in takes:
        options["evaluate"] = evaluation(game)
    try:
        if algorithm.two_players:
            require_two(game, name, algorithm.chance)
        decision = algorithm.function(_Counted(game, check), position.state, trace=True, **options)
    except ValueError as error:
        raise InputError(str(error)) from None
    if len(decision.trace) > MOST_STEPS:
        raise InputError(
            f"this search takes {len(decision.trace):,} steps, and at most {MOST_STEPS:,} are "
            "drawn: start from a later position, or look less far, by a smaller depth"
        )
    return decision


def _payoff_bounds(game: Game) -> dict[str, float]:
    """The least and the most that a player can get; in a tree, the largest payoff there is."""
    best = float(abs(game.data.payoff).max()) if game.name == "tree" else game.facts.best
    return {"lower": (game.facts.total or 0) - best, "upper": best}


def _parameters(algorithm: Algorithm) -> Any:
    return inspect.signature(algorithm.function).parameters


def evaluation(game: Game) -> Any:
    """The game's evaluator as EVAL(s, p), in points of payoff."""

    def evaluate(s: Any, p: int) -> float:
        return game.evaluate_for(s, p) / game.facts.unit + game.facts.even_share

    return evaluate


class _Counted:
    """The game as it is, but it ends a search that grows larger than anybody can look at."""

    def __init__(self, game: Game, check: Callable[[], None]) -> None:
        self._game, self._check, self._made = game, check, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def result(self, s: Any, a: Any) -> Any:
        self._check()
        self._made += 1
        if self._made > MOST_POSITIONS:
            raise InputError(
                f"this search goes through more than {MOST_POSITIONS:,} positions, too many to "
                "draw: start from a later position, or look less far, by a smaller depth"
            )
        return self._game.result(s, a)
