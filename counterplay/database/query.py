"""Select games of the database: by game, player, result and position."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterplay.core.game.position import Position
from counterplay.database.rulesets import Ruleset, by_number
from counterplay.database.stored_game import COLUMNS, StoredGame, read_row
from counterplay.database.walk import Walker

BATCH = 20_000
"""How many games are read at a time when the moves of each must be replayed."""


@dataclass(frozen=True)
class Filter:
    """Which games to select, and their order.

    ruleset   the game; None for all games
    player    part of a player's name, upper or lower case
    result    the number of the winner, or DRAWN
    position  games that reached this position; needs a ruleset
    latest    the latest added game first, else the earliest
    """

    ruleset: Ruleset | None = None
    player: str | None = None
    result: int | None = None
    position: Position | None = None
    latest: bool = True


def select(connection: sqlite3.Connection, wanted: Filter) -> Iterator[StoredGame]:
    """The games that a filter selects."""
    condition, values = _where(connection, wanted)
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM games LEFT JOIN sources ON sources.id = games.source "
        f"WHERE {condition} ORDER BY games.id {'DESC' if wanted.latest else ''}",
        values,
    )
    ruleset_of = by_number(connection)
    if wanted.ruleset is not None:
        ruleset_of = {wanted.ruleset.number: wanted.ruleset}.__getitem__
    if wanted.position is None or wanted.ruleset is None:
        for row in rows:
            yield read_row(row, ruleset_of)
        return
    game = wanted.ruleset.game
    walker, key = Walker(game), game.key(wanted.position.state)
    while batch := rows.fetchmany(BATCH):
        games = [read_row(row, ruleset_of) for row in batch]
        yield from _with_position(games, wanted.ruleset, walker, key)


def _where(connection: sqlite3.Connection, wanted: Filter) -> tuple[str, list[Any]]:
    """The condition of the filter in SQL, and its values."""
    conditions, values = ["1"], list[Any]()
    if wanted.ruleset is not None:
        conditions.append("games.kind = ?")
        values.append(wanted.ruleset.number)
    if wanted.player is not None:
        names = connection.execute("SELECT id, name FROM names").fetchall()
        fitting = [i for i, name in names if wanted.player.casefold() in name.casefold()]
        conditions.append(
            "games.id IN (SELECT game FROM seats WHERE name IN (SELECT value FROM json_each(?)))"
        )
        values.append(json.dumps(fitting))
    if wanted.result is not None:
        conditions.append("games.winner = ?")
        values.append(wanted.result)
    return " AND ".join(conditions), values


def _with_position(
    games: list[StoredGame], ruleset: Ruleset, walker: Walker, key: int
) -> Iterator[StoredGame]:
    """The games that reached the position with this key."""
    starts = [ruleset.start_of(game.played.start) for game in games]
    moves = [game.played.moves for game in games]
    walked = walker.walk(starts, moves, max(map(len, moves), default=0))
    for number in np.unique(walked.game[walked.keys == np.uint64(key)]).tolist():
        yield games[number]
