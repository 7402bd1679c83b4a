"""Evaluator: the static evaluation of a state, separate from the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import GameError
from counterplay.core.network.learned import Learned

ARGUMENTS = ("p", "weights", "data")
"""The arguments that `evaluate(s, …)` can take after the state, by name."""


@dataclass(frozen=True, eq=False)
class Evaluator:
    """The function `evaluate(s, …)` and its weights.

    The function returns an integer: score points (`facts.unit` for one point of payoff) above an
    even share, for the side to move, or for player `p` if it takes `p`. It is smaller than the
    score of a win. Weights are data: other weights of the same type need no compilation.

    name      the name of the game or of the evaluator's file
    path      the file that defines it
    features  the groups of weights: the first index and the number of weights, by name
    units     if a weight packs several numbers: the value of one of each, the largest first
    named     other sets of weights of this evaluator, by name
    network   the network, or the pattern tables, that are evaluated instead of the function, or
              that correct what the function says; None if there are none
    replaced  the game's own evaluator, if a network stands in its place
    """

    name: str
    path: str
    function: FunctionType
    weights: npt.NDArray[Any]
    features: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    units: tuple[int, ...] = (1,)
    named: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    network: Learned | None = None
    replaced: Evaluator | None = None

    @property
    def has_function(self) -> bool:
        """Whether the function is evaluated: not if a network stands in its place."""
        return self.network is None or self.network.is_correction

    @property
    def asks_for(self) -> tuple[str, ...]:
        """The arguments after the state."""
        code = self.function.__code__
        return code.co_varnames[1 : code.co_argcount]


def network_evaluator(network: Learned, name: str, path: str) -> Evaluator:
    """The evaluator that is a network, or pattern tables.

    Its weights stand for it where evaluators are compared.
    A correction gets the function and the weights of the game (`Game.with_evaluator`).
    """
    weights = np.frombuffer(bytes.fromhex(network.digest), np.int64)
    function = cast(FunctionType, by_network)
    return Evaluator(name, path, function, weights, network=network)


def by_network(s: Any) -> int:
    """In place of a function: `Game.evaluate_for` and the kernels ask the network."""
    raise NotImplementedError("a network is evaluated by the game")


def evaluator_of(space: dict[str, Any], name: str, path: str) -> Evaluator | None:
    """The evaluator that a file defines: `evaluate`, and `WEIGHTS` if it has any; else None."""
    function = space.get("evaluate")
    if not isinstance(function, FunctionType):
        return None
    weights = np.ascontiguousarray(space.get("WEIGHTS", np.zeros(0, np.int64)))
    if weights.ndim != 1 or weights.dtype.kind not in "iuf":
        raise GameError("WEIGHTS must be a one-dimensional array of numbers", path)
    made = Evaluator(
        name,
        path,
        function,
        weights,
        dict(space.get("FEATURES", {})),
        tuple(space.get("UNITS", (1,))),
        dict(space.get("NAMED_WEIGHTS", {})),
    )
    line = function.__code__.co_firstlineno
    for argument in made.asks_for:
        if argument not in ARGUMENTS:
            raise GameError(
                f"evaluate(s, …) can take p, weights and data, not {argument!r}", path, line
            )
    if "weights" in made.asks_for and "WEIGHTS" not in space:
        text = "evaluate(s, weights) needs WEIGHTS: write a line such as WEIGHTS = np.array([100])"
        raise GameError(text, path, line)
    return made
