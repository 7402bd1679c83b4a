"""Steps of Adam on rows and their targets: one by one, or on a GPU as a recorded graph.

A small network's step takes longer to start than to run, because it is many small pieces of work. A
graph (of CUDA) starts them all at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from counterplay.core.game.errors import InputError

WARM_UP = 3
"""The steps before a graph is recorded. They are made on a stream of their own."""

LOUDER = 4096.0
"""Losses are multiplied by this, so that slopes are not too small for half precision. The steps of
Adam do not depend on it."""


def squares(outputs: Any, wanted: Any) -> Any:
    """The mean of the squared errors, as in TD(lambda)."""
    errors = outputs - wanted
    return (errors * errors).sum(-1).mean()


def entropy(outputs: Any, wanted: Any) -> Any:
    """The mean cross-entropy of chances. An error counts as much where an output is near 0 or 1."""
    import torch

    return (
        torch.nn.functional.binary_cross_entropy(outputs, wanted, reduction="none").sum(-1).mean()
    )


Loss = Callable[[Any, Any], Any]
"""The mean loss of outputs, and of those that are wanted."""

LOSSES: dict[str, Loss] = {"squares": squares, "entropy": entropy}


def loss_named(name: str) -> Loss:
    """The loss of this name."""
    if name not in LOSSES:
        raise InputError(f"loss={name!r} must be one of {', '.join(LOSSES)}")
    return LOSSES[name]


class Steps:
    """Adam (Kingma and Ba 2014) for a model."""

    def __init__(self, model: Any, loss: Loss, rate: float, is_graph: bool) -> None:
        import torch

        self.model, self.loss, self.is_graph = model, loss, is_graph
        first = next(model.parameters())
        self._rate: Any = torch.tensor(rate, device=first.device) if is_graph else rate
        self.adam = torch.optim.Adam(
            model.parameters(), self._rate, fused=is_graph, capturable=is_graph
        )
        self._done = 0
        self._graph: Any = None
        self._inputs: Any = None
        self._wanted: Any = None
        self._lost: Any = None

    def set_rate(self, rate: float) -> None:
        """Set the rate of learning."""
        if self.is_graph:
            self._rate.fill_(rate)
            return
        for group in self.adam.param_groups:
            group["lr"] = rate

    def step(self, inputs: Any, wanted: Any) -> Any:
        """Make one step; the loss before it. With a graph all steps have the same shape."""
        if not self.is_graph:
            return self._step(inputs, wanted)
        if self._graph is None and self._done < WARM_UP:
            self._done += 1
            return self._on_other_stream(inputs, wanted)
        if self._graph is None:
            self._record(inputs, wanted)
        self._inputs.copy_(inputs)
        self._wanted.copy_(wanted)
        self._graph.replay()
        return self._lost

    def _step(self, inputs: Any, wanted: Any) -> Any:
        self.adam.zero_grad(set_to_none=True)
        loss = self.loss(self.model(inputs), wanted)
        (loss * LOUDER).backward()
        self.adam.step()
        return loss.detach()

    def _on_other_stream(self, inputs: Any, wanted: Any) -> Any:
        import torch

        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            loss = self._step(inputs, wanted)
        torch.cuda.current_stream().wait_stream(stream)
        return loss

    def _record(self, inputs: Any, wanted: Any) -> None:
        """Record one step. Recording does not run it."""
        import torch

        self._inputs, self._wanted = inputs.clone(), wanted.clone()
        self.adam.zero_grad(set_to_none=True)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._lost = self.loss(self.model(self._inputs), self._wanted)
            (self._lost * LOUDER).backward()
            self.adam.step()
