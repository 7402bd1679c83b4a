"""Run an algorithm of the textbook on a position: choose it, and give it what it needs."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from counterplay.core.bits.casts import tidy
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.known_game import KnownGame
from counterplay.core.game.pickling import encoded
from counterplay.core.game.position import Position, as_position
from counterplay.drawing.evaluation import evaluation, noisy_moves, refuse_missing
from counterplay.drawing.options import read_options
from counterplay.games.tree import tree_of
from counterplay.textbook.arguments import require_two
from counterplay.textbook.catalogue import ALGORITHMS, Algorithm
from counterplay.textbook.decision import Decision

MOST_POSITIONS = 50_000
"""The most moves that a search may make, including those of random games."""
LONGEST_SOLVED = 12
"""The longest game, in plies, whose worlds are all searched to the end; longer ones are sampled."""
Check = Callable[[], None]


def algorithm_named(name: str) -> Algorithm:
    """Return the algorithm of this name. Raises InputError with the nearest names."""
    if name not in ALGORITHMS:
        near = difflib.get_close_matches(name.lower(), ALGORITHMS, 3, 0.4)
        nearest = f"did you mean {' or '.join(near)}? " if near else ""
        raise InputError(
            f"there is no algorithm {name!r}: {nearest}There are {', '.join(ALGORITHMS)}"
        )
    return ALGORITHMS[name]


def position_of(game: Game, given: Position | str | None, usage: str) -> Position:
    """Return the position to search. The name of an algorithm in its place is told its own place,
    which `usage` shows."""
    if isinstance(given, str) and given in ALGORITHMS:
        raise InputError(f"{given!r} is an algorithm, not a position: write {usage.format(given)}")
    return as_position(game, given)


def algorithm_for(game: Game, name: str | None = None, depth: int | None = None) -> Algorithm:
    """Return the algorithm of this name; by default the simplest one that can search the game, to
    a depth if one is given."""
    if name is not None:
        return algorithm_named(name)
    facts = game.facts
    without_chance = "alphabeta" if depth is None else "ordered"
    for_two = "expectiminimax" if facts.chance else without_chance
    if facts.hidden:
        for_two = "clairvoyance" if facts.longest_game <= LONGEST_SOLVED else "ismcts"
    return ALGORITHMS[for_two if facts.players == 2 and facts.total is not None else "maxn"]


def algorithms_for(game: Game) -> list[str]:
    """Return the names of the algorithms that can search a game, and see only what a player sees.

    If the game hides nothing, those for hidden information are left out: they add nothing.
    """
    facts = game.facts
    is_for_two = facts.players == 2 and facts.total is not None
    return [
        one.name
        for one in ALGORITHMS.values()
        if (is_for_two or not one.two_players)
        and (one.chance or not facts.chance)
        and one.hidden == facts.hidden
    ]


def run(
    algorithm: Algorithm,
    position: Position,
    options: Mapping[str, Any],
    trace: bool = True,
    check: Check = lambda: None,
    most_positions: int | None = None,
) -> Decision:
    """Run an algorithm with its options and return its decision; refuse what it cannot do.

    `check` is called before every move, and can end the search by raising an error.
    """
    game, name = position.game, algorithm.name
    _refuse_depth(algorithm, game, options)
    if game.facts.chance and "chance" not in game.functions:
        raise UnfitError(f"the textbook needs `chance(s)`, but {game.name} defines only `sample`")
    arguments = {**_supplied(algorithm, game), **read_options(algorithm, options)}
    _refuse_sight(algorithm, game)
    limited = _LimitedGame(game, check, most_positions or MOST_POSITIONS)
    if algorithm.hidden and game.facts.hidden:
        searched: Any = KnownGame(game, limited.count, scale_of(game))
        start: Any = position
    else:
        searched, start = limited, position.state
    try:
        if algorithm.two_players:
            require_two(game, name, algorithm.chance)
        decision = algorithm.function(searched, start, trace=trace, **arguments)
    except ValueError as error:
        raise InputError(str(error)) from None
    if searched is limited:
        refuse_missing(game, position.state, decision)
    return decision


def takes(algorithm: Algorithm, argument: str) -> bool:
    """Return whether the function of an algorithm has this argument."""
    return argument in inspect.signature(algorithm.function).parameters


def scale_of(game: Game) -> float:
    """Return what a payoff of 1 is worth in the unit in which people count: 100 pawns in chess."""
    return game.facts.unit / game.facts.counted_in[1] if game.facts.counted_in else 1


def _refuse_depth(algorithm: Algorithm, game: Game, options: Mapping[str, Any]) -> None:
    """Refuse a depth that the algorithm does not take, or one that it needs and does not get."""
    depth, name = options.get("depth"), algorithm.name
    if depth is None and algorithm.needs_depth:
        raise InputError(f"{name} needs a depth, for example --depth 3")
    if depth is None:
        return
    if isinstance(depth, int) and depth < 1:
        raise InputError(f"depth {depth}: search at least one ply")
    if not takes(algorithm, "depth"):
        able = [one for one in algorithms_for(game) if takes(ALGORITHMS[one], "depth")]
        other = f"; these take a depth: {', '.join(able)}" if able else ""
        raise InputError(f"{name} always searches to the end of the game and takes no depth{other}")


def _refuse_sight(algorithm: Algorithm, game: Game) -> None:
    """Refuse an algorithm that would see what players do not see."""
    if game.facts.hidden and not algorithm.hidden:
        able = algorithms_for(game)
        instead = f": use {' or '.join(able)}" if able else ""
        raise UnfitError(
            f"{algorithm.name} sees everything, but {game.name} has hidden information{instead}"
        )


def _supplied(algorithm: Algorithm, game: Game) -> dict[str, Any]:
    """Return what the game gives to an algorithm: its evaluation, its noisy moves, its keys."""
    scale, given = scale_of(game), dict[str, Any]()
    if takes(algorithm, "upper"):
        low, high = _payoff_bounds(game)
        given |= {"lower": low * scale, "upper": high * scale}
    if game.shape.is_record and takes(algorithm, "key"):  # records cannot be looked up in a table
        given["key"] = partial(encoded, game)
    evaluate, noisy = evaluation(game), noisy_moves(game)
    if evaluate is not None and takes(algorithm, "evaluate"):
        given["evaluate"] = lambda s, p: tidy(evaluate(s, p) * scale)
    if noisy is not None and takes(algorithm, "noisy"):
        given["noisy"] = noisy
    return given


def _payoff_bounds(game: Game) -> tuple[float, float]:
    """Return bounds on the payoffs: from the facts of the game, or the ends of a tree."""
    tree, best = tree_of(game), game.facts.best
    if tree is not None:
        best = max(abs(payoff) for node in tree.nodes for payoff in node.payoffs)
    return (game.facts.total or 0) - best, best


class _LimitedGame:
    """A game that ends a search with an error when it becomes too large. Payoffs are scaled."""

    def __init__(self, game: Game, check: Check, most_positions: int) -> None:
        self._game, self._check, self._made = game, check, 0
        self._most, self._scale = most_positions, scale_of(game)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def utility(self, s: Any, p: int) -> float:
        return tidy(self._game.utility(s, p) * self._scale)

    def count(self) -> None:
        """Count a move; refuse one too many."""
        self._check()
        self._made += 1
        if self._made > self._most:
            raise InputError(
                f"this search has more than {self._most:,} positions, too many to draw: start "
                "from a later position, or give a smaller depth"
            )

    def result(self, s: Any, a: Any) -> Any:
        self.count()
        return self._game.result(s, a)
