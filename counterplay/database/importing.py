"""Files of games brought into the database, in batches: each is there as a whole, or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from counterplay.core.game.game import Game
from counterplay.database.database import Database
from counterplay.database.files.opening import Source
from counterplay.database.played import Played
from counterplay.database.write import Writer

BATCH, SECONDS = 20_000, 10.0
"""Games are written when there are so many, or after so long."""

Report = Callable[[int, int, int], None]
"""Is told how many bytes of how many are read, and how many games were found."""


@dataclass
class Imported:
    """What came of a file: games found, those of them that were new, and what was passed over."""

    path: str
    games: int
    added: int
    faults: list[str]
    stopped: bool = False

    @property
    def known(self) -> int:
        """Games that the database had already."""
        return self.games - self.added


def import_file(
    database: Database,
    path: str | Path,
    game: Game | None = None,
    plies: int | None = None,
    stop: Event | None = None,
    report: Report | None = None,
) -> Imported:
    """Add the games of a file that the database has not yet.

    Once `stop` is set, the games that were read so far are kept; the same call goes on from there.
    """
    source = Source(path)
    batches = _Batches(database, str(Path(path).resolve()), plies)
    done = Imported(str(path), 0, 0, source.faults)
    for rules, played in source.games(game):
        batches.add(rules, played)
        done.games += 1
        if report is not None and done.games % 256 == 0:
            report(source.done, source.size, done.games)
        if stop is not None and stop.is_set():
            done.stopped = True
            break
    done.added = batches.close()
    return done


class _Batches:
    """Games that wait to be written, by the rules they are of."""

    def __init__(self, database: Database, source: str, plies: int | None) -> None:
        self._database, self._source, self._plies = database, source, plies
        self._writers: dict[int, tuple[Game, Writer]] = {}
        self._waiting: dict[int, list[Played]] = {}
        self._size, self._added = 0, 0
        self._last = time.monotonic()

    def add(self, game: Game, played: Played) -> None:
        if id(game) not in self._writers:
            with self._database.speaking():
                self._writers[id(game)] = game, self._database.writer(game, self._plies)
            self._waiting[id(game)] = []
        self._waiting[id(game)].append(played)
        self._size += 1
        if self._size >= BATCH or time.monotonic() - self._last > SECONDS:
            self._write()

    def close(self) -> int:
        """Write what is left; how many games were new in all."""
        self._write()
        if self._added:
            for game, _ in self._writers.values():
                self._database.settle(game)
        return self._added

    def _write(self) -> None:
        with self._database.speaking():
            for name, waiting in self._waiting.items():
                if waiting:
                    self._added += len(self._writers[name][1].write(waiting, self._source))
                    waiting.clear()
        self._size, self._last = 0, time.monotonic()
