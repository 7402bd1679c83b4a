"""Encoders: how the rows of a batch become the inputs of a network.

A row is a state after a play. It is seen by the player who did not move: in backgammon, the player
on roll.
"""

from __future__ import annotations

from typing import Any, Protocol

from counterplay.core.game.game import Game
from counterplay.core.network.inputs import word_count
from counterplay.learning.td.kernels.encoding import INPUTS, PUBEVAL_INPUTS
from counterplay.learning.td.machines import Machine

LANES = 32
"""The threads of a GPU that write one row."""


class Encoder(Protocol):
    """Writes the inputs of rows."""

    width: int
    """The number of inputs."""

    def prepare(self, machine: Machine, capacity: int) -> None:
        """Make the arrays that it needs, for `capacity` rows."""

    def encode(self, machine: Machine, games: int, rows: int) -> Any:
        """The inputs of the first `rows` rows: (rows, width). The next call overwrites them."""


class Points:
    """The 198 inputs of TD-Gammon."""

    width = INPUTS
    function = "encode"

    def prepare(self, machine: Machine, capacity: int) -> None:
        machine.make_room("inputs", (capacity * self.width,), "float32")

    def encode(self, machine: Machine, games: int, rows: int) -> Any:
        machine.run("points", self.function, rows, LANES, games=games, rows=rows)
        return machine.known("inputs")[: rows * self.width].view(rows, self.width)


class Pubeval(Points):
    """The 122 inputs of pubeval twice: first in positions with contact, then in races.

    They are those of the player who moved, and his position before the play says if it is a race.
    """

    width = 2 * PUBEVAL_INPUTS
    function = "encode_pubeval"


class Bits:
    """The bits of the game's `features`, each an input of 0 or 1; on a GPU in half precision.

    With two views the bits of the other player's view follow. The encoders of a batch share
    their arrays.
    """

    def __init__(self, game: Game, views: int = 1) -> None:
        self.views, self.words = views, word_count(game)
        self.width = 64 * views * self.words

    def prepare(self, machine: Machine, capacity: int) -> None:
        self._machine = machine
        machine.make_room("words", (capacity, self.views, self.words), "uint64")
        if machine.is_gpu:
            machine.make_room("bits", (capacity * self.width // 4,), "int64")
        else:
            machine.make_room("bits", (capacity * self.width,), "float32")

    @property
    def written(self) -> Any:
        """The words of the rows."""
        return self._machine.known("words")

    def encode(self, machine: Machine, games: int, rows: int) -> Any:
        numbers = {"views": self.views, "word_count": self.words}
        machine.run("bits", "write_words", rows, games=games, rows=rows, **numbers)
        return self.spread(machine, rows)

    def spread(self, machine: Machine, rows: int) -> Any:
        """The bits of the first `rows` rows of `written`."""
        numbers = {"rows": rows, "views": self.views, "word_count": self.words}
        machine.run("bits", "write_bits", rows, LANES, **numbers)
        bits = machine.known("bits")
        if machine.is_gpu:
            bits = bits.view(_half())
        return bits[: rows * self.width].view(rows, self.width)


def _half() -> Any:
    import torch

    return torch.float16


class Own:
    """One input: what the game's own evaluation says, in points of payoff. On the CPU only."""

    width = 1

    def prepare(self, machine: Machine, capacity: int) -> None:
        machine.make_room("inputs", (capacity,), "float32")

    def encode(self, machine: Machine, games: int, rows: int) -> Any:
        machine.run("bits", "judge", rows, games=games, rows=rows)
        return machine.known("inputs")[:rows].view(rows, 1)
