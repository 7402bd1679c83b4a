"""Maintenance of a whole database: reindex, check, describe, and count moves for a book."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.game import Game
from counterplay.database import position_index, rulesets
from counterplay.database.counting import Report, count_again, counts
from counterplay.database.database import Database
from counterplay.database.move_counts import ENTRY, Entries, merge
from counterplay.database.query import Filter, select
from counterplay.database.rulesets import Ruleset
from counterplay.database.schema import transaction
from counterplay.database.seal import Connection, DamageError, require_seal, snapshot
from counterplay.formats.record import GameRecord


def reindex(
    database: Database, game: Game, plies: int, report: Report | None = None
) -> dict[str, int]:
    """Count the positions of all games of one kind again, to a new number of plies."""
    with database.connected(game) as connection:
        number = rulesets.require(connection, game).number
        with transaction(connection):
            connection.execute("UPDATE kinds SET plies = ? WHERE id = ?", (plies, number))
            count_again(connection, Ruleset(game, number, plies), report)
        connection.execute("PRAGMA incremental_vacuum").fetchall()
        return _sizes(connection, number)


def move_counts(
    database: Database, game: Game, plies: int, report: Report | None = None
) -> Entries:
    """The counts of moves over the first plies of all games of one kind; nothing is stored."""
    with database.connected(game) as connection, snapshot(connection):
        ruleset = rulesets.require(connection, game)
        total = np.zeros(0, ENTRY)
        for entries in counts(connection, ruleset, plies, report):
            total = merge(np.concatenate([total, entries]))
        return total


def records_of(database: Database, game: Game) -> Iterator[GameRecord]:
    """The records of all games of one kind, in the order in which they were added."""
    with database.connected(game) as connection:
        ruleset = rulesets.require(connection, game)
        for stored in select(connection, Filter(ruleset, latest=False)):
            yield stored.played


def _sizes(connection: Connection, number: int) -> dict[str, int]:
    """How many games, positions and moves a ruleset has; an upper bound if it has many runs."""
    games = connection.execute("SELECT count(*) FROM games WHERE kind = ?", (number,)).fetchone()
    parts, positions, moves = connection.execute(
        "SELECT count(*), coalesce(sum(positions), 0), coalesce(sum(entries), 0) FROM runs "
        "WHERE kind = ?",
        (number,),
    ).fetchone()
    return {"games": games[0], "positions": positions, "moves": moves, "parts": parts}


def describe(database: Database) -> list[dict[str, Any]]:
    """One dictionary for each ruleset: its game, and how many games and positions it has."""
    with database.connected() as connection, snapshot(connection):
        return [
            {
                "game": identity.name,
                "parameters": json.loads(identity.parameters),
                "source": identity.source,
                "plies": plies,
                **_sizes(connection, number),
                "usable": _is_usable(connection, number),
            }
            for number, identity, plies in rulesets.listed(connection)
        ]


def _is_usable(connection: Connection, number: int) -> bool:
    """Whether the game can be loaded, and its rules are unchanged."""
    try:
        rulesets.by_number(connection)(number)
    except CounterplayError:
        return False
    return True


def check(database: Database) -> int:
    """Read the whole file and verify its checksums; returns the number of games.

    Damage is an InputError. Games whose rules cannot be loaded are not checked.
    """
    with database.connected() as connection, snapshot(connection):
        for (found,) in connection.execute("PRAGMA integrity_check"):
            if found != "ok":
                raise DamageError(str(found).splitlines()[-1])
        require_seal(connection)
        for (run,) in connection.execute("SELECT id FROM runs").fetchall():
            position_index.read_run(connection, run)
        numbers = [number for number, *_ in rulesets.listed(connection)]
        usable = [number for number in numbers if _is_usable(connection, number)]
        ruleset_of = rulesets.by_number(connection)
        return sum(1 for number in usable for _ in select(connection, Filter(ruleset_of(number))))
