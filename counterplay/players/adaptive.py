"""A player that learns how its opponent plays, and answers it: `adaptive:trust=0.75`.

It starts with an equilibrium. After each game it counts the moves of the opponent
(`strategies/observed.py`), from what it could see: cards that were not shown stay unknown. It plays
the safe response to this model (`strategies/respond.py`). The model stays for all games of a match.
"""

from __future__ import annotations

from random import Random

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.strategies.observed import PRIOR, Observer, modelled, whole_equilibrium
from counterplay.strategies.respond import TRUST, Precision, response, unfit_to_respond
from counterplay.strategies.strategy import Strategy

ENOUGH = Precision(exploitability=5e-3, iterations=2_000)
"""How well each response is worked out, during a match."""

GROWTH = 1.1
"""A new response is worked out when there are so many times the games of the last one."""

SETTINGS = {"trust": TRUST, "prior": PRIOR}


class AdaptivePlayer:
    """Plays the safe response to what it has seen of its opponent."""

    def __init__(self, spec: Spec, game: Game) -> None:
        reason = unfit_to_respond(game)
        if reason is not None:
            raise UnfitError(f"player {spec.text!r}: {reason}")
        given = _settings(spec)
        self._trust, judge = given["trust"], modelled(game)
        start = whole_equilibrium(game)
        self._observer = Observer(judge, judge.probabilities_of(start), given["prior"])
        self._strategy, self._answered = start, 0
        self._dice = Random(0)

    def new_game(self, seed: str) -> None:
        """Begin a game. What is known about the opponent stays."""
        self._dice = Random(seed)
        if self._observer.games > GROWTH * self._answered:
            judge, self._answered = self._observer.judge, self._observer.games
            answer = response(judge, self._observer.probabilities(), self._trust, ENOUGH)
            self._strategy = Strategy.of(judge.game, judge.form, answer)

    def close(self) -> None:
        """Nothing to close."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        return Thought(self._strategy.pick(position, self._dice))

    def watch_end(self, end: Position, seat: int) -> None:
        """Learn from a game that is over."""
        self._observer.add_seen(end, seat)


def _settings(spec: Spec) -> dict[str, float]:
    """The trust in the model, and the observations that the equilibrium counts for."""
    unknown = [name for name, _ in spec.settings if name not in SETTINGS]
    if unknown or spec.limit or spec.evaluator or spec.weights:
        raise InputError(
            f"player {spec.text!r}: an adaptive player has no settings but trust, prior and name"
        )
    found = dict(SETTINGS)
    for name, text in spec.settings:
        try:
            found[name] = float(text)
        except ValueError:
            raise InputError(f"player {spec.text!r}: {name}={text} is not a number") from None
    if not 0 <= found["trust"] <= 1:
        raise InputError(f"player {spec.text!r}: trust={found['trust']:g} must be from 0 to 1")
    return found
