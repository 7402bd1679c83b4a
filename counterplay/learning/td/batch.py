"""Many games at once: each step plays one move of every game.

A step rolls the dice of every game and lists its plays, writes the state after each play as a row,
lets one or two judges value all rows, and makes the best play of each game. The random numbers
depend on the seed, the number of the game and the ply only, so a run can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.learning.td.encoders import Encoder
from counterplay.learning.td.machines import machine_of

Evaluate = Callable[[Any], Any]
"""evaluate(inputs) returns the values of rows for the player who did not move, one each."""

ROWS_PER_GAME = 24
"""The room at the beginning; it grows when more is needed."""


@dataclass(frozen=True)
class Played:
    """One step of all games. Tensors with one number for each game.

    chosen    the row of the play, -1 if the game has stopped
    scores    its value for the player who moved
    movers    the player who moved
    ended     1 if the play ended the game
    payoffs   then the payoff of the player who moved
    """

    chosen: Any
    scores: Any
    movers: Any
    ended: Any
    payoffs: Any


class Batch:
    """Games that are played side by side.

    encoders   what a row is for a network; the first is that of `step`
    restarts   whether an ended game makes room for a new one
    cycle      games whose numbers differ by a multiple of it have the same dice; 0: all differ
    """

    def __init__(
        self,
        game: Game,
        encoders: Encoder | Sequence[Encoder],
        games: int,
        seed: int = 1,
        device: str = "cpu",
        restarts: bool = True,
        cycle: int = 0,
    ) -> None:
        import torch

        if games < 1 or seed < 0:
            raise InputError(f"games={games} must be 1 or more, and seed={seed} 0 or more")
        self.game, self.games = game, games
        self.encoders = encoders if isinstance(encoders, Sequence) else (encoders,)
        self.machine = machine = machine_of(game, device)
        most, outcomes = game.facts.most_actions + 1, max(game.facts.most_outcomes, 1)
        machine.records("states", games)
        self.numbers = machine.tensor("numbers", (games,), "int64")
        self.numbers.copy_(torch.arange(games))
        self.plies = machine.tensor("plies", (games,), "int64")
        machine.tensor("moves", (games, most), "int64")
        machine.tensor("outcomes", (games, outcomes), "int64")
        machine.tensor("chances", (games, outcomes), "float64")
        self.counts = machine.tensor("counts", (games,), "int64")
        self.firsts = machine.tensor("firsts", (games,), "int64")
        self.movers = machine.tensor("movers", (games,), "int64")
        self._played = Played(
            machine.tensor("chosen", (games,), "int64"),
            machine.tensor("scores", (games,), "float32"),
            self.movers,
            machine.tensor("ended", (games,), "int64"),
            machine.tensor("payoffs", (games,), "float32"),
        )
        self._every = torch.arange(games, device=machine.device)
        self._numbers = {
            "games": games, "seed": seed, "cycle": cycle or 1 << 62, "step": games * restarts,
        }  # fmt: skip
        self.rows, self.capacity = 0, 0
        self._make_room(ROWS_PER_GAME * games)
        machine.run("play", "start", games, **self._numbers)

    def _make_room(self, capacity: int) -> None:
        machine = self.machine
        self.capacity = capacity
        machine.records("afters", capacity)
        self.owners = machine.tensor("owners", (capacity,), "int64")
        machine.tensor("known", (capacity,), "float32")
        self.values = machine.tensor("values", (capacity,), "float32")
        for encoder in self.encoders:
            encoder.prepare(machine, capacity)

    def roll(self) -> int:
        """Roll the dice, list the plays, and write the rows; how many there are."""
        import torch

        self.machine.run("play", "roll", self.games, **self._numbers)
        owners = torch.repeat_interleave(self._every, self.counts)
        torch.cumsum(self.counts, 0, out=self.firsts)
        self.firsts -= self.counts
        self.rows = len(owners)
        if self.rows > self.capacity:
            self._make_room(self.rows * 3 // 2)
        self.owners[: self.rows] = owners
        self.machine.run("play", "make_rows", self.rows, rows=self.rows, **self._numbers)
        return self.rows

    def inputs(self, encoder: Encoder | None = None) -> Any:
        """The inputs of the rows. The next call overwrites them."""
        return (encoder or self.encoders[0]).encode(self.machine, self.games, self.rows)

    def choose(self, values: Any) -> Played:
        """Make the play of each game whose row has the least of these values.

        They are the values for the player who did not move. The next step overwrites the result.
        """
        self.values[: self.rows] = values
        self.machine.run("play", "choose", self.games, rows=self.rows, **self._numbers)
        return self._played

    def step(self, evaluate: Evaluate) -> Played:
        """Play one move of every game."""
        self.roll()
        return self.choose(evaluate(self.inputs()))

    def reserve(self, steps: int) -> None:
        """Make room for the states of `keep`."""
        self.machine.records("kept", steps * self.games)

    def keep(self, t: int) -> None:
        """Keep the states after the plays of this step as those of step `t`."""
        place = t * self.games
        self.machine.run("play", "keep", self.games, rows=self.rows, place=place, **self._numbers)

    def kept(self) -> Any:
        """The states that were kept: (steps, games)."""
        return self.machine.copied("kept").reshape(-1, self.games)

    def states(self) -> Any:
        """The states of the games, encoded as `game.shape` does it."""
        return self.machine.copied("states")

    def state(self) -> dict[str, Any]:
        """What `resume` needs between two steps: where each game is."""
        import torch

        states = torch.from_numpy(self.states().view(np.uint8).copy())
        return {"states": states, "numbers": self.numbers, "plies": self.plies}

    def resume(self, state: dict[str, Any]) -> None:
        """Go on with the games of a batch of the same kind."""
        self.machine.fill("states", state["states"].numpy().view(self.game.shape.dtype))
        self.numbers.copy_(state["numbers"])
        self.plies.copy_(state["plies"])
