"""The database: games that are added, looked up by position, and listed."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from sqlite3 import Connection
from types import TracebackType
from typing import Any

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position, as_position
from counterplay.database import kind as kinds
from counterplay.database import runs
from counterplay.database.explore import MoveStats, explore
from counterplay.database.played import Played, read_date, require_payoffs, start_of
from counterplay.database.schema import connect, default_path, snapshot, speaking, transaction
from counterplay.database.stored import Filter, StoredGame, select
from counterplay.database.write import Writer

OWN = "played here"
"""The source of games that a program adds, and no file."""


class Database:
    """Games in a file, the user's own if no path is given; see docs/database.md.

    It may be used from several threads, each of which gets a connection of its own, and by several
    processes. What cannot be done is an `InputError`, one sentence, and leaves the file as it was.

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
        self._own = threading.local()
        self._all: list[Connection] = []
        self._lock = threading.Lock()
        self.connection()  # what is wrong with the file is said now

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
        """End what this object has open, in all threads; none may be in the middle of something."""
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()
        self._own = threading.local()

    def connection(self) -> Connection:
        """The connection of this thread."""
        found: Connection | None = getattr(self._own, "connection", None)
        if found is None:
            found = self._own.connection = connect(self.path, self._create)
            with self._lock:
                self._all.append(found)
        return found

    @contextmanager
    def speaking(self) -> Iterator[Connection]:
        """The connection of this thread; what goes wrong with the file is said in a sentence."""
        with speaking(self.path):
            yield self.connection()

    # What a program does -------------------------------------------------------------------------

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
        """Keep a game; its number in the file, or None where the file has it already.

        The game is a position, which knows the way to it, its text, or moves from the start. Where
        it is over its payoffs need not be given.
        """
        position = _as_played(game, played)
        paid = require_payoffs(payoffs, game.facts.players)
        if paid is None and position.is_over:
            paid = require_payoffs(position.payoffs, game.facts.players)
        if len(players) not in (0, game.facts.players):
            raise InputError(f"players={players!r} should name all {game.facts.players}")
        moves = np.array(position.moves, np.int64)
        kept = Played(
            moves, start_of(position), paid, tuple(players), read_date(date), event, site, round
        )
        numbers = self.write(game, [kept], source)
        return numbers[0] if numbers else None

    def explore(self, game: Game, position: Any = None) -> tuple[MoveStats, ...]:
        """The moves that were played in a position, on whatever way, the most played first."""
        where = as_position(game, position)
        with self.speaking() as connection, snapshot(connection):
            found = kinds.find(connection, game)
            return () if found is None else tuple(explore(connection, found, where))

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
        """The games that fit, as `stored.Filter` says, the latest to be added first."""
        where = None
        if position is not None:
            if game is None:
                raise InputError("a position is one of a game: give the game as well")
            where = as_position(game, position)
        with self.speaking() as connection:
            found = None if game is None else kinds.find(connection, game)
            if game is not None and found is None:
                return
            wanted = Filter(found, player, result, where, latest)
            yield from islice(select(connection, wanted), limit)

    # What imports do -----------------------------------------------------------------------------

    def write(
        self, game: Game, games: Sequence[Played], source: str, plies: int | None = None
    ) -> list[int]:
        """Add games whose moves are known to be legal; the numbers of those that were new."""
        with self.speaking():
            return self.writer(game, plies).write(games, source)

    def writer(self, game: Game, plies: int | None = None) -> Writer:
        """What writes games of a kind, in this thread."""
        connection = self.connection()
        with transaction(connection):
            found = kinds.find_or_add(connection, game, plies)
        return Writer(connection, found)

    def settle(self, game: Game) -> None:
        """After many games: fewer parts to look into, and a smaller file."""
        with self.speaking() as connection:
            found = kinds.find(connection, game)
            if found is not None:
                with transaction(connection):
                    runs.settle(connection, found.number)
                connection.execute("PRAGMA incremental_vacuum").fetchall()


def _as_played(game: Game, played: Position | str | Sequence[int]) -> Position:
    """The position at the end of a game, all of whose moves are legal."""
    if isinstance(played, (Position, str)):
        return as_position(game, played)
    position = game.position()
    for move in played:
        position = position.play(move)
    return position
