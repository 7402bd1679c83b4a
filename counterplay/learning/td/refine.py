"""Refine a network that has learned by TD(lambda): the target of a state is the mean of its roll.

TD(lambda) learns a state from the one roll that came next, and the luck of that roll is most of the
error. Here every outcome of the roll is tried, the best play is made in each, and the target of the
state is what the network says after those plays, weighted by the probabilities: one ply of
expectiminimax. A target costs twenty times as much and has a fraction of the noise, which pays once
the network is good.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.learning.td.batch import Batch
from counterplay.learning.td.encoders import Encoder
from counterplay.learning.td.heads import Head


@dataclass(frozen=True)
class Plan:
    """How to refine: games at once, and states of them that are learned at each step.

    minibatch   the states of one step of Adam; a step is made when so many have their targets
    """

    at_once: int = 4096
    learned: int = 2048
    minibatch: int = 4096
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("at_once", "learned", "minibatch"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)} must be 1 or more")
        if self.learned > self.at_once:
            raise InputError(f"learned={self.learned} is more than at_once={self.at_once}")


class Refiner:
    """Plays games and learns from the mean of each roll."""

    def __init__(
        self,
        game: Game,
        plan: Plan,
        encoder: Encoder,
        other_encoder: Encoder,
        head: Head,
        model: Any,
        device: str = "cpu",
    ) -> None:
        """`other_encoder` is a second encoder of the same kind: each has its own arrays."""
        import torch

        self.plan, self.head = plan, head
        self.batch = Batch(game, encoder, plan.at_once, plan.seed, device)
        self.most = max(game.facts.most_outcomes, 1)
        self.rolls = Batch(game, other_encoder, plan.learned * self.most, plan.seed, device)
        machine = self.rolls.machine
        self.odds = machine.tensor("odds", (plan.learned * self.most,), "float32")
        machine.share("sources", self.batch.machine, "states")
        self.model = model.to(machine.device)
        self.adam = torch.optim.Adam(self.model.parameters(), 1e-4)
        self.states, self.loss = 0, math.nan
        self._inputs: list[Any] = []
        self._targets: list[Any] = []

    def step(self, rate: float) -> None:
        """Play one move of every game, and learn the states that some of them are in then."""
        import torch

        with torch.no_grad():
            self.batch.roll()
            rows = self.batch.inputs()
            played = self.batch.choose(self.head.values(self.model(rows)))
            goes_on = (played.ended[: self.plan.learned] == 0).nonzero().squeeze(1)
            self._inputs.append(rows[played.chosen[goes_on]])
            self._targets.append(self.targets()[goes_on])
        if sum(map(len, self._inputs)) >= self.plan.minibatch:
            self._learn(rate)

    def targets(self) -> Any:
        """The mean of the outputs after the best play of each roll, for the player who rolls."""
        import torch

        rolls = self.rolls
        rolls.machine.run("play", "spread", rolls.games, games=rolls.games)
        rolls.roll()
        outputs = self.model(rolls.inputs())
        played = rolls.choose(self.head.values(outputs))
        is_live = (played.chosen >= 0).unsqueeze(-1)
        said = self.head.turned(outputs[played.chosen.clamp(min=0)])
        over = played.ended.bool().unsqueeze(-1)
        said = torch.where(over, self.head.ended(played.payoffs), said)
        weighted = torch.where(is_live, said, 0) * self.odds.unsqueeze(-1)
        return weighted.view(self.plan.learned, self.most, -1).sum(1)

    def _learn(self, rate: float) -> None:
        """Make a step of Adam on the states that wait."""
        import torch

        inputs, targets = torch.cat(self._inputs), torch.cat(self._targets)
        self._inputs, self._targets = [], []
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.zero_grad(set_to_none=True)
        errors = self.model(inputs) - targets
        loss = (errors * errors).sum(-1).mean()
        loss.backward()
        self.adam.step()
        self.states += len(inputs)
        self.loss = loss.detach()
