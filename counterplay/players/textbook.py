"""A player who thinks by an algorithm of the textbook, in plain Python.

The book's algorithms know no clock. They look as deep as `depth` says, or to the end of the game;
`deepening` keeps a limit of nodes and seconds too. What the match's limit says beyond that does not
bind them: the table of the match shows how long they take.
"""

from __future__ import annotations

import difflib
import inspect
from typing import Any

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.textbook.arguments import require_two
from counterplay.textbook.catalogue import ALGORITHMS, Algorithm
from counterplay.textbook.decision import Evaluate

LIMITS = {"depth": "depth", "nodes": "nodes", "seconds": "time"}
"""How the algorithms name their limits, and how `Limit` names the same."""


class TextbookPlayer:
    """One of the algorithms, asked anew at each move."""

    def __init__(self, spec: Spec, game: Game, match_limit: Limit) -> None:
        self.game, self.algorithm = game, _algorithm(spec)
        self._takes = inspect.signature(self.algorithm.function).parameters
        self._settings = _settings(spec, self.algorithm, self._takes)
        self._refuse(spec, match_limit)
        if "evaluate" in self._takes and game.evaluator is not None:
            self._settings["evaluate"] = evaluation(game)
        if "upper" in self._takes:
            best = game.facts.best
            self._settings |= {"lower": (game.facts.total or 0) - best, "upper": best}

    def _refuse(self, spec: Spec, match_limit: Limit) -> None:
        """Say beforehand what the algorithm would trip over in every game."""
        name, own = self.algorithm.name, spec.limit or Limit()
        for theirs, ours in LIMITS.items():
            if getattr(own, ours) is not None and theirs not in self._takes:
                raise InputError(
                    f"player {spec.text!r}: {name} of the textbook knows no limit of {ours}"
                )
        if self.algorithm.needs_depth and (spec.limit or match_limit).depth is None:
            raise InputError(f"player {spec.text!r}: {name} needs depth=…")
        if self.game.facts.hidden:
            raise UnfitError(
                f"player {spec.text!r}: {self.game.name} hides part of its state, and the "
                "textbook's algorithms see all of it"
            )
        try:
            if self.algorithm.two_players:
                require_two(self.game, name, self.algorithm.chance)
        except ValueError as error:
            raise UnfitError(f"player {spec.text!r}: {error}") from None

    def new_game(self, seed: str) -> None:
        """Nothing is kept from move to move."""

    def close(self) -> None:
        """Nothing is held open."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        bounds = {
            theirs: getattr(limit, ours)
            for theirs, ours in LIMITS.items()
            if theirs in self._takes and getattr(limit, ours) is not None
        }
        found = self.algorithm.function(self.game, position.state, **bounds, **self._settings)
        return Thought(found.move, bounds.get("depth"), found.nodes)


def evaluation(game: Game) -> Evaluate:
    """The game's evaluator as EVAL(s, p): a guess of the payoff of player p."""
    facts = game.facts
    return lambda s, p: game.evaluate_for(s, p) / facts.unit + facts.even_share


def _algorithm(spec: Spec) -> Algorithm:
    if spec.algorithm not in ALGORITHMS:
        near = difflib.get_close_matches(spec.algorithm, ALGORITHMS, 2, 0.5)
        nearest = f"did you mean {' or '.join(near)}? " if near else ""
        raise InputError(
            f"player {spec.text!r}: the textbook has no algorithm {spec.algorithm!r}; "
            f"{nearest}There are {', '.join(ALGORITHMS)}"
        )
    return ALGORITHMS[spec.algorithm]


def _settings(spec: Spec, algorithm: Algorithm, takes: Any) -> dict[str, Any]:
    """The settings that the algorithm takes as numbers, such as the width of a beam."""
    numbers = {
        name: type(parameter.default)
        for name, parameter in takes.items()
        if isinstance(parameter.default, (int, float)) and name not in ("trace", *LIMITS)
    }
    values: dict[str, Any] = {}
    for name, text in spec.settings:
        if name not in numbers:
            takes_what = f"it takes {', '.join(numbers)}" if numbers else "it takes none"
            raise InputError(
                f"player {spec.text!r}: {algorithm.name} of the textbook has no setting {name!r}; "
                f"{takes_what}, and depth where it has one"
            )
        try:
            values[name] = numbers[name](text)
        except ValueError:
            raise InputError(f"player {spec.text!r}: {name}={text} is not a number") from None
    return values
