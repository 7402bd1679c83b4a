"""Writer: add games to the file and to the position index, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from counterplay.database import position_index
from counterplay.database.encoding import digest, pack, show_payoffs, show_tags, storable
from counterplay.database.move_counts import count_moves
from counterplay.database.rulesets import Ruleset
from counterplay.database.schema import transaction
from counterplay.database.seal import Connection
from counterplay.database.walk import Walker
from counterplay.formats.record import GameRecord, winner

INSERT = f"INSERT INTO games VALUES ({', '.join('?' * 14)})"

ByDigest = dict[int, tuple[GameRecord, bytes]]
"""Games with their packed moves, by checksum; equal games are there once."""


class Writer:
    """Writes games of one ruleset. It keeps the numbers of players from batch to batch."""

    def __init__(self, connection: Connection, ruleset: Ruleset) -> None:
        self._connection, self.ruleset = connection, ruleset
        self._walker = Walker(ruleset.game)
        self._names: dict[str, int] = {}

    def write(self, games: Sequence[GameRecord], source: str) -> list[int]:
        """Add the games that are new, in one transaction; returns their numbers in the file."""
        records = [storable(game) for game in games]
        packed = [pack(record.moves) for record in records]
        by_digest = {
            digest(record, self.ruleset.hash_key, moves): (record, moves)
            for record, moves in zip(records, packed, strict=True)
        }
        try:
            with transaction(self._connection):
                return self._add(self._new(by_digest), source)
        except BaseException:
            self._names.clear()  # some of them may have been rolled back
            raise

    def _new(self, by_digest: ByDigest) -> ByDigest:
        """The games that are not in the file."""
        known = self._connection.execute(
            "SELECT digest FROM games WHERE digest IN (SELECT value FROM json_each(?))",
            (json.dumps(list(by_digest)),),
        )
        for (checksum,) in known.fetchall():
            by_digest.pop(checksum)
        return by_digest

    def _add(self, new: ByDigest, source: str) -> list[int]:
        if not new:
            return []
        execute = self._connection.execute
        last = execute("SELECT coalesce(max(id), 0) FROM games").fetchone()[0]
        execute("INSERT OR IGNORE INTO sources (path) VALUES (?)", (source,))
        source_number = execute("SELECT id FROM sources WHERE path = ?", (source,)).fetchone()[0]
        numbers = range(last + 1, last + 1 + len(new))
        kind = self.ruleset.number
        self._connection.executemany(
            INSERT,
            (
                (number, kind, checksum, game.start, moves, show_payoffs(game.payoffs),
                 winner(game.payoffs), "\n".join(game.players), game.date, game.event, game.site,
                 game.round, show_tags(game.tags), source_number)
                for number, (checksum, (game, moves)) in zip(numbers, new.items(), strict=True)
            ),
        )  # fmt: skip
        games = [game for game, _ in new.values()]
        self._add_players(zip(numbers, games, strict=True))
        self.count(games)
        return list(numbers)

    def _add_players(self, games: Iterable[tuple[int, GameRecord]]) -> None:
        """Store who played which game."""
        seats = [
            (name, number, seat)
            for number, game in games
            for seat, name in enumerate(game.players)
            if name
        ]
        missing = {name for name, _, _ in seats if name not in self._names}
        if missing:
            names = json.dumps(sorted(missing))
            self._connection.execute(
                "INSERT OR IGNORE INTO names (name) SELECT value FROM json_each(?)", (names,)
            )
            self._names |= dict(
                self._connection.execute(
                    "SELECT name, id FROM names WHERE name IN (SELECT value FROM json_each(?))",
                    (names,),
                ).fetchall()
            )
        self._connection.executemany(
            "INSERT INTO seats VALUES (?, ?, ?)",
            sorted((self._names[name], number, seat) for name, number, seat in seats),
        )

    def count(self, games: Sequence[GameRecord]) -> None:
        """Add the moves of games to the position index."""
        ruleset = self.ruleset
        starts = [ruleset.start_of(game.start) for game in games]
        walked = self._walker.walk(starts, [game.moves for game in games], ruleset.plies)
        entries = count_moves(walked, games, ruleset.game.facts.players)
        position_index.add(self._connection, ruleset.number, entries)
