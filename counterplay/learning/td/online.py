"""Training as published: one game after another, with traces, on one core.

A stopped training resumes from its file and ends with the same weights: the dice of a game depend
on the seed and its number only, and the file is written between games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.learning.td.kernels.encoding import INPUTS
from counterplay.learning.td.network import (
    OUTCOMES,
    TdNetwork,
    first_network,
    read_network,
    write_network,
)

KERNEL = Path(__file__).parent / "kernels" / "online.py"

Report = Callable[[int, TdNetwork], None]
"""Called with the number of games so far, and the network."""


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
        self.games, self.plays = int(network.about.get("games", 0)), 0
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

    def network(self) -> TdNetwork:
        """The network as it is now."""
        return TdNetwork(
            self.layer[:-1].copy(), self.layer[-1].copy(), self.outs[:, :-1].T.copy(),
            self.outs[:, -1].copy(), {**self.plan.kept, "games": self.games},
        )  # fmt: skip


def train(
    game: Game, plan: Plan, path: Path, step: int = 1000, report: Report | None = None
) -> TdNetwork:
    """Train until all games are played. The file is written every `step` games, and resumed."""
    begun = read_network(path) if path.exists() else None
    if begun is not None and any(begun.about.get(n) != v for n, v in plan.kept.items()):
        raise InputError(f"{path} was trained with other options: choose another file")
    online = Online(game, plan, begun)
    while online.games < plan.games:
        online.learn(min(step - online.games % step, plan.games - online.games))
        network = online.network()
        write_network(network, path)
        if report is not None:
            report(online.games, network)
    return online.network()
