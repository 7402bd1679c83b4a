"""Games written to the file, together with what they add to the counts: all of it, or nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

from counterplay.database import runs
from counterplay.database.counts import counted
from counterplay.database.kind import Kind
from counterplay.database.played import Played, pack, show_payoffs, show_tags, tidied, winner
from counterplay.database.schema import transaction
from counterplay.database.walk import Walker

INSERT = f"INSERT INTO games VALUES ({', '.join('?' * 14)})"


Given = dict[int, tuple[Played, bytes]]
"""Games and their packed moves, each of them once, by their digests."""


class Writer:
    """Writes games of one kind; what it knows of names is kept from one batch to the next."""

    def __init__(self, connection: sqlite3.Connection, kind: Kind) -> None:
        self._connection, self.kind = connection, kind
        self._walker = Walker(kind.game)
        self._names: dict[str, int] = {}

    def write(self, games: Sequence[Played], source: str) -> list[int]:
        """Add those games that the file has not yet, in one transaction; their numbers there."""
        games = [tidied(game) for game in games]
        packed = [pack(game.moves) for game in games]
        given = {
            game.digest(self.kind.seed, moves): (game, moves)
            for game, moves in zip(games, packed, strict=True)
        }
        try:
            with transaction(self._connection):
                return self._add(self._new(given), source)
        except BaseException:
            self._names.clear()  # some of them may have been taken back
            raise

    def _new(self, given: Given) -> Given:
        """Those that are not in the file."""
        known = self._connection.execute(
            "SELECT digest FROM games WHERE digest IN (SELECT value FROM json_each(?))",
            (json.dumps(list(given)),),
        )
        for (digest,) in known.fetchall():
            given.pop(digest)
        return given

    def _add(self, new: Given, source: str) -> list[int]:
        if not new:
            return []
        execute = self._connection.execute
        last = execute("SELECT coalesce(max(id), 0) FROM games").fetchone()[0]
        execute("INSERT OR IGNORE INTO sources (path) VALUES (?)", (source,))
        place = execute("SELECT id FROM sources WHERE path = ?", (source,)).fetchone()[0]
        numbers = range(last + 1, last + 1 + len(new))
        kind = self.kind.number
        self._connection.executemany(
            INSERT,
            (
                (number, kind, digest, game.start, moves, show_payoffs(game.payoffs),
                 winner(game.payoffs), "\n".join(game.players), game.date, game.event, game.site,
                 game.round, show_tags(game.tags), place)
                for number, (digest, (game, moves)) in zip(numbers, new.items(), strict=True)
            ),
        )  # fmt: skip
        games = [game for game, _ in new.values()]
        self._seat(zip(numbers, games, strict=True))
        self.count(games)
        return list(numbers)

    def _seat(self, games: Iterable[tuple[int, Played]]) -> None:
        """Who played which game."""
        seats = [
            (name, number, seat)
            for number, game in games
            for seat, name in enumerate(game.players)
            if name
        ]
        missing = {name for name, _, _ in seats if name not in self._names}
        if missing:
            listed = json.dumps(sorted(missing))
            self._connection.execute(
                "INSERT OR IGNORE INTO names (name) SELECT value FROM json_each(?)", (listed,)
            )
            self._names |= dict(
                self._connection.execute(
                    "SELECT name, id FROM names WHERE name IN (SELECT value FROM json_each(?))",
                    (listed,),
                ).fetchall()
            )
        self._connection.executemany(
            "INSERT INTO seats VALUES (?, ?, ?)",
            sorted((self._names[name], number, seat) for name, number, seat in seats),
        )

    def count(self, games: Sequence[Played]) -> None:
        """Add the moves of games to the counts."""
        starts = [self.kind.start_of(game.start) for game in games]
        walked = self._walker.walk(starts, [game.moves for game in games], self.kind.plies)
        entries = counted(walked, games, self.kind.game.facts.players)
        runs.add(self._connection, self.kind.number, entries)
