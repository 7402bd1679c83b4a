"""TD(lambda) with many games at once: the lambda-returns of short stretches, and steps of Adam.

Tesauro's rule changes the weights after each move and keeps a trace of slopes for each game. Here
thousands of games share the weights, so the rule is written the other way round (Sutton 1988, the
forward view). For `stretch` moves the outputs for the chosen rows are kept. The target of a row is

    the result of the game, if the next play ends it; otherwise
    (1 - lambda) times the outputs for the next row + lambda times the target of the next row

with outputs turned to the side of the row. The target of the last row of a stretch is its own
output; it is learned with the next stretch. Then the rows are learned in random order, `minibatch`
at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.learning.td.batch import Batch
from counterplay.learning.td.encoders import Encoder
from counterplay.learning.td.heads import Head, Outcomes
from counterplay.learning.td.network import TdNetwork, first_network
from counterplay.learning.td.steps import Steps, loss_named


@dataclass(frozen=True)
class Plan:
    """How to learn: games in all and at once, the network, TD(lambda) and the steps of Adam.

    loss                 squares, or entropy for chances
    rate and last_rate   the rate of learning at the beginning and at the end
    """

    games: int = 1_500_000
    at_once: int = 8192
    hidden: int = 80
    trace: float = 0.7
    stretch: int = 16
    minibatch: int = 2048
    loss: str = "entropy"
    rate: float = 0.01
    last_rate: float = 0.0001
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("games", "at_once", "hidden", "stretch", "minibatch"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)} must be 1 or more")
        if not 0 <= self.trace <= 1:
            raise InputError(f"trace={self.trace} must be between 0 and 1")


Report = Callable[["Learner"], None]
"""Called after each stretch."""


LAST_ROWS = ("inputs", "outputs", "ended", "payoffs", "movers")
"""What the next stretch needs of the last row of this one."""


class Learner:
    """A network that learns from games with itself. `learn` goes on until the games are played.

    model   a torch module that gives the outputs of rows; default: the network of TD-Gammon
    """

    def __init__(
        self,
        game: Game,
        plan: Plan,
        encoder: Encoder,
        head: Head | None = None,
        model: Any = None,
        device: str = "cpu",
    ) -> None:
        import torch

        self.plan, self.head = plan, head or Outcomes()
        self.batch = Batch(game, encoder, plan.at_once, plan.seed, device)
        place = self.batch.machine.device
        if place == "cuda":
            torch.set_float32_matmul_precision("high")
        self.model = model or sigmoid_network(first_network(encoder.width, plan.hidden, plan.seed))
        self.model.to(place)
        self.steps = Steps(self.model, loss_named(plan.loss), plan.rate, is_graph=place == "cuda")
        self._random = torch.Generator(place).manual_seed(plan.seed)
        shape = (plan.stretch + 1, plan.at_once)
        self.inputs: Any = None
        self.outputs = torch.zeros((*shape, self.head.outputs), device=place)
        self.ended = torch.zeros(shape, dtype=torch.int64, device=place)
        self.payoffs = torch.zeros(shape, device=place)
        self.movers = torch.zeros(shape, dtype=torch.int64, device=place)
        self.finished, self.moves, self.loss = 0, 0, math.nan
        self._is_first = True

    def learn(self, report: Report | None = None) -> None:
        """Play and learn until all games are finished."""
        while self.finished < self.plan.games:
            self.stretch()
            if report is not None:
                report(self)

    def stretch(self) -> None:
        """Play a stretch and learn its rows."""
        self.play()
        self.fit(self.targets())

    def play(self) -> None:
        """Play `stretch` moves of each game. The last row of the stretch before comes first."""
        if not self._is_first:
            for kept in (self.inputs, self.outputs, self.ended, self.payoffs, self.movers):
                kept[0] = kept[-1]
        for t in range(0 if self._is_first else 1, self.plan.stretch + 1):
            self._step(t)
        self._is_first = False
        self.finished += int(self.ended[1:].sum())
        self.moves += self.plan.stretch * self.plan.at_once

    def _step(self, t: int) -> None:
        import torch

        with torch.no_grad():
            self.batch.roll()
            rows = self.batch.inputs()
            if self.inputs is None:
                self.inputs = rows.new_zeros((*self.ended.shape, rows.shape[1]))
            outputs = self.model(rows)
            played = self.batch.choose(self.head.values(outputs))
            torch.index_select(rows, 0, played.chosen, out=self.inputs[t])
            torch.index_select(outputs, 0, played.chosen, out=self.outputs[t])
            self.ended[t], self.payoffs[t] = played.ended, played.payoffs
            self.movers[t] = played.movers

    def targets(self) -> Any:
        """The lambda-returns of all rows of the stretch but the last."""
        import torch

        trace, head = self.plan.trace, self.head
        targets = torch.empty_like(self.outputs[:-1])
        ahead = self.outputs[-1]
        for t in range(self.plan.stretch - 1, -1, -1):
            # Rows are seen by the player who did not move, and payoffs are those of who did.
            said = (1 - trace) * self.outputs[t + 1] + trace * ahead
            over = self.ended[t + 1].bool().unsqueeze(-1)
            said = torch.where(over, head.ended(-self.payoffs[t + 1]), said)
            is_other = (self.movers[t + 1] != self.movers[t]).unsqueeze(-1)
            ahead = torch.where(is_other, head.turned(said), said)
            targets[t] = ahead
        return targets

    def fit(self, targets: Any) -> None:
        """Learn the rows of the stretch, but not those that ended a game.

        A few rows are left over if they do not fill a minibatch.
        """
        import torch

        live = (self.ended[:-1] == 0).flatten().nonzero().squeeze(1)
        inputs, wanted = self.inputs[:-1].flatten(0, 1), targets.flatten(0, 1)
        order = live[torch.randperm(len(live), generator=self._random, device=live.device)]
        self.steps.set_rate(self.rate())
        count = len(order) // self.plan.minibatch
        total = torch.zeros((), device=order.device)
        for chosen in order[: count * self.plan.minibatch].split(self.plan.minibatch):
            total += self.steps.step(inputs[chosen], wanted[chosen])
        self.loss = total / max(count, 1)

    def state(self, seconds: float) -> dict[str, Any]:
        """What `resume` needs: the weights, the steps of Adam, the games, and how far it is."""
        rows = {name: getattr(self, name)[-1].clone() for name in LAST_ROWS}
        return {
            "model": self.model.state_dict(),
            "adam": self.steps.adam.state_dict(),
            "batch": self.batch.state(),
            "random": self._random.get_state(),
            "rows": rows,
            "finished": self.finished,
            "moves": self.moves,
            "seconds": seconds,
        }

    def resume(self, state: dict[str, Any]) -> float:
        """Go on from a state as if it had not stopped; the seconds that it had taken."""
        self.model.load_state_dict(state["model"])
        self.steps.adam.load_state_dict(state["adam"])
        self.batch.resume(state["batch"])
        self._random.set_state(state["random"])
        rows = state["rows"]
        self.inputs = self.outputs.new_zeros((*self.ended.shape, rows["inputs"].shape[-1]))
        for name, row in rows.items():
            getattr(self, name)[-1] = row
        self._is_first = False
        self.finished, self.moves = state["finished"], state["moves"]
        return float(state["seconds"])

    def wait(self) -> None:
        """Wait until a GPU has finished everything that was started."""
        import torch

        if self.batch.machine.device == "cuda":
            torch.cuda.synchronize()

    def rate(self) -> float:
        """The rate of learning: it falls by a cosine from the first to the last."""
        share = min(self.finished / self.plan.games, 1.0)
        low, high = self.plan.last_rate, self.plan.rate
        return low + (high - low) * 0.5 * (1 + math.cos(math.pi * share))

    def values(self, rows: Any) -> Any:
        """The values of rows for the player who did not move: a judge for matches."""
        import torch

        with torch.no_grad():
            return self.head.values(self.model(rows))

    def network(self, **about: Any) -> TdNetwork:
        """The weights, if the model is the network of TD-Gammon."""
        return network_of(self.model, {**about, "games": self.finished})


def sigmoid_network(network: TdNetwork) -> Any:
    """The network as a torch module."""
    import torch

    model = torch.nn.Sequential(
        torch.nn.Linear(network.inputs, network.hidden), torch.nn.Sigmoid(),
        torch.nn.Linear(network.hidden, len(network.output_bias)), torch.nn.Sigmoid(),
    )  # fmt: skip
    with torch.no_grad():
        for layer, weights, bias in (
            (model[0], network.hidden_weights, network.hidden_bias),
            (model[2], network.output_weights, network.output_bias),
        ):
            layer.weight.copy_(torch.from_numpy(weights.T.copy()))
            layer.bias.copy_(torch.from_numpy(bias))
    return model


def network_of(model: Any, about: dict[str, Any]) -> TdNetwork:
    """The weights of a module that `sigmoid_network` made."""

    def array(tensor: Any) -> Any:
        return np.ascontiguousarray(tensor.detach().cpu().numpy().astype(np.float32))

    return TdNetwork(
        array(model[0].weight.T), array(model[0].bias), array(model[2].weight.T),
        array(model[2].bias), about,
    )  # fmt: skip
