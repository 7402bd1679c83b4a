"""Any game as a game of OpenSpiel, and OpenSpiel's games for the textbook.

as_openspiel("connect_four")         a pyspiel.Game: for OpenSpiel's algorithms and bots
state("connect_four", "4453")        a pyspiel.State of it
register("my_game.py")               the same for pyspiel.load_game("counterplay_my_game")
from_openspiel("tic_tac_toe")        an object with the methods of the book
"""

from __future__ import annotations

from typing import Any

from counterplay.bridges.given import AnyGame, game_of
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
"""Games that `pyspiel.load_game` knows, and where each comes from."""


def as_openspiel(game: AnyGame, *, native: bool = True, **parameters: Any) -> SpielGame:
    """The game as a `pyspiel.Game`; `native=False` runs the rules as plain Python."""
    return SpielGame(game_of(game, parameters, native), {})


def state(
    game: AnyGame, position: Position | str | None = None, *, native: bool = True, **parameters: Any
) -> SpielState:
    """A position of the game, or its start, as a `pyspiel.State`: the moves are its history."""
    return as_openspiel(game, native=native, **parameters).state_at(position)


def register(game: AnyGame) -> str:
    """Make `pyspiel.load_game` know a game; the name that it has there.

    Parameters are given as OpenSpiel has it, lists with semicolons: `counterplay_nim(piles=3;4)`.
    """
    first = game if isinstance(game, Game) else load(game)
    source, name = source_of(first).game, PREFIX + first.name
    if name in _registered:
        if _registered[name] != source:
            raise InputError(f"{name} is registered already, for the game in {_registered[name]}")
        return name
    defaults = load(source)
    plain = (p for p in defaults.parameters.values() if isinstance(p.default, (int, str, tuple)))
    specification = {p.name: _as_theirs(p.default) for p in plain}

    # A class and not a function: OpenSpiel lets go of it after Python has ended, which only what
    # is part of a cycle outlives.
    class Registered(SpielGame):
        def __init__(self, given: dict[str, Any]) -> None:
            ours = {n: _as_ours(v) for n, v in given.items()}
            super().__init__(game_of(source, ours, native=True), given)

    pyspiel.register_game(type_of(defaults, specification, MOST_PLAYERS), Registered)
    _registered[name] = source
    return name


def _as_theirs(value: Any) -> Any:
    """OpenSpiel's parameters are numbers, truth values and texts; commas stand between them."""
    return ";".join(map(str, value)) if isinstance(value, tuple) else value


def _as_ours(value: Any) -> Any:
    return value.replace(";", ",") if isinstance(value, str) else value
