"""Database: add games, list them, and look up what was played in a position."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position, as_position
from counterplay.database import position_index, rulesets
from counterplay.database.explore import MoveStats, explore
from counterplay.database.query import Filter, select
from counterplay.database.renewal import renew, renew_old
from counterplay.database.schema import (
    connect,
    default_path,
    explained_errors,
    transaction,
)
from counterplay.database.seal import Connection, snapshot
from counterplay.database.stored_game import StoredGame
from counterplay.database.writer import Writer
from counterplay.formats.record import GameRecord, read_date

OWN = "played here"
"""The source of games that a program adds without a file."""


class Database:
    """A database of games in a file; without a path, the user's own. See docs/database.md.

    Several threads and processes may use the same file; each thread gets its own connection. Errors
    are an `InputError` with one sentence, and leave the file unchanged.

    >>> import counterplay as cp, tempfile
    >>> game = cp.load("tic_tac_toe")
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Database(folder.name + "/games.db") as db:
    ...     _ = db.add(game, "startpos moves b2 a1", players=("A", "B"))
    ...     db.explore(game)[0].text
    'b2'
    """

    def __init__(self, path: str | Path | None = None, *, create: bool = True) -> None:
        self.path = default_path() if path is None else Path(path)
        self._create = create
        self._thread = threading.local()
        self._connections: list[Connection] = []
        self._lock = threading.Lock()
        try:
            with self.connected() as connection:  # a bad file is an error now, not later
                renew_old(connection)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Database:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections of all threads. No other call may be running."""
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
        self._thread = threading.local()

    def connection(self) -> Connection:
        """The connection of this thread."""
        connection: Connection | None = getattr(self._thread, "connection", None)
        if connection is None:
            connection = self._thread.connection = connect(self.path, self._create)
            with self._lock:
                self._connections.append(connection)
        return connection

    @contextmanager
    def connected(self, game: Game | None = None) -> Iterator[Connection]:
        """The connection of this thread; errors of the file become an `InputError`.

        With a game, its positions can be looked up inside.
        """
        with explained_errors(self.path):
            connection = self.connection()
            if game is not None:
                renew(connection, game)
            yield connection

    # Games and positions -------------------------------------------------------------------------

    def add(
        self,
        game: Game,
        played: Position | str | Sequence[int],
        payoffs: Sequence[float] | None = None,
        *,
        players: Sequence[str] = (),
        date: str = "",
        event: str = "",
        site: str = "",
        round: str = "",
        source: str = OWN,
    ) -> int | None:
        """Add a game; returns its number in the file, or None if the file has it already.

        `played` is the last position of the game, its text, or the moves from the start. `payoffs`
        may be left out if the game is over.
        """
        position = _end_of(game, played)
        if len(players) not in (0, game.facts.players):
            raise InputError(f"players={players!r} must name all {game.facts.players} players")
        record = GameRecord.of(
            position, payoffs, players=tuple(players), date=read_date(date), event=event,
            site=site, round=round,
        )  # fmt: skip
        numbers = self.write(game, [record], source)
        return numbers[0] if numbers else None

    def explore(self, game: Game, position: Any = None) -> tuple[MoveStats, ...]:
        """The moves that were played in a position, the most frequent first.

        Games that reached the position by other moves count as well.
        """
        where = as_position(game, position)
        with self.connected(game) as connection, snapshot(connection):
            ruleset = rulesets.find(connection, game)
            return () if ruleset is None else tuple(explore(connection, ruleset, where))

    def games(
        self,
        game: Game | None = None,
        *,
        player: str | None = None,
        result: int | None = None,
        position: Any = None,
        limit: int | None = None,
        latest: bool = True,
    ) -> Iterator[StoredGame]:
        """The games of this game, player, winner and position; see `query.Filter`."""
        where = None
        if limit is not None and not 0 <= limit <= sys.maxsize:
            raise InputError(f"limit={limit} must be a whole number from 0 to {sys.maxsize}")
        if position is not None:
            if game is None:
                raise InputError("position needs a game: give the game as well")
            where = as_position(game, position)
        with self.connected(game) as connection:
            ruleset = None if game is None else rulesets.find(connection, game)
            if game is not None and ruleset is None:
                return
            wanted = Filter(ruleset, player, result, where, latest)
            yield from islice(select(connection, wanted), limit)

    # Imports -------------------------------------------------------------------------------------

    def write(
        self, game: Game, games: Sequence[GameRecord], source: str, plies: int | None = None
    ) -> list[int]:
        """Add games whose moves are legal; returns the numbers of the new ones."""
        with self.connected():
            return self.writer(game, plies).write(games, source)

    def writer(self, game: Game, plies: int | None = None) -> Writer:
        """A writer for games of one kind, for this thread."""
        with self.connected(game) as connection:
            with transaction(connection):
                ruleset = rulesets.find_or_add(connection, game, plies)
            return Writer(connection, ruleset)

    def compact(self, game: Game) -> None:
        """Make the file smaller and lookups faster, after many games were added."""
        with self.connected(game) as connection:
            ruleset = rulesets.find(connection, game)
            if ruleset is not None:
                with transaction(connection):
                    position_index.compact(connection, ruleset.number)
                connection.execute("PRAGMA incremental_vacuum").fetchall()


def _end_of(game: Game, played: Position | str | Sequence[int]) -> Position:
    """The last position of a game; InputError if a move is not legal."""
    if isinstance(played, (Position, str)):
        return as_position(game, played)
    position = game.position()
    for move in played:
        position = position.play(move)
    return position
