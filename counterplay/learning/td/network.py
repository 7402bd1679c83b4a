"""The network of TD-Gammon: inputs, one layer of sigmoid units, four chances; and its file.

The outputs are the chances of the four outcomes that Tesauro (1992) lists, for the player whose
view the inputs are: a single win, a gammon, a single loss and a lost gammon. A backgammon counts as
a gammon, as it did for him: it is too rare for an output of its own. The other player's outcomes
are the same numbers in the order 2, 3, 0, 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.core.network.learned import arrays_of, body_of, read_file, shapes_of, write_file

FORMAT = "counterplay td network 1"
KINDS = {
    "hidden_weights": np.float32,
    "hidden_bias": np.float32,
    "output_weights": np.float32,
    "output_bias": np.float32,
}
OUTCOMES = 4
WIN, GAMMON, LOSS, LOST_GAMMON = range(OUTCOMES)
POINTS = (1.0, 2.0, -1.0, -2.0)
"""The payoffs of the outcomes."""
SPREAD = 0.1
"""Weights begin as uniform numbers between this and its negative."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class TdNetwork:
    """The weights: (inputs, hidden), (hidden,), (hidden, outcomes), (outcomes,)."""

    hidden_weights: Floats
    hidden_bias: Floats
    output_weights: Floats
    output_bias: Floats
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def inputs(self) -> int:
        return len(self.hidden_weights)

    @property
    def hidden(self) -> int:
        return len(self.hidden_bias)

    def outcomes(self, rows: Floats) -> Floats:
        """The chances of the outcomes, for rows of inputs."""
        between = sigmoid(rows @ self.hidden_weights + self.hidden_bias)
        return sigmoid(between @ self.output_weights + self.output_bias)

    def equity(self, rows: Floats) -> Floats:
        """The expected points, for rows of inputs."""
        return (self.outcomes(rows) @ np.array(POINTS, np.float32)).astype(np.float32)


def sigmoid(x: Floats) -> Floats:
    return (1 / (1 + np.exp(-x))).astype(np.float32)


def first_network(inputs: int, hidden: int, seed: int) -> TdNetwork:
    """A network that has learned nothing: small random weights."""
    if hidden < 1 or seed < 0:
        raise InputError(f"hidden={hidden} must be 1 or more, and seed={seed} 0 or more")
    random = np.random.default_rng(seed)

    def drawn(*shape: int) -> Floats:
        return random.uniform(-SPREAD, SPREAD, shape).astype(np.float32)

    return TdNetwork(drawn(inputs, hidden), drawn(hidden), drawn(hidden, OUTCOMES), drawn(OUTCOMES))


def write_network(network: TdNetwork, path: Path) -> None:
    """Write the file of a network, whole or not at all."""
    head = {"format": FORMAT, "about": dict(network.about), "shapes": shapes_of(network, KINDS)}
    write_file(path, head, body_of(network, KINDS))


def read_network(path: Path) -> TdNetwork:
    """Read the file of a network. A damaged one is refused with a sentence."""
    head, body = read_file(path, FORMAT, "network of TD-Gammon")
    try:
        return TdNetwork(**arrays_of(head, body, KINDS), about=head["about"])
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{path} is damaged: its sizes do not fit. Learn it again") from None
