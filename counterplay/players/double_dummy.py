"""A player of bridge that draws deals and solves each, all hands seen: `double_dummy:worlds=50`.

It plays the card that takes the most tricks on average; of equal ones the lowest. It uses only what
the player to move has seen. Its fault is that of all such players: it believes that everybody will
see everything, so it never plays to find something out (`docs/search/hidden.md`).
"""

from __future__ import annotations

from random import Random

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.games.bridge.clairvoyant import NAME, mean_tricks
from counterplay.games.bridge.solver import Solver
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec

WORLDS = 30
"""How many deals are drawn for a card, if nothing else is said."""


class DoubleDummyPlayer:
    """Averages over deals that are solved double dummy."""

    def __init__(self, spec: Spec, game: Game) -> None:
        if not (game.is_built_in and game.name == NAME):
            raise UnfitError(f"player {spec.text!r}: it plays bridge, not {game.name}")
        self._worlds, self._limit = _worlds(spec), spec.limit
        self._solver, self._dice = Solver(), Random(0)

    def new_game(self, seed: str) -> None:
        self._dice = Random(seed)

    def close(self) -> None:
        """Nothing to close."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        if len(position.legal_moves) == 1:
            return Thought(position.legal_moves[0])
        worlds, seconds = self._worlds, (self._limit or limit).share
        means, done = mean_tricks(
            position.game, position.state, self._solver, self._dice, worlds, seconds
        )
        best = min(means, key=lambda card: (-means[card], card & 15, card))
        return Thought(best, nodes=done)


def _worlds(spec: Spec) -> int:
    """The setting `worlds`."""
    unknown = [name for name, _ in spec.settings if name != "worlds"]
    if unknown or spec.evaluator or spec.weights:
        raise InputError(
            f"player {spec.text!r}: a double dummy player has no settings but worlds, time and name"
        )
    text = dict(spec.settings).get("worlds", str(WORLDS))
    if not text.isdecimal() or len(text) > 9 or not int(text):
        raise InputError(f"player {spec.text!r}: worlds={text} must be a whole number, 1 or more")
    return int(text)
