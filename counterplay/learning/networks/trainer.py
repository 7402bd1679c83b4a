"""Training of a network on the CPU: batches of positions, Adam, validation.

`Training` and `run` are what the training of every learned evaluation has in common. The order of
positions comes from a seed. With one thread a run is the same every time.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.data_files import replacing
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.network.evaluate import FINE_ONE, FINE_UNIT, ONE, UNIT
from counterplay.core.network.inputs import fingerprint, views, word_count
from counterplay.core.network.network import Network

KERNEL = Path(__file__).parent / "kernels" / "train.py"
LANES = 16
"""The width is a multiple of this (`kernels/train.py`)."""
MOST_ON = 4096
"""The most inputs of a view that can be on (`kernels/train.py`)."""

BOUND = 127 / UNIT
"""The largest weight of either layer."""

MEAN_DECAY, SQUARE_DECAY = 0.9, 0.999
LEAST_RATE = 0.01
"""The last learning rate, as a share of the first."""

FIRST_CORRECTION = 0.1
"""How small a correction starts, beside a network that stands alone."""

VALIDATION_SHARE = 20
"""One game in this many is held back for validation."""

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
Report = Callable[[int, float, float], None]
"""Called after each epoch: its number, the loss in training and in validation."""


@dataclass(frozen=True)
class Plan:
    """How to train.

    width       the number of sums of a view, a multiple of 16
    buckets     the number of last layers, by the number of inputs that are on
    is_squared  whether the activation is squared
    rate        the first learning rate; it falls by a cosine
    decay       weight decay: a step takes `rate * decay` of each weight away, so that a network
                which sees few positions does not learn them by heart
    """

    width: int = 256
    buckets: int = 1
    is_squared: bool = True
    epochs: int = 10
    batch: int = 512
    rate: float = 0.002
    decay: float = 0.1
    seed: int = 0
    threads: int = 1


@dataclass(frozen=True)
class Positions:
    """What is learned from: the inputs of each view, the target and the game of each position.

    A target is the chance to win of the side to move, from 0 to 1; in scored games its score,
    where 1.0 is the scale (`targets.py`). A correction adds to `bases`: what the game's own
    evaluation says, in the same unit.
    """

    words: npt.NDArray[np.uint64]
    targets: Floats
    games: Numbers
    bases: Floats | None = None

    def __len__(self) -> int:
        return len(self.targets)


@dataclass(frozen=True)
class Trained:
    """The network, and the mean loss of each epoch in training and in validation."""

    network: Network
    training: tuple[float, ...]
    validation: tuple[float, ...]


def positions_of(
    game: Game,
    states: npt.NDArray[Any],
    targets: npt.ArrayLike,
    games: npt.ArrayLike,
    threads: int = 1,
    base_scale: int | None = None,
) -> Positions:
    """The inputs of encoded states, beside their targets and games.

    A target is given for the side to move. With one view it becomes that of player 0. A correction
    needs a `base_scale`: the points of the game's own evaluation that equal an output of 1.
    """
    kernel = bind(game, KERNEL)
    states = np.ascontiguousarray(states, game.shape.dtype)
    words = np.zeros((len(states), views(game), word_count(game)), np.uint64)
    movers, scores = np.zeros(len(states), np.int64), np.zeros(len(states), np.int64)

    def read(first: int, last: int) -> None:
        context = Context(game, kernel)
        for name, array in (("states_at", states), ("words", words), ("movers", movers)):
            context.keep(name, array)
        if base_scale is not None:
            context.keep("base_scores", scores)
        ctx = context.record
        ctx.word_count, ctx.views = words.shape[2], words.shape[1]
        ctx.first, ctx.last = first, last
        context.call(kernel.read_inputs)

    edges = np.linspace(0, len(states), threads + 1).astype(int)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(read, edges[:-1], edges[1:]))
    wanted = np.array(targets, np.float32)
    if words.shape[1] == 1:
        other = -wanted if game.facts.scored else 1 - wanted
        wanted = np.where(movers == 0, wanted, other)
    bases = None if base_scale is None else (scores / base_scale).astype(np.float32)
    return Positions(words, wanted, np.ascontiguousarray(games, np.int64), bases)


def split(positions: Positions, seed: int) -> tuple[Numbers, Numbers]:
    """The numbers of the positions to learn from, and of those that are held back.

    Whole games are held back: positions of one game have the same result, and look alike.
    """
    names = np.unique(positions.games)
    held = np.random.default_rng(seed).permutation(names)[: max(1, len(names) // VALIDATION_SHARE)]
    is_held = np.isin(positions.games, held)
    if is_held.all():
        raise InputError("there are too few games to learn from: play more")
    return np.flatnonzero(~is_held), np.flatnonzero(is_held)


def shuffled(training: Numbers, seed: int, epoch: int) -> Numbers:
    """The order of positions in an epoch."""
    return np.random.default_rng((seed, epoch)).permutation(training)


def learning_rate(plan: Plan, done: float) -> float:
    """The learning rate after this share of all steps."""
    cosine = (1 + math.cos(math.pi * done)) / 2
    return plan.rate * (LEAST_RATE + (1 - LEAST_RATE) * cosine)


def _require_room(game: Game, positions: Positions) -> None:
    """Refuse states with more inputs than the kernel has room for: it would write beyond."""
    most_on = int(np.bitwise_count(positions.words).sum(-1, dtype=np.int64).max(initial=0))
    if most_on > MOST_ON:
        raise UnfitError(
            f"{most_on:,} inputs of a state of {game.name} are on, but a network learns from at "
            f"most {MOST_ON:,}: define features(s, p, words) with fewer"
        )


def train(
    game: Game,
    positions: Positions,
    plan: Plan,
    scale: int,
    report: Report | None = None,
    saved: Path | None = None,
) -> Trained:
    """Train a network. `scale` is the number of score points for an output of 1.

    The network is that of the epoch with the least loss in validation. After each epoch the state
    of the training goes to the file `saved`. A training that was stopped resumes from there.
    """
    _require_room(game, positions)
    trainer = Trainer(game, positions, plan)
    return trainer.trained(scale, run(trainer, plan, report, saved))


def run(
    training: Training, plan: AnyPlan, report: Report | None, saved: Path | None
) -> list[tuple[float, float]]:
    """Run the epochs of a training that are left. Returns the losses of all epochs."""
    learned, held = split(training.positions, plan.seed)
    losses = training.resume(saved) if saved is not None else []
    with ThreadPoolExecutor(plan.threads) as pool:
        for epoch in range(len(losses), plan.epochs):
            total = training.learn_epoch(pool, shuffled(learned, plan.seed, epoch))
            losses.append((total / len(learned), training.loss(pool, held)))
            training.keep_best(losses)
            if saved is not None:
                training.save(saved, losses)
            if report is not None:
                report(epoch, *losses[-1])
    return losses


class AnyPlan(Protocol):
    """What the plans of all trainings have."""

    @property
    def epochs(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def threads(self) -> int: ...


class Training(ABC):
    """Parameters in training: they are saved after each epoch, and the best are kept.

    `state` names the arrays that a stopped training resumes from.
    """

    state: ClassVar[tuple[str, ...]]
    parameters: Floats
    best: Floats
    steps: int = 0

    def __init__(self, game: Game, positions: Positions, plan: Any) -> None:
        self.game, self.positions, self.plan = game, positions, plan
        self.most_on = int(np.bitwise_count(positions.words[:, 0]).sum(1).max())

    @abstractmethod
    def learn_epoch(self, pool: ThreadPoolExecutor, order: Numbers) -> float:
        """Learn from each position once, in this order. Returns the sum of their losses."""

    @abstractmethod
    def loss(self, pool: ThreadPoolExecutor, chosen: Numbers) -> float:
        """The mean loss of these positions."""

    def keep_best(self, losses: list[tuple[float, float]]) -> None:
        """Keep the parameters if no epoch before had so little loss in validation."""
        if losses[-1][1] == min(validation for _, validation in losses):
            self.best[:] = self.parameters

    @cached_property
    def mark(self) -> str:
        """A hash of what a saved training must agree with."""
        plan = {**dataclasses.asdict(self.plan), "threads": 0}
        digest = hashlib.sha256(json.dumps(plan).encode())
        positions = self.positions
        for array in (positions.words, positions.targets, positions.games, positions.bases):
            digest.update(b"" if array is None else np.ascontiguousarray(array).data)
        return digest.hexdigest()

    def save(self, path: Path, losses: list[tuple[float, float]]) -> None:
        """Write the state of the training, whole or not at all."""
        arrays = {name: getattr(self, name) for name in self.state}
        with replacing(path) as file:
            np.savez(
                file,
                mark=np.array(self.mark),
                steps=np.array(self.steps),
                losses=np.array(losses),
                **arrays,
            )

    def resume(self, path: Path) -> list[tuple[float, float]]:
        """Go on from a saved training, if there is one of the same plan and positions."""
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as state:
                if str(state["mark"]) != self.mark:
                    return []
                arrays = {name: state[name] for name in self.state}
                steps, losses = int(state["steps"]), state["losses"]
        except Exception:  # missing, or damaged: it may raise anything in zipfile and NumPy
            return []
        for name, array in arrays.items():
            getattr(self, name)[:] = array
        self.steps = steps
        return [(float(a), float(b)) for a, b in losses]


class Trainer(Training):
    """The parameters of a network in training, their slopes by thread, and Adam's means."""

    state = ("parameters", "best", "means", "squares")

    def __init__(self, game: Game, positions: Positions, plan: Plan) -> None:
        super().__init__(game, positions, plan)
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
        self.best = np.zeros_like(self.parameters)
        self.slopes = [np.zeros(count, np.float32) for _ in range(plan.threads)]
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
        if self.positions.bases is not None:
            last *= FIRST_CORRECTION
        parts["outs"][:] = dice.uniform(-last, last, self.sizes["outs"])

    def parts(self, flat: Any) -> dict[str, Any]:
        """The layers in a flat array, of NumPy or of PyTorch."""
        found: dict[str, Any] = {}
        start = 0
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
        if self.positions.bases is not None:
            context.keep("bases", self.positions.bases)
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

    def learn_epoch(self, pool: ThreadPoolExecutor, order: Numbers) -> float:
        """A step for each batch. The rate falls from step to step."""
        plan, total = self.plan, 0.0
        steps = plan.epochs * math.ceil(len(order) / plan.batch)
        for start in range(0, len(order), plan.batch):
            rate = learning_rate(plan, self.steps / steps)
            total += self.learn(pool, order[start : start + plan.batch], rate)
        return total

    def learn(self, pool: ThreadPoolExecutor, chosen: Numbers, rate: float) -> float:
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
        ctx.shrink = 1 - rate * self.plan.decay
        ctx.decay_mean, ctx.decay_square = MEAN_DECAY, SQUARE_DECAY
        context.call(self.kernel.adam)
        return loss

    def loss(self, pool: ThreadPoolExecutor, chosen: Numbers) -> float:
        """The mean loss of these positions."""
        return self._run(pool, chosen, "losses") / len(chosen)

    def _run(self, pool: ThreadPoolExecutor, chosen: Numbers, entry: str) -> float:
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

    def trained(self, scale: int, losses: list[tuple[float, float]]) -> Trained:
        """The outcome of a training with these losses."""
        training, validation = zip(*losses, strict=True)
        return Trained(self.network(scale), training, validation)

    def network(self, scale: int) -> Network:
        """The best network, in integers."""
        is_correction = self.positions.bases is not None
        parts, facts = self.parts(self.best), self.game.facts
        payoffs: tuple[float, ...] = ()
        if facts.chance and not facts.scored:
            span = facts.best - facts.even_share
            payoffs, scale = (-span, span), facts.unit
        whole = np.iinfo(np.int16).max
        one, unit, most = (FINE_ONE, FINE_UNIT, whole) if payoffs else (ONE, UNIT, 127)
        return Network(
            self.game.name,
            fingerprint(self.game, is_correction),
            rows=np.rint(parts["rows"] * one).clip(-whole, whole).astype(np.int16),
            bias=np.rint(parts["bias"] * one).clip(-whole, whole).astype(np.int16),
            last=np.rint(parts["outs"] * unit).clip(-most, most).astype(np.int16),
            offsets=np.rint(parts["offsets"].astype(np.float64) * one * unit).astype(np.int64),
            most_on=self.most_on,
            scale=scale,
            is_squared=self.plan.is_squared,
            is_correction=is_correction,
            payoffs=payoffs,
        )
