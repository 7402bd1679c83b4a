"""The whole of a database gone through: counted anew, looked over, described."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from sqlite3 import Connection
from typing import Any

import numpy as np

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.database import kind as kinds
from counterplay.database import runs
from counterplay.database.counts import ENTRY, Entries, counted, joined
from counterplay.database.database import Database
from counterplay.database.kind import Kind
from counterplay.database.played import Played
from counterplay.database.schema import DamageError, snapshot, transaction
from counterplay.database.stored import BATCH, Filter, kind_of, select
from counterplay.database.stored import kinds as listed
from counterplay.database.walk import Walker

Report = Callable[[int], None]
"""Is told how many games have been gone through."""


def count_anew(
    database: Database, game: Game, plies: int, report: Report | None = None
) -> dict[str, int]:
    """Count the positions of all games of a kind again, so many plies of each."""
    with database.speaking() as connection:
        found = _require(connection, game)
        renewed = Kind(game, found.number, plies)
        with transaction(connection):
            connection.execute("UPDATE kinds SET plies = ? WHERE id = ?", (plies, found.number))
            for (run,) in connection.execute(
                "SELECT id FROM runs WHERE kind = ?", (found.number,)
            ).fetchall():
                runs.drop_run(connection, run)
            for entries in _batches(connection, renewed, plies, report):
                runs.add(connection, found.number, entries)
            runs.settle(connection, found.number)
        connection.execute("PRAGMA incremental_vacuum").fetchall()
        return _counts(connection, found.number)


def counts_of(database: Database, game: Game, plies: int, report: Report | None = None) -> Entries:
    """What games add up to in so many plies each, apart from what the file has counted."""
    with database.speaking() as connection, snapshot(connection):
        found = _require(connection, game)
        total = np.zeros(0, ENTRY)
        for entries in _batches(connection, found, plies, report):
            total = joined(np.concatenate([total, entries]))
        return total


def games_of(database: Database, game: Game) -> Iterator[Played]:
    """The games of a kind, in the order in which they were added."""
    with database.speaking() as connection:
        for stored in select(connection, Filter(_require(connection, game), latest=False)):
            yield stored.played


def _require(connection: Connection, game: Game) -> Kind:
    found = kinds.find(connection, game)
    if found is None:
        raise InputError(f"the database has no games of {game!r}: counterplay db info lists them")
    return found


def _batches(
    connection: Connection, kind: Kind, plies: int, report: Report | None
) -> Iterator[Entries]:
    if plies < 0:
        raise InputError(f"plies={plies} must be a whole number from 0 up")
    walker, done = Walker(kind.game), 0
    stored = select(connection, Filter(kind))
    while games := [found.played for found in islice(stored, BATCH)]:
        starts = [kind.start_of(played.start) for played in games]
        walked = walker.walk(starts, [played.moves for played in games], plies)
        done += len(games)
        if report is not None:
            report(done)
        yield counted(walked, games, kind.game.facts.players)


def _counts(connection: Connection, number: int) -> dict[str, int]:
    """How many positions are counted; at most, where that is in several parts."""
    games = connection.execute("SELECT count(*) FROM games WHERE kind = ?", (number,)).fetchone()
    parts, positions, moves = connection.execute(
        "SELECT count(*), coalesce(sum(positions), 0), coalesce(sum(entries), 0) FROM runs "
        "WHERE kind = ?",
        (number,),
    ).fetchone()
    return {"games": games[0], "positions": positions, "moves": moves, "parts": parts}


def describe(database: Database) -> list[dict[str, Any]]:
    """Each kind of games: what it is, and how many games and positions there are."""
    with database.speaking() as connection, snapshot(connection):
        return [
            {
                "game": told.name,
                "parameters": json.loads(told.parameters),
                "source": told.source,
                "plies": plies,
                **_counts(connection, number),
                "usable": _usable(connection, number),
            }
            for number, told, plies in listed(connection)
        ]


def _usable(connection: Connection, number: int) -> bool:
    """Whether the game can be had, with the rules that it was played by."""
    try:
        kind_of(connection)(number)
    except CounterplayError:
        return False
    return True


def look_over(database: Database) -> int:
    """Read all there is; how many games are whole. What is not is an InputError."""
    with database.speaking() as connection, snapshot(connection):
        for (found,) in connection.execute("PRAGMA integrity_check"):
            if found != "ok":
                raise DamageError(str(found).splitlines()[-1])
        for (run,) in connection.execute("SELECT id FROM runs").fetchall():
            runs.read_run(connection, run)
        usable = [number for number, *_ in listed(connection) if _usable(connection, number)]
        find = kind_of(connection)
        return sum(1 for number in usable for _ in select(connection, Filter(find(number))))
