"""Traced runs of the textbook's algorithms on a position, as drawings."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.pickling import encoded
from counterplay.core.game.position import Position, as_position
from counterplay.drawing.depth import shallow_enough
from counterplay.drawing.explanation import Explanation
from counterplay.drawing.narrator import explain
from counterplay.presentation.words import player_name
from counterplay.textbook.arguments import require_two
from counterplay.textbook.catalogue import ALGORITHMS, Algorithm
from counterplay.textbook.decision import Decision

MOST_POSITIONS = 50_000
"""The most moves that a search may make, including those of random games."""
MOST_STEPS = 10_000
"""The most steps that can be drawn."""


def trace(
    game: Game,
    position: Position | str | None = None,
    *,
    algorithm: str | None = None,
    depth: int | None = None,
) -> Explanation:
    """Run an algorithm of the textbook and return its search, step by step.

    A notebook shows the tree, and `print` writes it as text. Without an `algorithm` it is the
    simplest one that fits the game and takes a `depth` if one is given.
    """
    where = as_position(game, position)
    return traced(where, algorithm_for(game, algorithm, depth), depth)


def traced(
    position: Position,
    algorithm: Algorithm,
    depth: int | None,
    check: Callable[[], None] = lambda: None,
) -> Explanation:
    """The search of an algorithm with its title. `check` is called before every move."""
    game = position.game
    title = f"{game.facts.title}: {algorithm.name}, {player_name(game, position.turn)} to move"
    with shallow_enough():
        decision = trace_search(algorithm, position, depth, check)
        return explain(decision, game, position.state, title)


def algorithm_for(game: Game, name: str | None = None, depth: int | None = None) -> Algorithm:
    """Return the algorithm of this name; by default the simplest one that can search the game, to
    a depth if one is given."""
    facts = game.facts
    if name is None:
        without_chance = "alphabeta" if depth is None else "ordered"
        for_two = "expectiminimax" if facts.chance else without_chance
        name = for_two if facts.players == 2 and facts.total is not None else "maxn"
    if name not in ALGORITHMS:
        near = difflib.get_close_matches(name.lower(), ALGORITHMS, 3, 0.4)
        nearest = f"did you mean {' or '.join(near)}? " if near else ""
        raise InputError(
            f"there is no algorithm {name!r}: {nearest}There are {', '.join(ALGORITHMS)}"
        )
    return ALGORITHMS[name]


def algorithms_for(game: Game) -> list[str]:
    """Return the names of the algorithms that can search a game."""
    facts = game.facts
    is_for_two = facts.players == 2 and facts.total is not None
    return [
        one.name
        for one in ALGORITHMS.values()
        if (is_for_two or not one.two_players) and (one.chance or not facts.chance)
    ]


def trace_search(
    algorithm: Algorithm,
    position: Position,
    depth: int | None,
    check: Callable[[], None] = lambda: None,
) -> Decision:
    """Run an algorithm and return its traced decision; raise InputError if it cannot run.

    `check` is called before every move, and can end the search by raising an error.
    """
    game, name = position.game, algorithm.name
    takes = inspect.signature(algorithm.function).parameters
    options: dict[str, Any] = {"depth": depth} if depth is not None else {}
    if depth is not None and depth < 1:
        raise InputError(f"depth {depth}: search at least one ply")
    if depth is not None and "depth" not in takes:
        fit = (ALGORITHMS[name] for name in algorithms_for(game))
        able = [one.name for one in fit if "depth" in _parameters(one)]
        other = f"; these take a depth: {', '.join(able)}" if able else ""
        raise InputError(f"{name} always searches to the end of the game and takes no depth{other}")
    if depth is None and algorithm.needs_depth:
        raise InputError(f"{name} needs a depth, for example --depth 3")
    if game.facts.chance and "chance" not in game.functions:
        raise UnfitError(f"the textbook needs `chance(s)`, but {game.name} defines only `sample`")
    if "upper" in takes:
        options |= _payoff_bounds(game)
    if game.shape.is_record and "key" in takes:  # records cannot be looked up in a table
        options["key"] = partial(encoded, game)
    if game.evaluator is not None and "evaluate" in takes:
        options["evaluate"] = evaluation(game)
    try:
        if algorithm.two_players:
            require_two(game, name, algorithm.chance)
        decision = algorithm.function(
            _LimitedGame(game, check), position.state, trace=True, **options
        )
    except ValueError as error:
        raise InputError(str(error)) from None
    if len(decision.trace) > MOST_STEPS:
        raise InputError(
            f"this search takes {len(decision.trace):,} steps, and at most {MOST_STEPS:,} can be "
            "drawn: start from a later position, or give a smaller depth"
        )
    return decision


def _payoff_bounds(game: Game) -> dict[str, float]:
    """Return bounds on the payoffs: from the facts of the game, or the leaves of a tree."""
    best = float(abs(game.data.payoff).max()) if game.name == "tree" else game.facts.best
    return {"lower": (game.facts.total or 0) - best, "upper": best}


def _parameters(algorithm: Algorithm) -> Any:
    return inspect.signature(algorithm.function).parameters


def evaluation(game: Game) -> Any:
    """Return the game's evaluator as EVAL(s, p), in units of payoff."""

    def evaluate(s: Any, p: int) -> float:
        return game.evaluate_for(s, p) / game.facts.unit + game.facts.even_share

    return evaluate


class _LimitedGame:
    """A game that ends a search with an error when it becomes too large to draw."""

    def __init__(self, game: Game, check: Callable[[], None]) -> None:
        self._game, self._check, self._made = game, check, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def result(self, s: Any, a: Any) -> Any:
        self._check()
        self._made += 1
        if self._made > MOST_POSITIONS:
            raise InputError(
                f"this search has more than {MOST_POSITIONS:,} positions, too many to draw: start "
                "from a later position, or give a smaller depth"
            )
        return self._game.result(s, a)
