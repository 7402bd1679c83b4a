"""How good a strategy is: what it pays, and what a player gains by the best response to it."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core.compile.bind import bind
from counterplay.core.game.game import Game
from counterplay.strategies.sequence_form import (
    KERNEL,
    Numbers,
    SequenceForm,
    context_of,
    sequence_form,
)
from counterplay.strategies.strategy import Strategy


@dataclass(frozen=True)
class Quality:
    """How good a strategy of all players is.

    payoffs   what each player gets if all follow it
    best      what each player gets by the best response to the others
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


class Judge:
    """Judges strategies of one game. `probabilities` has one number for each sequence."""

    def __init__(self, game: Game, form: SequenceForm | None = None) -> None:
        self.game, self.form = game, form or sequence_form(game)
        self.kernel = bind(game, KERNEL)

    def quality(self, probabilities: Numbers) -> Quality:
        """What a strategy pays, and what the best responses to it pay."""
        best = tuple(self.response(probabilities, p)[1] for p in range(self.form.players))
        return Quality(self.payoffs(probabilities), best)

    def payoffs(self, probabilities: Numbers) -> tuple[float, ...]:
        """What each player gets if all follow a strategy."""
        form = self.form
        weights = form.reach(probabilities)[form.sequences].prod(axis=1)
        return tuple(float(value) for value in weights @ form.payoffs)

    def response(self, probabilities: Numbers, player: int) -> tuple[Numbers, float]:
        """The strategy with the best response of a player in it, and what that player gets."""
        answer = probabilities.copy()
        context = context_of(self.game, self.kernel, self.form, strategy=answer)
        context.record.responder = player
        context.call(self.kernel.respond)
        return answer, float(context.record.best_value)

    def probabilities_of(self, strategy: Strategy) -> Numbers:
        """The probabilities of a strategy, sequence by sequence.

        In information sets that it does not know, all moves are equally likely.
        """
        form, found = self.form, self.form.even_strategy()
        for p in range(form.players):
            rows = strategy.rows(p)
            for i in range(form.starts[p], form.starts[p + 1]):
                row = rows.get(int(form.keys[i]))
                if row is not None:
                    ours = slice(form.firsts[i], form.firsts[i + 1])
                    theirs = slice(strategy.firsts[row], strategy.firsts[row + 1])
                    found[ours] = strategy.probabilities[theirs]
        return found

    def judge(self, strategy: Strategy) -> Quality:
        """How good a strategy is, wherever it comes from."""
        return self.quality(self.probabilities_of(strategy))
