"""Training as published: one game after another, with traces, on one core.

A training can be stopped between games and resumed: it ends with the same weights, because the dice
of a game depend on the seed and its number only.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.learning.td.kernels.encoding import INPUTS
from counterplay.learning.td.network import OUTCOMES, TdNetwork, first_network

KERNEL = Path(__file__).parent / "kernels" / "online.py"


@dataclass(frozen=True)
class Plan:
    """The games, and the numbers of Tesauro's rule. The games may be more when it is resumed."""

    games: int = 300_000
    hidden: int = 40
    trace: float = 0.7
    alpha: float = 0.1
    seed: int = 1

    def __post_init__(self) -> None:
        if self.games < 0 or self.hidden < 1 or self.seed < 0:
            raise InputError(
                f"games={self.games} and seed={self.seed} must be 0 or more, and "
                f"hidden={self.hidden} 1 or more"
            )
        if not 0 <= self.trace <= 1 or not self.alpha > 0:
            raise InputError(
                f"trace={self.trace} must be between 0 and 1, and alpha={self.alpha} above 0"
            )

    @property
    def kept(self) -> dict[str, Any]:
        """What a training must have in common with the one that it resumes."""
        return {name: value for name, value in asdict(self).items() if name != "games"}


class Online:
    """A network that learns from one game at a time."""

    def __init__(self, game: Game, plan: Plan, network: TdNetwork | None = None) -> None:
        self.plan = plan
        network = network or first_network(INPUTS, plan.hidden, plan.seed)
        self.games = int(network.about.get("games", 0))
        self.plays = int(network.about.get("plays", 0))
        hidden = network.hidden
        self.layer = np.vstack([network.hidden_weights, network.hidden_bias])
        self.outs = np.vstack([network.output_weights, network.output_bias]).T.copy()
        self.kernel: Any = bind(game, KERNEL)
        self.context = Context(game, self.kernel)
        for name, array in (
            ("layer", self.layer),
            ("outs", self.outs),
            ("layer_traces", np.zeros((OUTCOMES, INPUTS + 1, hidden), np.float32)),
            ("out_traces", np.zeros((OUTCOMES, 2, hidden + 1), np.float32)),
            ("between", np.zeros(hidden, np.float32)),
        ):
            self.context.keep(name, array)
        ctx = self.context.record
        ctx.hidden, ctx.seed = hidden, plan.seed
        ctx.alpha, ctx.trace = plan.alpha, plan.trace

    def learn(self, games: int) -> None:
        """Play this many more games, and learn from them."""
        ctx = self.context.record
        ctx.first, ctx.last = self.games, self.games + games
        self.plays += int(self.context.call(self.kernel.learn))
        self.games += games

    def network(self, **about: Any) -> TdNetwork:
        """The network as it is now."""
        known = {**self.plan.kept, "games": self.games, "plays": self.plays, **about}
        return TdNetwork(
            self.layer[:-1].copy(), self.layer[-1].copy(), self.outs[:, :-1].T.copy(),
            self.outs[:, -1].copy(), known,
        )  # fmt: skip
