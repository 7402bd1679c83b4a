"""Regret minimisation by iterations over the whole game."""

from __future__ import annotations

import threading

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.game.game import Game
from counterplay.engine.watchdog import watch
from counterplay.strategies.sequence_form import (
    KERNEL,
    Numbers,
    SequenceForm,
    context_of,
    sequence_form,
)
from counterplay.strategies.strategy import Strategy
from counterplay.strategies.variants import BY_DEFAULT, VARIANTS


class Minimiser:
    """Minimises the regrets of all players of one game, by iterations over the whole tree."""

    KEPT = ("current", "regrets", "sums")
    """What a run needs to go on, beside the number of iterations."""

    def __init__(
        self, game: Game, variant: str = BY_DEFAULT, form: SequenceForm | None = None
    ) -> None:
        self.game, self.variant_name, self.variant = game, variant, VARIANTS[variant]
        self.form = form or sequence_form(game)
        self.kernel, self.iterations = bind(game, KERNEL), 0
        count = len(self.form.moves)
        self.arrays: dict[str, Numbers] = {
            "current": self.form.even_strategy(),
            "regrets": np.zeros(count),
            "sums": np.zeros(count),
        }

    def run(
        self, iterations: int, seconds: float | None = None, stop: threading.Event | None = None
    ) -> int:
        """Make iterations until a limit is reached; return how many were made."""
        current, regrets, sums = (self.arrays[name] for name in self.KEPT)
        context = context_of(
            self.game, self.kernel, self.form, strategy=current, regrets=regrets, average=sums
        )
        context.keep("factors", self.variant.factors(self.iterations + 1, iterations))
        record = context.record
        record.rounds = iterations

        def halt() -> None:
            record.halt = 1

        watch(lambda: context.call(self.kernel.iterate), halt, seconds, stop)
        self.iterations += int(record.done)
        return int(record.done)

    def probabilities(self) -> Numbers:
        """For each sequence the probability of its move, in the average of all iterations."""
        form, sums = self.form, self.arrays["sums"]
        chosen = form.even_strategy()
        if len(form.keys):
            totals = np.add.reduceat(sums, form.firsts[:-1])
            spread, tail = np.repeat(totals, np.diff(form.firsts)), chosen[form.players :]
            np.divide(sums[form.players :], spread, out=tail, where=spread > 0)
        return chosen

    def strategy(self) -> Strategy:
        """The average strategy of all iterations."""
        return Strategy.of(self.game, self.form, self.probabilities())
