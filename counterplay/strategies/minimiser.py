"""Regret minimisation over the whole game, and how far its result is from the best."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.engine.watchdog import watch
from counterplay.strategies.sequence_form import KERNEL, Numbers, SequenceForm, sequence_form
from counterplay.strategies.variants import BY_DEFAULT, VARIANTS


@dataclass(frozen=True)
class Quality:
    """How good a strategy of all players is.

    payoffs        what each player gets if all follow it
    best           what each player gets by the best response to the others
    """

    payoffs: tuple[float, ...]
    best: tuple[float, ...]

    @property
    def nash_conv(self) -> float:
        """What the players gain in all, if each in turn changes to the best response."""
        return sum(self.best) - sum(self.payoffs)

    @property
    def exploitability(self) -> float:
        """The mean gain of a player by the best response. It is 0 for an equilibrium."""
        return self.nash_conv / len(self.best)


class Minimiser:
    """Minimises the regrets of all players of one game, by iterations over the whole tree."""

    def __init__(
        self, game: Game, variant: str = BY_DEFAULT, form: SequenceForm | None = None
    ) -> None:
        if variant not in VARIANTS:
            raise InputError(f"variant={variant!r} is not one of: {', '.join(VARIANTS)}")
        self.game, self.variant_name, self.variant = game, variant, VARIANTS[variant]
        self.form = form or sequence_form(game)
        self.kernel = bind(game, KERNEL)
        self.iterations = 0
        count = len(self.form.moves)
        self.strategy = self.form.even_strategy()
        self.regrets, self.average = np.zeros(count), np.zeros(count)
        self._scratch = {name: np.zeros(count) for name in ("reach", "values")}

    def run(
        self, iterations: int, seconds: float | None = None, stop: threading.Event | None = None
    ) -> int:
        """Make iterations until a limit is reached; return how many were made."""
        factors = self.variant.factors(self.iterations + 1, iterations)
        context = self._context(self.strategy, self.regrets, self.average)
        context.keep("factors", factors)
        record = context.record
        record.rounds = iterations

        def halt() -> None:
            record.halt = 1

        watch(lambda: context.call(self.kernel.iterate), halt, seconds, stop)
        self.iterations += int(record.done)
        return int(record.done)

    def average_strategy(self) -> Numbers:
        """For each sequence the probability of its move, in the average of all iterations."""
        form = self.form
        total = np.add.reduceat(self.average, form.firsts[:-1]) if len(form.keys) else np.zeros(0)
        totals = np.repeat(total, np.diff(form.firsts))
        chosen = form.even_strategy()
        tail = chosen[form.players :]
        np.divide(self.average[form.players :], totals, out=tail, where=totals > 0)
        return chosen

    def quality(self, strategy: Numbers | None = None) -> Quality:
        """How good a strategy is; the average strategy if none is given."""
        chosen = self.average_strategy() if strategy is None else strategy
        responses = [self.response(chosen, p)[1] for p in range(self.form.players)]
        return Quality(self.payoffs(chosen), tuple(responses))

    def payoffs(self, strategy: Numbers) -> tuple[float, ...]:
        """What each player gets if all follow a strategy."""
        form = self.form
        reach = np.ones(len(form.moves))
        for i, parent in enumerate(form.parents):
            part = slice(form.firsts[i], form.firsts[i + 1])
            reach[part] = reach[parent] * strategy[part]
        weights = reach[form.sequences].prod(axis=1)
        return tuple(float(value) for value in weights @ form.payoffs)

    def response(self, strategy: Numbers, player: int) -> tuple[Numbers, float]:
        """The best response of a player to a strategy of the others, and what it pays."""
        answer = strategy.copy()
        context = self._context(answer, self.regrets, self.average)
        context.record.responder = player
        context.call(self.kernel.respond)
        return answer, float(context.record.best_value)

    def _context(self, strategy: Numbers, regrets: Numbers, average: Numbers) -> Context:
        """A context with the sequence form and these numbers."""
        form, context = self.form, Context(self.game, self.kernel)
        record: Any = context.record
        record.sets, record.sequences, record.ends = (
            len(form.keys),
            len(form.moves),
            len(form.sequences),
        )
        record.starts[:] = form.starts
        for name, array in (
            ("set_parents", form.parents),
            ("set_firsts", form.firsts),
            ("end_sequences", form.sequences),
            ("end_payoffs", form.payoffs),
            ("strategy", strategy),
            ("regrets", regrets),
            ("average", average),
            *self._scratch.items(),
        ):
            context.keep(name, array)
        return context
