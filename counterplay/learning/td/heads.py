"""What a network says about a row, and how the other player would say it.

A head gives a row's value from the outputs, turns outputs to the other player's side, and says what
the outputs should have been when a game has ended.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol

from counterplay.learning.td.network import OUTCOMES, POINTS


@cache
def tensor_of(numbers: tuple[float, ...], device: Any) -> Any:
    """The numbers as a tensor on a device, made once."""
    import torch

    return torch.tensor(numbers, device=device)


class Head(Protocol):
    """How outputs are read."""

    outputs: int

    def values(self, outputs: Any) -> Any:
        """The expected payoffs, from outputs of shape (…, outputs)."""

    def turned(self, outputs: Any) -> Any:
        """The outputs as the other player would say them."""

    def ended(self, payoffs: Any) -> Any:
        """The outputs that are right for these payoffs at the end of games."""


class Outcomes:
    """The chances of a single win, a gammon, a single loss and a lost gammon."""

    outputs = OUTCOMES

    def values(self, outputs: Any) -> Any:
        return outputs @ tensor_of(POINTS, outputs.device)

    def turned(self, outputs: Any) -> Any:
        return outputs.roll(2, -1)

    def ended(self, payoffs: Any) -> Any:
        import torch

        points = tensor_of(POINTS, payoffs.device)
        return (payoffs.clamp(-2, 2).unsqueeze(-1) == points).to(torch.float32)


class Equity:
    """One output: the expected payoff."""

    outputs = 1

    def values(self, outputs: Any) -> Any:
        return outputs[..., 0]

    def turned(self, outputs: Any) -> Any:
        return -outputs

    def ended(self, payoffs: Any) -> Any:
        return payoffs.unsqueeze(-1)
