"""The states that were met last, with what is to be learned about them: the oldest makes room.

A state is kept as the words of its inputs. They become rows of numbers when they are learned.
"""

from __future__ import annotations

from typing import Any

from counterplay.core.game.game import Game
from counterplay.learning.td.encoders import Bits
from counterplay.learning.td.machines import machine_of


class Replay:
    """Room for `size` states, and rows for `minibatch` of them at a time."""

    def __init__(
        self,
        game: Game,
        views: int,
        outputs: int,
        size: int,
        minibatch: int,
        seed: int,
        device: str,
    ) -> None:
        import torch

        self.size, self.minibatch, self.filled, self._next = size, minibatch, 0, 0
        self._machine = machine_of(game, device)
        place = self._machine.device
        self._bits = Bits(game, views)
        self._bits.prepare(self._machine, minibatch)
        shape = self._bits.written.shape[1:]
        self._words = torch.zeros((size, *shape), dtype=torch.int64, device=place)
        self._targets = torch.zeros((size, outputs), device=place)
        self._random = torch.Generator(place).manual_seed(seed)

    def add(self, words: Any, targets: Any) -> None:
        """Keep states; at most `size` of them."""
        import torch

        places = torch.arange(self._next, self._next + len(words), device=words.device) % self.size
        self._words[places], self._targets[places] = words, targets
        self._next = (self._next + len(words)) % self.size
        self.filled = min(self.filled + len(words), self.size)

    def draw(self) -> tuple[Any, Any]:
        """The rows and the targets of random states. The next call overwrites the rows."""
        import torch

        chosen = torch.randint(
            self.filled, (self.minibatch,), generator=self._random, device=self._words.device
        )
        self._bits.written.copy_(self._words[chosen])
        return self._bits.spread(self._machine, self.minibatch), self._targets[chosen]
