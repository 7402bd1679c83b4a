"""Rulesets of a file: a game with its parameters and rules, and its row in the table `kinds`."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.database.identity import Identity, identity
from counterplay.database.seal import Connection, DamageError, require_seal
from counterplay.games import load

PLIES = 40
"""By default, positions of the first 40 plies of each game are counted."""


class Ruleset:
    """Games that were played by the same rules.

    number    of its row in the file
    plies     how many plies of each game are counted
    hash_key  goes into the checksum of each of its games; it contains the signature of the rules
    """

    def __init__(self, game: Game, number: int, plies: int, rules: str = "") -> None:
        self.game, self.number, self.plies = game, number, plies
        own = identity(game)
        text = "\0".join((own.name, own.parameters, rules or own.rules))
        self.hash_key = hashlib.blake2b(text.encode(), digest_size=32).digest()
        self.start_of = lru_cache(1024)(self._start_of)

    def _start_of(self, text: str) -> Any:
        """The start state of a game, from `GameRecord.start`."""
        return self.game.position(text).state if text else self.game.initial()


def find(connection: Connection, game: Game) -> Ruleset | None:
    """The ruleset of a game; None if the file has no games of it."""
    require_seal(connection)
    return _found(connection, game)


def _found(connection: Connection, game: Game) -> Ruleset | None:
    wanted = identity(game)[:3]
    rows = connection.execute("SELECT name, parameters, rules, id, plies FROM kinds ORDER BY id")
    return next((Ruleset(game, *row[3:]) for row in rows.fetchall() if row[:3] == wanted), None)


def find_or_add(connection: Connection, game: Game, plies: int | None) -> Ruleset:
    """The ruleset of a game, added to the file if it is new.

    InputError if the file has it with another number of `plies`.
    """
    if plies is not None and plies < 0:
        raise InputError(f"plies={plies} must be a whole number, 0 or more")
    ruleset = find(connection, game)
    if ruleset is None:
        connection.execute(
            "INSERT INTO kinds (name, parameters, rules, source, keys, plies) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (*identity(game), PLIES if plies is None else plies),
        )
        ruleset = _found(connection, game)
        assert ruleset is not None
    elif plies is not None and plies != ruleset.plies:
        raise InputError(
            f"the database counts {ruleset.plies} plies of each game of {game.name}, not {plies}: "
            f"run counterplay db index {game.name} --plies {plies} to change that"
        )
    return ruleset


def require(connection: Connection, game: Game) -> Ruleset:
    """The ruleset of a game; InputError if the file has no games of it."""
    ruleset = find(connection, game)
    if ruleset is None:
        raise InputError(f"the database has no games of {game!r}: counterplay db info lists them")
    return ruleset


def listed(connection: sqlite3.Connection) -> Iterator[tuple[int, Identity, int]]:
    """The rulesets of a file: number, identity, and counted plies."""
    rows = connection.execute(
        "SELECT id, name, parameters, rules, source, keys, plies FROM kinds ORDER BY name, id"
    )
    for number, *columns, plies in rows.fetchall():
        yield number, Identity(*columns), plies


def by_number(connection: sqlite3.Connection) -> Callable[[int], Ruleset]:
    """A function that returns rulesets by number, and loads each of them once."""
    loaded: dict[int, Ruleset] = {}

    def get(number: int) -> Ruleset:
        if number not in loaded:
            row = connection.execute(
                "SELECT name, parameters, rules, source, keys, plies FROM kinds WHERE id = ?",
                (number,),
            ).fetchone()
            if row is None:
                raise DamageError("a game refers to rules that the file does not have")
            *columns, plies = row
            loaded[number] = Ruleset(load_game(Identity(*columns)), number, plies)
        return loaded[number]

    return get


def load_game(wanted: Identity) -> Game:
    """The game of a ruleset; InputError if its rules have changed since."""
    game = load_with(wanted.source, dict(json.loads(wanted.parameters)))
    if identity(game).rules != wanted.rules:
        raise InputError(
            f"the rules of {wanted.name} have changed since these games were stored: "
            "use the version of counterplay, or of the rules file, that stored them"
        )
    return game


def load_with(source: str, parameters: Mapping[str, Any]) -> Game:
    """A game with parameters that come from JSON: lists become tuples."""
    return load(
        source, **{n: tuple(v) if isinstance(v, list) else v for n, v in parameters.items()}
    )
