"""Arguments that the bridges share: the game, and a bound on its payoffs."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from counterplay.bridges.compiled import compiled
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts
from counterplay.core.game.game import Game
from counterplay.games import load

AnyGame = Game | str | Path | ModuleType


def game_of(game: AnyGame, parameters: dict[str, Any], native: bool) -> Game:
    """Return the game, loaded by name or file with its parameters; compiled if `native`."""
    if not isinstance(game, Game):
        game = load(game, **parameters)
    elif parameters:
        raise InputError(
            f"{game!r} is loaded already and takes no parameters: give the name of the game"
        )
    return compiled(game) if native else game


def lowest(facts: Facts) -> float:
    """Return a lower bound on all payoffs: the payoff if all other players get the best.

    A game whose payoffs have no fixed total declares no such bound. Then a loss is assumed to be as
    large as the best win.
    """
    if facts.total is None:
        return float(-abs(facts.best))
    return float(facts.total - (facts.players - 1) * facts.best)
