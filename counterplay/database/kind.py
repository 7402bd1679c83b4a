"""A kind of games in a file: a game with its parameters and rules, and its number there."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.database.identity import Identity, identity
from counterplay.games import load

PLIES = 40
"""So many plies of each game are counted, where nothing else is said."""


class Kind:
    """Games of the same rules; `number` and `plies` are those that the file has."""

    def __init__(self, game: Game, number: int, plies: int) -> None:
        self.game, self.number, self.plies = game, number, plies
        told = "\0".join(identity(game)[:3])
        self.seed = hashlib.blake2b(told.encode(), digest_size=32).digest()
        self.start_of = lru_cache(1024)(self._start_of)

    def _start_of(self, text: str) -> Any:
        """The state that a game begins from."""
        return self.game.position(text).state if text else self.game.initial()


def find(connection: sqlite3.Connection, game: Game) -> Kind | None:
    """The kind of a game, if the file has it."""
    found = connection.execute(
        "SELECT id, plies FROM kinds WHERE name = ? AND parameters = ? AND rules = ?",
        identity(game)[:3],
    ).fetchone()
    return None if found is None else Kind(game, *found)


def find_or_add(connection: sqlite3.Connection, game: Game, plies: int | None) -> Kind:
    """The kind of a game; `plies` is how much of each game is to be counted, where it is said."""
    if plies is not None and plies < 0:
        raise InputError(f"plies={plies} must be a whole number from 0 up")
    found = find(connection, game)
    if found is None:
        connection.execute(
            "INSERT INTO kinds (name, parameters, rules, source, plies) VALUES (?, ?, ?, ?, ?)",
            (*identity(game), PLIES if plies is None else plies),
        )
        found = find(connection, game)
        assert found is not None
    elif plies is not None and plies != found.plies:
        raise InputError(
            f"{found.plies} plies of each game of {game.name} are counted there, not {plies}: "
            f"counterplay db index {game.name} --plies {plies} counts them anew"
        )
    return found


def loaded(row: Identity) -> Game:
    """The game of a kind, if it can be had and its rules are what they were."""
    game = load_with(row.source, dict(json.loads(row.parameters)))
    if identity(game).rules != row.rules:
        raise InputError(
            f"the rules of {row.name} are no longer those by which these games were played: "
            "use the version of counterplay, or of the file, that wrote them"
        )
    return game


def load_with(source: str, parameters: Mapping[str, Any]) -> Game:
    """A game with parameters as JSON has them."""
    return load(
        source, **{n: tuple(v) if isinstance(v, list) else v for n, v in parameters.items()}
    )
