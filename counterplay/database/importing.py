"""Import files of games in batches; a batch is written completely or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from counterplay.core.game.game import Game
from counterplay.database.database import Database
from counterplay.database.writer import Writer
from counterplay.formats.game_file import GameFile
from counterplay.formats.record import GameRecord

BATCH, SECONDS = 20_000, 10.0
"""A batch is written after 20,000 games or 10 seconds."""

Report = Callable[[int, int, int], None]
"""Called with the bytes that are read, the bytes of the file, and the games so far."""


@dataclass
class Imported:
    """The result of an import.

    games    how many games were read; `added` of them were new
    faults   a sentence for each game that could not be read
    stopped  the import was stopped before the end of the file
    """

    path: str
    games: int
    added: int
    faults: list[str]
    stopped: bool = False

    @property
    def known(self) -> int:
        """How many games the database had already."""
        return self.games - self.added


def import_file(
    database: Database,
    path: str | Path,
    game: Game | None = None,
    plies: int | None = None,
    stop: Event | None = None,
    report: Report | None = None,
) -> Imported:
    """Add the games of a file that are new. Name the `game` if the file does not.

    Set `stop` to end early: the games read so far are added, and the same call later adds the rest.
    """
    source = GameFile(path)
    batches = _Batches(database, str(Path(path).resolve()), plies)
    done = Imported(str(path), 0, 0, source.faults)
    for rules, record in source.games(game):
        batches.add(rules, record)
        done.games += 1
        if report is not None and done.games % 256 == 0:
            report(source.done, source.size, done.games)
        if stop is not None and stop.is_set():
            done.stopped = True
            break
    done.added = batches.close()
    return done


class _Batches:
    """Games that wait to be written, by their rules."""

    def __init__(self, database: Database, source: str, plies: int | None) -> None:
        self._database, self._source, self._plies = database, source, plies
        self._writers: dict[int, tuple[Game, Writer]] = {}
        self._waiting: dict[int, list[GameRecord]] = {}
        self._size, self._added = 0, 0
        self._last = time.monotonic()

    def add(self, game: Game, record: GameRecord) -> None:
        if id(game) not in self._writers:
            with self._database.connected():
                self._writers[id(game)] = game, self._database.writer(game, self._plies)
            self._waiting[id(game)] = []
        self._waiting[id(game)].append(record)
        self._size += 1
        if self._size >= BATCH or time.monotonic() - self._last > SECONDS:
            self._write()

    def close(self) -> int:
        """Write the remaining games; returns how many games were new in all."""
        self._write()
        if self._added:
            for game, _ in self._writers.values():
                self._database.compact(game)
        return self._added

    def _write(self) -> None:
        with self._database.connected():
            for name, waiting in self._waiting.items():
                if waiting:
                    self._added += len(self._writers[name][1].write(waiting, self._source))
                    waiting.clear()
        self._size, self._last = 0, time.monotonic()
