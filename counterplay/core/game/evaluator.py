"""An evaluator: a guess of the score of a state that is not over, kept apart from the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import GameError

ARGUMENTS = ("p", "weights", "data")
"""What `evaluate(s, …)` may ask for, by name, after the state."""


@dataclass(frozen=True, eq=False)
class Evaluator:
    """`evaluate(s, …)` and its weights.

    It gives an integer: score points (`facts.unit` to one point of payoff) above an even share,
    for the side to move, or for player `p` where it takes `p`. It stays inside the win scores.
    Weights are data: new ones of the same type compile nothing.

    features  names of weights: where each begins, and how many there are
    units     where several numbers stand in one weight: what one of each adds, the largest first
    named     other weights of this evaluator, by name
    """

    name: str
    path: str
    function: FunctionType
    weights: npt.NDArray[Any]
    features: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    units: tuple[int, ...] = (1,)
    named: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)

    @property
    def asks_for(self) -> tuple[str, ...]:
        code = self.function.__code__
        return code.co_varnames[1 : code.co_argcount]


def evaluator_of(space: dict[str, Any], name: str, path: str) -> Evaluator | None:
    """The evaluator that a file defines, if it does: `evaluate`, and `WEIGHTS` if it has any."""
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
                f"evaluate(s, …) can ask for p, weights and data, not {argument!r}", path, line
            )
    return made
