"""A network of `core/network` that learns by TD(lambda): its head and its torch module.

The head predicts the chances of payoffs: one output for each possible payoff but the least, the
chance that the game pays so much or more. Its module has the form of the integer network, so that
the weights are rounded only once, at the end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.network.evaluate import FINE_ONE, FINE_UNIT
from counterplay.core.network.inputs import fingerprint, views, word_count
from counterplay.core.network.network import Network
from counterplay.learning.td.heads import tensor_of

BOUND = 4.0
"""The largest weight of either layer."""


class Payoffs:
    """The chances of payoffs, which are given from the least up.

    What one player gets, the other loses.
    """

    def __init__(self, payoffs: Sequence[float]) -> None:
        if list(payoffs) != sorted(set(payoffs)) or list(payoffs) != [-x for x in payoffs[::-1]]:
            raise InputError(f"payoffs={payoffs} must rise, and be the same for both players")
        self.payoffs = tuple(float(payoff) for payoff in payoffs)
        self._steps = tuple(float(step) for step in np.diff(self.payoffs))
        self.outputs = len(payoffs) - 1

    def values(self, outputs: Any) -> Any:
        """The mean payoffs."""
        return outputs @ tensor_of(self._steps, outputs.device) + self.payoffs[0]

    def turned(self, outputs: Any) -> Any:
        """The outputs as the other player would say them."""
        return 1 - outputs.flip(-1)

    def ended(self, payoffs: Any) -> Any:
        """The outputs that are right for these payoffs."""
        higher = tensor_of(self.payoffs[1:], payoffs.device)
        return (payoffs.unsqueeze(-1) >= higher).to(payoffs.dtype)


def payoff_module(game: Game, head: Payoffs, width: int, seed: int, most_on: int = 40) -> Any:
    """A new network as a torch module, with small random weights."""
    import torch

    class Module(torch.nn.Module):  # type: ignore[misc]  # torch is optional, so it has no types
        """rows, bias: the first layer; outs, offsets: the last one, for each output."""

        def __init__(self) -> None:
            super().__init__()
            dice = torch.Generator().manual_seed(seed)
            inputs, sides = 64 * word_count(game), views(game)
            spread, last = 1 / math.sqrt(most_on), 1 / math.sqrt(width)
            self.rows = torch.nn.Parameter(_uniform(dice, (inputs, width), spread))
            self.bias = torch.nn.Parameter(_uniform(dice, (width,), spread).abs())
            self.outs = torch.nn.Parameter(_uniform(dice, (head.outputs, sides, width), last))
            self.offsets = torch.nn.Parameter(torch.zeros(head.outputs))

        def forward(self, inputs: Any) -> Any:
            kind = inputs.dtype  # float32, or half precision
            rows = inputs.reshape(-1, len(self.rows))
            sums = torch.addmm(self.bias.to(kind), rows, self.rows.to(kind))
            if torch.is_grad_enabled():
                active = sums.clamp(0, 1).square()
            else:
                active = sums.clamp_(0, 1).square_()
            outs = self.outs.flatten(1).T.to(kind)
            said = active.view(len(inputs), len(outs)) @ outs
            return torch.sigmoid(said.float() + self.offsets)

        @torch.no_grad()  # type: ignore[untyped-decorator]
        def keep_in_bounds(self) -> None:
            """Clip the weights to what the integers can hold."""
            for part in (self.rows, self.bias, self.outs):
                part.clamp_(-BOUND, BOUND)

    return Module()


def _uniform(dice: Any, shape: tuple[int, ...], spread: float) -> Any:
    import torch

    return (2 * torch.rand(shape, generator=dice) - 1) * spread


def integer_network(game: Game, head: Payoffs, module: Any, about: Mapping[str, Any]) -> Network:
    """The network in integers."""

    def rounded(part: Any, unit: int) -> Any:
        return np.rint(part.detach().cpu().numpy() * unit).astype(np.int16)

    offsets = module.offsets.detach().cpu().numpy().astype(np.float64)
    return Network(
        game.name,
        fingerprint(game),
        rows=rounded(module.rows, FINE_ONE),
        bias=rounded(module.bias, FINE_ONE),
        last=rounded(module.outs, FINE_UNIT),
        offsets=np.rint(offsets * FINE_ONE * FINE_UNIT).astype(np.int64),
        most_on=64 * word_count(game),
        scale=game.facts.unit,
        payoffs=head.payoffs,
        about=about,
    )
