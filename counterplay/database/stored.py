"""Games as the file has them: found, read, and seen to be whole."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.database.identity import Identity
from counterplay.database.kind import Kind, loaded
from counterplay.database.played import Played, read_payoffs, show_date, unpack
from counterplay.database.schema import DamageError
from counterplay.database.texts import line_of
from counterplay.database.walk import Walker

COLUMNS = (
    "games.id, games.kind, games.digest, games.start, games.moves, games.payoffs, games.players, "
    "games.date, games.event, games.site, games.round, games.tags, sources.path"
)
BATCH = 20_000
"""So many games are read at a time, where each has to be gone through."""

KindOf = Callable[[int], Kind]


@dataclass(frozen=True)
class StoredGame:
    """A game of the file: its number there, what was played, and where it came from."""

    number: int
    game: Game
    played: Played
    source: str

    @property
    def position(self) -> Position:
        """The position at its end, with the way to it."""
        position = self.game.position(self.played.start or "startpos")
        for move in self.played.moves.tolist():
            position = position.play(move)
        return position

    def as_json(self) -> dict[str, Any]:
        """As a line of an export has it: moves in the game's notation."""
        played, s = self.played, self.game.position(self.played.start or "startpos").state
        return {
            "game": self.game.name,
            "parameters": {
                p.name: str(p.value) for p in self.game.parameters.values() if p.value != p.default
            },
            "players": list(played.players),
            "payoffs": None if played.payoffs is None else list(played.payoffs),
            "date": show_date(played.date),
            "event": played.event,
            "site": played.site,
            "round": played.round,
            "tags": dict(played.tags),
            "start": played.start or "startpos",
            "moves": line_of(self.game, s, played.moves.tolist()),
        }


@dataclass(frozen=True)
class Filter:
    """Which games are wanted.

    kind      of which game; None for all
    player    part of a player's name, in letters of either case
    result    the number of the player who won, or DRAWN
    position  that came up; for a kind
    latest    first, or the first to be added
    """

    kind: Kind | None = None
    player: str | None = None
    result: int | None = None
    position: Position | None = None
    latest: bool = True


def kinds(connection: sqlite3.Connection) -> Iterator[tuple[int, Identity, int]]:
    """The kinds of games: the number, what it is, and how many plies are counted."""
    rows = connection.execute(
        "SELECT id, name, parameters, rules, source, plies FROM kinds ORDER BY name, id"
    )
    for number, *told, plies in rows.fetchall():
        yield number, Identity(*told), plies


def kind_of(connection: sqlite3.Connection) -> KindOf:
    """Kinds by their numbers, loaded when they are first asked for."""
    known: dict[int, Kind] = {}

    def find(number: int) -> Kind:
        if number not in known:
            row = connection.execute(
                "SELECT name, parameters, rules, source, plies FROM kinds WHERE id = ?", (number,)
            ).fetchone()
            if row is None:
                raise DamageError("a game is of a kind that the file does not know")
            known[number] = Kind(loaded(Identity(*row[:4])), number, row[4])
        return known[number]

    return find


def select(connection: sqlite3.Connection, wanted: Filter) -> Iterator[StoredGame]:
    """The games that are wanted, in the order in which they were added or the other way round."""
    text, values = _where(connection, wanted)
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM games LEFT JOIN sources ON sources.id = games.source "
        f"WHERE {text} ORDER BY games.id {'DESC' if wanted.latest else ''}",
        values,
    )
    find = kind_of(connection)
    if wanted.kind is not None:
        find = {wanted.kind.number: wanted.kind}.__getitem__
    if wanted.position is None or wanted.kind is None:
        for row in rows:
            yield read(row, find)
        return
    walker, key = Walker(wanted.kind.game), wanted.kind.game.key(wanted.position.state)
    while batch := rows.fetchmany(BATCH):
        yield from _with_position([read(row, find) for row in batch], wanted.kind, walker, key)


def _where(connection: sqlite3.Connection, wanted: Filter) -> tuple[str, list[Any]]:
    conditions, values = ["1"], list[Any]()
    if wanted.kind is not None:
        conditions.append("games.kind = ?")
        values.append(wanted.kind.number)
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
    games: list[StoredGame], kind: Kind, walker: Walker, key: int
) -> Iterator[StoredGame]:
    """Those of some games in which a position came up."""
    starts = [kind.start_of(game.played.start) for game in games]
    moves = [game.played.moves for game in games]
    walked = walker.walk(starts, moves, max(map(len, moves), default=0))
    for number in np.unique(walked.game[walked.keys == np.uint64(key)]).tolist():
        yield games[number]


def read(row: tuple[Any, ...], find: KindOf) -> StoredGame:
    """The game of a row, if it is as it was written."""
    number, kind, digest, start, moves, payoffs, players, date, *said, tags, source = row
    event, site, part = said
    damaged = DamageError(f"game {number} has changed since it was written")
    try:
        known = find(kind)
        paid = read_payoffs(payoffs)
        names = tuple(players.split("\n")) if players else ()
        about = dict(json.loads(tags)) if tags else {}
        played = Played(unpack(moves), start, paid, names, date, event, site, part, about)
        is_whole = played.digest(known.seed, moves) == digest
    except (ValueError, TypeError, AttributeError, KeyError):
        raise damaged from None
    if not is_whole:
        raise damaged
    return StoredGame(number, known.game, played, str(source or ""))
