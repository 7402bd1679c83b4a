"""The game that somebody means, as the bridges take it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from counterplay.bridges import pickling as pickling
from counterplay.bridges.compiled import compiled
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts
from counterplay.core.game.game import Game
from counterplay.games import load

AnyGame = Game | str | Path | ModuleType


def game_of(game: AnyGame, parameters: dict[str, Any], native: bool) -> Game:
    """A game, or the game of that name or file with those parameters; compiled if `native`."""
    if not isinstance(game, Game):
        game = load(game, **parameters)
    elif parameters:
        raise InputError(
            f"{game!r} is loaded already and takes no parameters: give the game by its name"
        )
    return compiled(game) if native else game


def lowest(facts: Facts) -> float:
    """A bound below all payoffs: what is left if all others get the best.

    Where payoffs have no fixed total nothing is declared about it, and a loss is taken to be as
    large as the best win.
    """
    if facts.total is None:
        return float(-abs(facts.best))
    return float(facts.total - (facts.players - 1) * facts.best)
