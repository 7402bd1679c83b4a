"""A response to a model of the opponent that is kept safe: the restricted Nash response.

Johanson, Zinkevich and Bowling ("Computing Robust Counter-Strategies", 2007): solve the game in
which the opponent must follow the model with probability `trust`, and is free otherwise. With trust
0 the answer is an equilibrium, with trust 1 the best response to the model. In between it wins the
most from the model among all strategies that can be exploited as little as itself.

In the sequence form this is the same game with more ends: the opponent's part of each end that is
played by the model is a number, so these ends belong to the sequences of the other player alone.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import numpy as np

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.engine.fitness import first_reason, needs_constant_total, needs_two_players
from counterplay.strategies.judge import Judge
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.sequence_form import Numbers, SequenceForm, merged
from counterplay.strategies.strategy import Strategy
from counterplay.strategies.variants import BY_DEFAULT

TRUST = 0.75
"""How likely the opponent is thought to follow the model, unless another number is given."""

TOLERANCE = 1e-3
"""The exploitability in the restricted game at which a run ends: payoff per game."""

FIRST_ROUND = 20
"""The iterations before a response is first judged. Each round is a half longer than the last."""

MOST_ITERATIONS = 100_000


def unfit_to_respond(game: Game) -> str | None:
    """Why a game has no safe responses, in a sentence; None if it has."""
    method = "a safe response"
    return first_reason(needs_two_players(game, method), needs_constant_total(game, method))


def respond(
    model: Strategy,
    *,
    trust: float = TRUST,
    exploitability: float = TOLERANCE,
    iterations: int = MOST_ITERATIONS,
    stop: threading.Event | None = None,
) -> Strategy:
    """The restricted Nash response of both players to a model of the other.

    The opponent follows the model with probability `trust`, and does what is worst for us
    otherwise. A run ends when the response is within `exploitability` of the best in that game, or
    after so many `iterations`. In the result, `about["against"]` is what each player wins from the
    model, and `about["exploitability"]` what the response can lose.

    >>> import counterplay as cp
    >>> kuhn = cp.load("kuhn")
    >>> passes = [kuhn.position(f"startpos moves {cards} bet pass") for cards in ("J Q", "J K")]
    >>> answer = cp.respond(cp.opponent_model(kuhn, passes * 50), trust=0.5)
    >>> answer.chances(kuhn.position("startpos moves J Q"))[1] > 0.9
    True
    """
    reason = unfit_to_respond(model.game)
    if reason is not None:
        raise UnfitError(reason)
    judge = Judge(model.game)
    modelled = judge.probabilities_of(model)
    answer = response(judge, modelled, trust, Precision(exploitability, iterations, stop))
    quality = judge.quality(answer)
    about = {
        "variant": "restricted Nash response",
        "trust": trust,
        "against": list(winnings(judge, answer, modelled)),
        "payoffs": list(quality.payoffs),
        "exploitability": quality.exploitability,
    }
    return replace(Strategy.of(model.game, judge.form, answer), about=about)


@dataclass(frozen=True)
class Precision:
    """When the solution of a restricted game is good enough: what a player could still gain, the
    most iterations, and an event that ends them."""

    exploitability: float = TOLERANCE
    iterations: int = MOST_ITERATIONS
    stop: threading.Event | None = None

    def __post_init__(self) -> None:
        if not self.exploitability > 0:
            raise InputError(f"exploitability={self.exploitability:g} must be a number above 0")
        if self.iterations < 1:
            raise InputError(f"iterations={self.iterations} must be 1 or more")

    @property
    def is_stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()


def response(
    judge: Judge, model: Numbers, trust: float, precision: Precision | None = None
) -> Numbers:
    """The response of each player to the model of the other, sequence by sequence."""
    if not 0 <= trust <= 1:
        raise InputError(f"trust={trust:g} must be from 0 to 1")
    answer, form = model.copy(), judge.form
    for hero in range(form.players):
        found = _solved(judge, model, hero, trust, precision or Precision())
        own = slice(form.firsts[form.starts[hero]], form.firsts[form.starts[hero + 1]])
        answer[own] = found[own]
    return answer


def winnings(judge: Judge, strategy: Numbers, model: Numbers) -> tuple[float, ...]:
    """What each player gets on average who follows the strategy, if the others follow the model."""
    form, found = judge.form, []
    for p in range(form.players):
        own = slice(form.firsts[form.starts[p]], form.firsts[form.starts[p + 1]])
        mixed = model.copy()
        mixed[own] = strategy[own]
        found.append(judge.payoffs(mixed)[p])
    return tuple(found)


def restricted(form: SequenceForm, model: Numbers, hero: int, trust: float) -> SequenceForm:
    """The game in which the opponent of `hero` follows the model with probability `trust`."""
    other = 1 - hero
    forced = form.sequences.copy()
    chances = trust * form.reach(model)[forced[:, other]]
    forced[:, other] = other  # the empty sequence
    sequences, payoffs = merged(
        np.concatenate((form.sequences, forced)),
        np.concatenate(((1 - trust) * form.payoffs, chances[:, None] * form.payoffs)),
    )
    return replace(form, sequences=sequences.astype(np.int32), payoffs=payoffs)


def _solved(judge: Judge, model: Numbers, hero: int, trust: float, enough: Precision) -> Numbers:
    """A strategy of all players, of which that of `hero` is the response."""
    if trust == 1:
        return judge.response(model, hero)[0]
    form = restricted(judge.form, model, hero, trust)
    run, referee = Minimiser(judge.game, BY_DEFAULT, form), Judge(judge.game, form)
    length = FIRST_ROUND
    while True:
        run.run(min(length, enough.iterations - run.iterations), None, enough.stop)
        length += length // 2
        found = run.probabilities()
        is_good = referee.quality(found).exploitability <= enough.exploitability
        if is_good or run.iterations >= enough.iterations or enough.is_stopped:
            return found
