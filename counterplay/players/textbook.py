"""A player that uses an algorithm of the textbook, in plain Python.

These algorithms have no clock. They search to `depth`, or to the end of the game; only `deepening`
also obeys limits of nodes and seconds. The table of a match shows how long they take.
"""

from __future__ import annotations

import difflib
import inspect
from functools import partial
from typing import Any

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.known_game import KnownGame
from counterplay.core.game.limits import Limit
from counterplay.core.game.pickling import encoded
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.textbook.arguments import require_two
from counterplay.textbook.catalogue import ALGORITHMS, Algorithm
from counterplay.textbook.decision import Evaluate

LIMITS = {"depth": "depth", "nodes": "nodes", "seconds": "time"}
"""The limits as parameters of the algorithms, and as fields of `Limit`."""


class TextbookPlayer:
    """Runs an algorithm anew for each move."""

    def __init__(self, spec: Spec, game: Game, match_limit: Limit) -> None:
        self.game, self.algorithm = game, _algorithm(spec)
        self._takes = inspect.signature(self.algorithm.function).parameters
        self._settings = _settings(spec, self.algorithm, self._takes)
        self._require_fit(spec, match_limit)
        if "evaluate" in self._takes and game.evaluator is not None:
            self._settings["evaluate"] = evaluation(game)
        if game.shape.is_record and "key" in self._takes:  # records cannot be looked up in a table
            self._settings["key"] = partial(encoded, game)
        if "upper" in self._takes:
            best = game.facts.best
            self._settings |= {"lower": (game.facts.total or 0) - best, "upper": best}

    def _require_fit(self, spec: Spec, match_limit: Limit) -> None:
        """Refuse limits and games that the algorithm cannot handle."""
        name, own = self.algorithm.name, spec.limit or Limit()
        for theirs, ours in LIMITS.items():
            if getattr(own, ours) is not None and theirs not in self._takes:
                raise InputError(
                    f"player {spec.text!r}: the textbook algorithm {name} has no limit {ours}"
                )
        if self.algorithm.needs_depth and (spec.limit or match_limit).depth is None:
            raise InputError(f"player {spec.text!r}: {name} needs depth=N")
        if self.game.facts.hidden and not self.algorithm.hidden:
            raise UnfitError(
                f"player {spec.text!r}: {self.game.name} has hidden information, but textbook "
                "algorithms would see all of it"
            )
        try:
            if self.algorithm.two_players:
                require_two(self.game, name, self.algorithm.chance)
        except ValueError as error:
            raise UnfitError(f"player {spec.text!r}: {error}") from None

    def new_game(self, seed: str) -> None:
        """Nothing to forget."""

    def close(self) -> None:
        """Nothing to close."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        bounds = {
            theirs: getattr(limit, ours)
            for theirs, ours in LIMITS.items()
            if theirs in self._takes and getattr(limit, ours) is not None
        }
        game: Any = self.game
        s: Any = position.state
        if game.facts.hidden:
            game, s = KnownGame(game), position
        found = self.algorithm.function(game, s, **bounds, **self._settings)
        return Thought(found.move, bounds.get("depth"), found.nodes)


def evaluation(game: Game) -> Evaluate:
    """The game's evaluator as EVAL(s, p): an estimate of the payoff of player p."""
    facts = game.facts
    return lambda s, p: game.evaluate_for(s, p) / facts.unit + facts.even_share


def _algorithm(spec: Spec) -> Algorithm:
    if spec.algorithm not in ALGORITHMS:
        near = difflib.get_close_matches(spec.algorithm, ALGORITHMS, 2, 0.5)
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        raise InputError(
            f"player {spec.text!r}: the textbook has no algorithm {spec.algorithm!r}; "
            f"{hint}It has {', '.join(ALGORITHMS)}"
        )
    return ALGORITHMS[spec.algorithm]


def _settings(spec: Spec, algorithm: Algorithm, takes: Any) -> dict[str, Any]:
    """The settings of the algorithm that are numbers, such as the width of a beam."""
    numbers = {
        name: type(parameter.default)
        for name, parameter in takes.items()
        if isinstance(parameter.default, (int, float)) and name not in ("trace", *LIMITS)
    }
    values: dict[str, Any] = {}
    for name, text in spec.settings:
        if name not in numbers:
            known = f"its settings are {', '.join(numbers)}" if numbers else "it has none"
            raise InputError(
                f"player {spec.text!r}: the textbook algorithm {algorithm.name} has no setting "
                f"{name!r}; {known}"
            )
        try:
            values[name] = numbers[name](text)
        except ValueError:
            raise InputError(f"player {spec.text!r}: {name}={text} is not a number") from None
    return values
