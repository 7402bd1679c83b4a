"""Evaluator: the static evaluation of a state, separate from the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import GameError
from counterplay.core.game.syntax import line_of_name
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
    weights = _weights(space, path)
    features, units = space.get("FEATURES", {}), space.get("UNITS", (1,))
    named = space.get("NAMED_WEIGHTS", {})
    if not (isinstance(features, Mapping) and all(map(_is_group, features.values()))):
        what = "FEATURES must be a dictionary of the first index and the number of weights, by name"
        raise _wrong("FEATURES", f'{what}: {{"piece": (0, 6)}}', path)
    for group, (start, count) in features.items():
        if not 0 <= start <= start + count <= len(weights):
            what = f"FEATURES names the weights {start} to {start + count - 1} as {group!r}"
            raise _wrong("FEATURES", f"{what}, but there are {len(weights)}", path)
    if not (isinstance(units, (list, tuple)) and units and all(map(_is_whole, units))):
        raise _wrong("UNITS", "UNITS must be a tuple of whole numbers: (1,)", path)
    if not isinstance(named, Mapping):
        what = 'NAMED_WEIGHTS must be a dictionary of arrays by name: {"fast": np.array([100])}'
        raise _wrong("NAMED_WEIGHTS", what, path)
    made = Evaluator(name, path, function, weights, dict(features), tuple(units), dict(named))
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


def _weights(space: Mapping[str, Any], path: str) -> npt.NDArray[Any]:
    """`WEIGHTS` of a file; no weights if there are none."""
    try:
        weights = np.asarray(space.get("WEIGHTS", np.zeros(0, np.int64)))
    except ValueError:  # rows of different lengths
        weights = np.zeros((0, 0))
    if weights.ndim != 1 or weights.dtype.kind not in "iuf":
        raise _wrong("WEIGHTS", "WEIGHTS must be a one-dimensional array of numbers", path)
    return np.ascontiguousarray(weights)


def _is_group(given: Any) -> bool:
    """Whether a value is a first index and a number of weights."""
    is_pair = isinstance(given, (list, tuple)) and len(given) == 2
    return is_pair and all(map(_is_whole, given))


def _is_whole(given: Any) -> bool:
    return isinstance(given, (int, np.integer)) and not isinstance(given, bool)


def _wrong(name: str, what: str, path: str) -> GameError:
    return GameError(what, path, line_of_name(path, name))
