"""Training of a network by PyTorch, on a GPU or on the CPU.

The same network, the same loss and the same order of positions as in `trainer.py`. Results differ
by rounding only: a GPU adds in another order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.learning.networks.trainer import (
    BOUND,
    MEAN_DECAY,
    SQUARE_DECAY,
    Numbers,
    Plan,
    Positions,
    Report,
    Trained,
    Trainer,
    learning_rate,
    shuffled,
    split,
)


def device_of(name: str) -> Any:
    """The device with this name. One that is not there is refused with a sentence."""
    try:
        import torch
    except ImportError:
        raise InputError(
            "training on a GPU needs PyTorch: pip install 'counterplay[learn]'"
        ) from None
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise InputError("PyTorch finds no GPU here: leave --device out to train on the CPU")
    return torch.device(name)


def train_by_torch(
    game: Game,
    positions: Positions,
    plan: Plan,
    scale: int,
    report: Report | None = None,
    device: str = "cuda",
    saved: Path | None = None,
) -> Trained:
    """Train a network. `scale` is the number of score points for an output of 1.

    A training that was stopped resumes from the file `saved`, as in `trainer.train`.
    """
    import torch

    place = device_of(device)
    torch.set_float32_matmul_precision("high")  # weights end as 16-bit integers
    trainer = Trainer(game, positions, plan)
    losses = trainer.resume(saved) if saved is not None else []
    parameters, means, squares = (
        torch.tensor(array, device=place)
        for array in (trainer.parameters, trainer.means, trainer.squares)
    )
    words = torch.from_numpy(positions.words.view(np.uint8)).to(place)
    targets = torch.from_numpy(positions.targets).to(place)
    given_bases = positions.bases
    bases = None if given_bases is None else torch.from_numpy(given_bases).to(place)
    batches = _Batches(trainer, words, targets, bases)
    training, validation = split(positions, plan.seed)
    steps = plan.epochs * math.ceil(len(training) / plan.batch)
    for epoch, shuffle in _shuffles(training, plan, len(losses)):
        order = torch.from_numpy(shuffle).to(place)
        total = torch.zeros((), dtype=torch.float64, device=place)
        for start in range(0, len(order), plan.batch):
            chosen = order[start : start + plan.batch]
            given = parameters.detach().requires_grad_(True)
            loss = batches.loss(given, chosen)
            (slopes,) = torch.autograd.grad(loss / len(chosen), given)
            rate = learning_rate(plan, trainer.steps / steps)
            trainer.steps += 1
            step = trainer.steps
            parameters.mul_(1 - rate * plan.decay)
            rate *= math.sqrt(1 - SQUARE_DECAY**step) / (1 - MEAN_DECAY**step)
            means.mul_(MEAN_DECAY).add_(slopes, alpha=1 - MEAN_DECAY)
            squares.mul_(SQUARE_DECAY).addcmul_(slopes, slopes, value=1 - SQUARE_DECAY)
            parameters.addcdiv_(means, squares.sqrt().add_(1e-8), value=-rate)
            parameters.clamp_(-BOUND, BOUND)
            total += loss.detach()
        with torch.no_grad():
            parts = (
                float(batches.loss(parameters, chosen))
                for chosen in _chunks(torch.from_numpy(validation).to(place), plan.batch)
            )
            held = sum(parts) / len(validation)
        losses.append((float(total) / len(training), held))
        trainer.parameters[:] = parameters.cpu().numpy()
        trainer.means[:], trainer.squares[:] = means.cpu().numpy(), squares.cpu().numpy()
        trainer.keep_best(losses)
        if saved is not None:
            trainer.save(saved, losses)
        if report is not None:
            report(epoch, *losses[-1])
    return trainer.trained(scale, losses)


def _shuffles(training: Numbers, plan: Plan, first: int) -> Iterator[tuple[int, Numbers]]:
    """The epochs that are left, each with its order of positions, which is made beforehand."""
    with ThreadPoolExecutor(1) as pool:
        orders = [pool.submit(shuffled, training, plan.seed, first)]
        for epoch in range(first, plan.epochs):
            if epoch + 1 < plan.epochs:
                orders.append(pool.submit(shuffled, training, plan.seed, epoch + 1))
            yield epoch, orders.pop(0).result()


def _chunks(order: Any, size: int) -> Iterator[Any]:
    for start in range(0, len(order), size):
        yield order[start : start + size]


class _Batches:
    """The loss of chosen positions, as PyTorch sees it."""

    def __init__(self, trainer: Trainer, words: Any, targets: Any, bases: Any) -> None:
        import torch

        self.trainer, self.words, self.targets, self.bases = trainer, words, targets, bases
        self.is_logistic = not trainer.game.facts.scored
        self.bits = torch.tensor([1 << i for i in range(8)], dtype=torch.uint8, device=words.device)

    def loss(self, parameters: Any, chosen: Any) -> Any:
        """The sum of the losses of these positions."""
        import torch

        plan, parts = self.trainer.plan, self.trainer.parts(parameters)
        packed = self.words[chosen]  # (batch, views, bytes)
        inputs = packed.unsqueeze(-1).bitwise_and(self.bits).ne(0).flatten(-2)
        count = inputs[:, 0].sum(-1)
        buckets = (count * plan.buckets // (self.trainer.most_on + 1)).clamp(max=plan.buckets - 1)
        sums = inputs.to(parameters.dtype) @ parts["rows"] + parts["bias"]
        active = sums.clamp(0, 1)
        if plan.is_squared:
            active = active * active
        outputs = (active * parts["outs"][buckets]).sum((-2, -1)) + parts["offsets"][buckets]
        if self.bases is not None:
            outputs = outputs + self.bases[chosen]
        guesses = torch.sigmoid(outputs) if self.is_logistic else outputs
        return ((guesses - self.targets[chosen]) ** 2).double().sum()
