"""Encoders: how the rows of a batch become the inputs of a network.

A row is a state after a play. It is seen by the player who did not move: in backgammon, the player
on roll.
"""

from __future__ import annotations

from typing import Protocol

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
        """Make the arrays that it needs besides `inputs`, for `capacity` rows."""

    def encode(self, machine: Machine, games: int, rows: int) -> None:
        """Write the inputs of the first `rows` rows, one row after the other, to `inputs`."""


class Points:
    """The 198 inputs of TD-Gammon."""

    width = INPUTS
    function = "encode"

    def prepare(self, machine: Machine, capacity: int) -> None:
        """It needs no others."""

    def encode(self, machine: Machine, games: int, rows: int) -> None:
        machine.run("points", self.function, rows, LANES, games=games, rows=rows)


class Pubeval(Points):
    """The 122 inputs of pubeval twice: first in positions with contact, then in races.

    They are those of the player who moved, and his position before the play says if it is a race.
    """

    width = 2 * PUBEVAL_INPUTS
    function = "encode_pubeval"


class Bits:
    """The bits of the game's `features`, each an input of 0 or 1.

    With two views the bits of the other player's view follow.
    """

    def __init__(self, game: Game, views: int = 1) -> None:
        self.views, self.words = views, word_count(game)
        self.width = 64 * views * self.words

    def prepare(self, machine: Machine, capacity: int) -> None:
        machine.tensor("words", (capacity, self.views, self.words), "uint64")

    def encode(self, machine: Machine, games: int, rows: int) -> None:
        numbers = {"games": games, "rows": rows, "views": self.views, "word_count": self.words}
        if machine.is_gpu:
            machine.run("bits", "write_words", rows, **numbers)
            machine.run("bits", "write_bits", rows, LANES, **numbers)
        else:
            machine.run("bits", "encode", rows, **numbers)


class Own:
    """One input: what the game's own evaluation says, in points of payoff. On the CPU only."""

    width = 1

    def prepare(self, machine: Machine, capacity: int) -> None:
        """It needs no others."""

    def encode(self, machine: Machine, games: int, rows: int) -> None:
        machine.run("bits", "judge", rows, games=games, rows=rows)
