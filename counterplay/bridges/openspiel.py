"""Our games in OpenSpiel, and OpenSpiel's games for the textbook.

as_openspiel("connect_four")         a pyspiel.Game, for OpenSpiel's algorithms and bots
state("connect_four", "4453")        a pyspiel.State of it
register("my_game.py")               makes pyspiel.load_game("counterplay_my_game") work
from_openspiel("tic_tac_toe")        a game for the algorithms of the textbook
"""

from __future__ import annotations

from typing import Any

from counterplay.bridges.arguments import AnyGame, game_of
from counterplay.bridges.spiel_book import BookGame, from_openspiel, pyspiel
from counterplay.bridges.spiel_state import PREFIX, SpielGame, SpielState, type_of
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import MOST_PLAYERS
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games import load, source_of

__all__ = [
    "BookGame",
    "SpielGame",
    "SpielState",
    "as_openspiel",
    "from_openspiel",
    "register",
    "state",
]

_registered: dict[str, str] = {}
"""The registered games: their names in OpenSpiel and their sources."""


def as_openspiel(game: AnyGame, *, native: bool = True, **parameters: Any) -> SpielGame:
    """Return the game as a `pyspiel.Game`. `native=False` runs the rules as plain Python."""
    return SpielGame(game_of(game, parameters, native), {})


def state(
    game: AnyGame, position: Position | str | None = None, *, native: bool = True, **parameters: Any
) -> SpielState:
    """Return a position, by default the initial one, as a `pyspiel.State` with its history."""
    return as_openspiel(game, native=native, **parameters).state_at(position)


def register(game: AnyGame) -> str:
    """Register a game for `pyspiel.load_game`; return its name there.

    Give parameters as in OpenSpiel, with semicolons in lists: `counterplay_nim(piles=3;4)`.
    """
    first = game if isinstance(game, Game) else load(game)
    source, name = source_of(first).game, PREFIX + first.name
    if name in _registered:
        if _registered[name] != source:
            raise InputError(f"{name} is registered already, for the game in {_registered[name]}")
        return name
    defaults = load(source)
    plain = (p for p in defaults.parameters.values() if isinstance(p.default, (int, str, tuple)))
    specification = {p.name: _to_openspiel(p.default) for p in plain}

    # A class, not a function: OpenSpiel releases it after Python has shut down, and only an object
    # in a reference cycle lives that long.
    class Registered(SpielGame):
        def __init__(self, given: dict[str, Any]) -> None:
            ours = {n: _from_openspiel(v) for n, v in given.items()}
            super().__init__(game_of(source, ours, native=True), given)

    pyspiel.register_game(type_of(defaults, specification, MOST_PLAYERS), Registered)
    _registered[name] = source
    return name


def _to_openspiel(value: Any) -> Any:
    """Return a parameter as OpenSpiel takes it: a tuple becomes text with semicolons."""
    return ";".join(map(str, value)) if isinstance(value, tuple) else value


def _from_openspiel(value: Any) -> Any:
    return value.replace(";", ",") if isinstance(value, str) else value
