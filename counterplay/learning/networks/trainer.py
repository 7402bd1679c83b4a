"""Training of a network on the CPU: batches of positions, Adam, validation.

The order of positions comes from a seed. With one thread a run is the same every time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game
from counterplay.core.network.evaluate import ONE, UNIT
from counterplay.core.network.inputs import fingerprint, views, word_count
from counterplay.core.network.network import Network

KERNEL = Path(__file__).parent / "kernels" / "train.py"
LANES = 16
"""The width is a multiple of this (`kernels/train.py`)."""

BOUND = 127 / UNIT
"""The largest weight of either layer."""

MEAN_DECAY, SQUARE_DECAY = 0.9, 0.999
LEAST_RATE = 0.01
"""The last learning rate, as a share of the first."""

VALIDATION_SHARE = 20
"""One position in this many is held back for validation."""

Floats = npt.NDArray[np.float32]
Report = Callable[[int, float, float], None]
"""Called after each epoch: its number, the loss in training and in validation."""


@dataclass(frozen=True)
class Plan:
    """How to train.

    width       the number of sums of a view, a multiple of 16
    buckets     the number of last layers, by the number of inputs that are on
    is_squared  whether the activation is squared
    rate        the first learning rate; it falls by a cosine
    """

    width: int = 256
    buckets: int = 1
    is_squared: bool = True
    epochs: int = 10
    batch: int = 512
    rate: float = 0.002
    seed: int = 0
    threads: int = 1


@dataclass(frozen=True)
class Positions:
    """What is learned from: the inputs of each view, and the target of each position.

    A target is the chance to win of the side to move, from 0 to 1; in scored games its score,
    where 1.0 is `facts.unit` points.
    """

    words: npt.NDArray[np.uint64]
    targets: Floats

    def __len__(self) -> int:
        return len(self.targets)


@dataclass(frozen=True)
class Trained:
    """The network, and the mean loss of each epoch in training and in validation."""

    network: Network
    training: tuple[float, ...]
    validation: tuple[float, ...]


def positions_of(game: Game, states: npt.NDArray[Any], targets: npt.ArrayLike) -> Positions:
    """The inputs of encoded states, beside their targets."""
    kernel = bind(game, KERNEL)
    context = Context(game, kernel)
    states = np.ascontiguousarray(states, game.shape.dtype)
    words = np.zeros((len(states), views(game), word_count(game)), np.uint64)
    context.keep("states_at", states)
    context.keep("words", words)
    ctx = context.record
    ctx.word_count, ctx.views, ctx.first, ctx.last = words.shape[2], words.shape[1], 0, len(states)
    context.call(kernel.read_inputs)
    return Positions(words, np.ascontiguousarray(targets, np.float32))


def train(
    game: Game, positions: Positions, plan: Plan, scale: int, report: Report | None = None
) -> Trained:
    """Train a network. `scale` is the number of score points for an output of 1."""
    most_on = int(np.bitwise_count(positions.words[:, 0]).sum(1).max())
    trainer = Trainer(game, positions, plan, most_on)
    dice = np.random.default_rng(plan.seed)
    order = dice.permutation(len(positions))
    held = max(1, len(order) // VALIDATION_SHARE)
    training, validation = order[held:], order[:held]
    steps = plan.epochs * math.ceil(len(training) / plan.batch)
    losses: list[tuple[float, float]] = []
    with ThreadPoolExecutor(plan.threads) as pool:
        step = 0
        for epoch in range(plan.epochs):
            dice.shuffle(training)
            total = 0.0
            for start in range(0, len(training), plan.batch):
                rate = plan.rate * _cosine(step / steps)
                total += trainer.learn(pool, training[start : start + plan.batch], rate)
                step += 1
            losses.append((total / len(training), trainer.loss(pool, validation)))
            if report is not None:
                report(epoch, *losses[-1])
    network = trainer.network(fingerprint(game), scale)
    return Trained(network, tuple(a for a, _ in losses), tuple(b for _, b in losses))


def _cosine(done: float) -> float:
    """The learning rate as a share of the first, after this share of all steps."""
    return LEAST_RATE + (1 - LEAST_RATE) * (1 + math.cos(math.pi * done)) / 2


class Trainer:
    """The parameters of a network in training, their slopes by thread, and Adam's means."""

    def __init__(self, game: Game, positions: Positions, plan: Plan, most_on: int) -> None:
        self.game, self.positions, self.plan, self.most_on = game, positions, plan, most_on
        self.kernel = bind(game, KERNEL)
        _, self.views, self.words = positions.words.shape
        self.sizes = {
            "rows": (64 * self.words, plan.width),
            "bias": (plan.width,),
            "outs": (plan.buckets, self.views, plan.width),
            "offsets": (plan.buckets,),
        }
        count = sum(math.prod(shape) for shape in self.sizes.values())
        self.parameters = np.zeros(count, np.float32)
        self.means, self.squares = np.zeros_like(self.parameters), np.zeros_like(self.parameters)
        self.slopes = [np.zeros(count, np.float32) for _ in range(plan.threads)]
        self.steps = 0
        self._begin()
        self.contexts = [self._context(slopes) for slopes in self.slopes]

    def _begin(self) -> None:
        """Small random weights, so that the sums of different columns differ."""
        dice = np.random.default_rng(self.plan.seed + 1)
        spread = 1 / math.sqrt(max(self.most_on, 1))
        parts = self.parts(self.parameters)
        parts["rows"][:] = dice.uniform(-spread, spread, self.sizes["rows"])
        parts["bias"][:] = dice.uniform(0, spread, self.sizes["bias"])
        last = 1 / math.sqrt(self.plan.width)
        parts["outs"][:] = dice.uniform(-last, last, self.sizes["outs"])

    def parts(self, flat: Floats) -> dict[str, Floats]:
        """The layers in a flat array."""
        found, start = {}, 0
        for name, shape in self.sizes.items():
            end = start + math.prod(shape)
            found[name] = flat[start:end].reshape(shape)
            start = end
        return found

    def _context(self, slopes: Floats) -> Context:
        """A context of the kernel for one thread."""
        context = Context(self.game, self.kernel)
        ctx, plan = context.record, self.plan
        context.keep("words", self.positions.words)
        context.keep("targets", self.positions.targets)
        for name, part in self.parts(self.parameters).items():
            context.keep(name, part)
        fields = {"rows": "row_slopes", "bias": "bias_slopes", "outs": "out_slopes"}
        for name, part in self.parts(slopes).items():
            context.keep(fields.get(name, "offset_slopes"), part)
        context.keep("touched", np.zeros(64 * self.words, np.uint8))
        context.keep("scratch", np.zeros((3, plan.width), np.float32))
        ctx.word_count, ctx.views, ctx.width = self.words, self.views, plan.width
        ctx.buckets, ctx.most_on = plan.buckets, self.most_on
        ctx.is_squared, ctx.is_logistic = plan.is_squared, not self.game.facts.scored
        return context

    def learn(self, pool: ThreadPoolExecutor, chosen: npt.NDArray[np.int64], rate: float) -> float:
        """One step of Adam on these positions. Returns the sum of their losses."""
        loss = self._run(pool, chosen, "slopes")
        slopes = self.slopes[0]
        for other in self.slopes[1:]:
            slopes += other
            other[:] = 0
        slopes /= len(chosen)
        self.steps += 1
        balance = math.sqrt(1 - SQUARE_DECAY**self.steps) / (1 - MEAN_DECAY**self.steps)
        context = self.contexts[0]
        for name in ("parameters", "means", "squares"):
            context.keep(name, getattr(self, name))
        context.keep("slopes", slopes)
        ctx = context.record
        ctx.size, ctx.rate, ctx.bound = len(self.parameters), rate * balance, BOUND
        ctx.decay_mean, ctx.decay_square = MEAN_DECAY, SQUARE_DECAY
        context.call(self.kernel.adam)
        return loss

    def loss(self, pool: ThreadPoolExecutor, chosen: npt.NDArray[np.int64]) -> float:
        """The mean loss of these positions."""
        return self._run(pool, chosen, "losses") / len(chosen)

    def _run(self, pool: ThreadPoolExecutor, chosen: npt.NDArray[np.int64], entry: str) -> float:
        """Run an entry on these positions, a part of them on each thread."""
        order = np.ascontiguousarray(chosen, np.int64)
        edges = np.linspace(0, len(order), len(self.contexts) + 1).astype(int)

        def work(number: int) -> float:
            context = self.contexts[number]
            context.keep("order", order)
            context.record.first, context.record.last = edges[number], edges[number + 1]
            context.call(getattr(self.kernel, entry))
            return float(context.record.loss)

        return sum(pool.map(work, range(len(self.contexts))))

    def network(self, rules: str, scale: int) -> Network:
        """The network in integers."""
        parts = self.parts(self.parameters)
        whole = np.iinfo(np.int16).max
        return Network(
            self.game.name,
            rules,
            rows=np.rint(parts["rows"] * ONE).clip(-whole, whole).astype(np.int16),
            bias=np.rint(parts["bias"] * ONE).clip(-whole, whole).astype(np.int16),
            last=np.rint(parts["outs"] * UNIT).clip(-127, 127).astype(np.int16),
            offsets=np.rint(parts["offsets"].astype(np.float64) * ONE * UNIT).astype(np.int64),
            most_on=self.most_on,
            scale=scale,
            is_squared=self.plan.is_squared,
        )
