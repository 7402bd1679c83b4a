"""Refine a network that has learned by TD(lambda): every state learns from all of its rolls.

TD(lambda) learns a state from the one roll that came next, and the luck of that roll is most of the
error. Here every outcome of the roll is tried, the best play is made in each, and the mean of what
the network says after those plays is the roll's mean: one ply of expectiminimax.

A game goes on for a stretch of moves. Where it goes, the roll's mean of each state differs a little
from what the network had said about it. The target of a state is its roll's mean, and a share of
those differences for all states after it:

    target = roll's mean + lambda * (target of the next state - what the network said about it)

This is a rollout with the luck taken out, cut off at the end of the stretch. It is without bias
only if the best plays were made, so a play by mistake ends it. Mistakes are made on purpose, in
some games more than in others: a network must judge the states that it avoids, too.

Targets cost hundreds of evaluations each, so they are kept and learned many times (`replay.py`).
What plays and judges is the running mean of the weights, which is better than the last ones.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.learning.td.batch import Batch, Played
from counterplay.learning.td.encoders import Bits
from counterplay.learning.td.heads import Head
from counterplay.learning.td.replay import Replay
from counterplay.learning.td.steps import Steps, entropy

VIEWS = 2


@dataclass(frozen=True)
class Plan:
    """How to refine.

    at_once     games that are played side by side
    stretch     moves of each game between two times of learning
    trace       lambda: the share of what comes after the next roll
    mistakes    the standard deviations of the errors in the values of plays; games take turns
    kept        states that are learned again and again
    times       how often a state is learned, in the mean
    minibatch   the states of one step of Adam
    inertia     what the running mean of the weights keeps of itself in each step
    """

    at_once: int = 4096
    stretch: int = 8
    trace: float = 0.6
    mistakes: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.03, 0.06, 0.15, 0.5)
    kept: int = 1 << 23
    times: int = 24
    minibatch: int = 8192
    inertia: float = 0.9995
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("at_once", "stretch", "kept", "times", "minibatch"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)} must be 1 or more")
        for name in ("trace", "inertia"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"{name}={getattr(self, name)} must be between 0 and 1")
        if not self.mistakes or min(self.mistakes) < 0:
            raise InputError(f"mistakes={self.mistakes} must be numbers of 0 or more")


class Refiner:
    """Plays games, and learns all rolls of their states. `judge` is the result."""

    def __init__(self, game: Game, plan: Plan, head: Head, model: Any, device: str = "cpu") -> None:
        import torch

        self.plan, self.head = plan, head
        self.bits = Bits(game, VIEWS)
        self.batch = Batch(game, self.bits, plan.at_once, plan.seed, device)
        self.most = max(game.facts.most_outcomes, 1)
        self.rolls = Batch(game, Bits(game, VIEWS), plan.at_once * self.most, plan.seed, device)
        machine = self.rolls.machine
        self.odds = machine.tensor("odds", (plan.at_once * self.most,), "float32")
        machine.share("sources", self.batch.machine, "states")
        place = machine.device
        self.model = model.to(place)
        self.judge = copy.deepcopy(self.model)
        self.steps = Steps(self.model, self._loss, 1e-4, is_graph=place == "cuda")
        self.replay = Replay(
            game, VIEWS, head.outputs, plan.kept, plan.minibatch, plan.seed, device
        )
        levels = torch.tensor(plan.mistakes, device=place)
        self._errors = levels[torch.arange(plan.at_once, device=place) % len(levels)]
        self._random = torch.Generator(place).manual_seed(plan.seed)
        self.states, self.loss = 0, math.nan

    def stretch(self, rate: float) -> None:
        """Play a stretch of every game, and learn."""
        import torch

        with torch.no_grad():
            self.replay.add(*self.play())
        self.steps.set_rate(rate)
        count = max(
            self.plan.at_once * self.plan.stretch * self.plan.times // self.plan.minibatch, 1
        )
        for _ in range(count):
            self.loss = self.steps.step(*self.replay.draw())
            self._follow()

    def values(self, rows: Any) -> Any:
        """The values of rows for the player who did not move: a judge for matches."""
        import torch

        with torch.no_grad():
            return self.head.values(self.judge(rows))

    def play(self) -> tuple[Any, Any]:
        """Play a stretch; the words of its states that did not end a game, and their targets."""
        import torch

        words, said, means, live, is_best = [], [], [], [], []
        for _ in range(self.plan.stretch):
            self.batch.roll()
            outputs = self.judge(self.batch.inputs())
            values = self.head.values(outputs)
            played = self.batch.choose(values + self._mistakes())
            words.append(self.bits.written[played.chosen])
            said.append(outputs[played.chosen])
            live.append(played.ended == 0)
            is_best.append(self._is_best(values, played))
            means.append(self.roll_means())
        self.states += sum(int(alive.sum()) for alive in live)
        targets = lambda_returns(self.head, self.plan.trace, said, means, live, is_best)
        alive = torch.cat(live)
        return torch.cat(words)[alive], torch.cat(targets)[alive].clamp(0, 1)

    def roll_means(self) -> Any:
        """The mean of the outputs after the best play of each roll, for the player who rolls."""
        import torch

        rolls = self.rolls
        rolls.machine.run("play", "spread", rolls.games, games=rolls.games)
        rolls.roll()
        outputs = self.judge(rolls.inputs())
        played = rolls.choose(self.head.values(outputs))
        is_live = (played.chosen >= 0).unsqueeze(-1)
        said = self.head.turned(outputs[played.chosen.clamp(min=0)])
        over = played.ended.bool().unsqueeze(-1)
        said = torch.where(over, self.head.ended(played.payoffs), said)
        weighted = torch.where(is_live, said, 0) * self.odds.unsqueeze(-1)
        return weighted.view(self.plan.at_once, self.most, -1).sum(1)

    def _mistakes(self) -> Any:
        """Errors to be added to the values of the rows."""
        import torch

        owners = self.batch.owners[: self.batch.rows]
        errors = torch.randn(len(owners), generator=self._random, device=owners.device)
        return errors * self._errors[owners]

    def _is_best(self, values: Any, played: Played) -> Any:
        """Whether each game made a play with the least value."""
        owners = self.batch.owners[: self.batch.rows]
        least = values.new_full((self.batch.games,), math.inf)
        least.scatter_reduce_(0, owners, values, "amin")
        return values[played.chosen] <= least

    def _loss(self, outputs: Any, wanted: Any) -> Any:
        """The cross-entropy of the chances, and the squared error of the value."""
        errors = self.head.values(outputs) - self.head.values(wanted)
        return entropy(outputs, wanted) + (errors * errors).mean()

    def _follow(self) -> None:
        """Let the running mean follow the weights."""
        import torch

        with torch.no_grad():
            if hasattr(self.model, "keep_in_bounds"):
                self.model.keep_in_bounds()
            torch._foreach_lerp_(
                list(self.judge.parameters()), list(self.model.parameters()), 1 - self.plan.inertia
            )


def lambda_returns(
    head: Head, trace: float, said: list[Any], means: list[Any], live: list[Any], is_best: list[Any]
) -> list[Any]:
    """The targets of the states of a stretch. Players take turns.

    said      what the network said about each state; means: the means of its rolls
    live      whether its game goes on; is_best: whether the play that led to it was the best
    """
    targets = [means[-1]]
    for t in range(len(said) - 2, -1, -1):
        change = head.turned(targets[0]) - head.turned(said[t + 1])
        goes_on = (live[t + 1] & is_best[t + 1]).unsqueeze(-1)
        targets.insert(0, means[t] + trace * change * goes_on)
    return targets
