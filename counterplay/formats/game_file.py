"""GameFile: read the games of a file in any format of the registry."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

import zstandard

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.formats.compression import decompressed
from counterplay.formats.move_tree import MoveTree
from counterplay.formats.record import GameRecord
from counterplay.formats.registry import GAME_FORMATS, GameFormat, detect

T = TypeVar("T")
HEAD = 1 << 12
"""How many bytes the formats may look at to recognise a file."""


class GameFile:
    """A file of games. With `data`, its content is given and no file is opened.

    faults   a sentence for each game that could not be read
    size     of the file in bytes; `done` is how many of them have been read
    """

    def __init__(self, path: str | Path, data: bytes | None = None) -> None:
        self.path, self._data = Path(path), data
        self.faults: list[str] = []
        self.size = 0
        self._raw: BinaryIO | None = None

    @property
    def done(self) -> int:
        return self.size if self._raw is None or self._raw.closed else self._raw.tell()

    def games(self, game: Game | None = None) -> Iterator[tuple[Game, GameRecord]]:
        """The games of the file, in its order. Name the `game` if the file is to be of that one."""

        def read(row: GameFormat, file: BinaryIO) -> Iterator[tuple[Game, GameRecord]]:
            assert row.read is not None
            return row.read(file, str(self.path), game, self.faults)

        return self._read(read)

    def trees(self, game: Game | None = None) -> Iterator[tuple[Game, GameRecord, MoveTree]]:
        """The games of the file with their variations, glyphs and comments."""

        def read(row: GameFormat, file: BinaryIO) -> Iterator[tuple[Game, GameRecord, MoveTree]]:
            if row.read_trees is not None:
                yield from row.read_trees(file, str(self.path), game, self.faults)
            elif row.read is not None:
                for rules, record in row.read(file, str(self.path), game, self.faults):
                    yield rules, record, MoveTree.of(record.moves.tolist())

        return self._read(read)

    def _read(self, read: Callable[[GameFormat, BinaryIO], Iterator[T]]) -> Iterator[T]:
        with self._opened() as file:
            try:
                head = file.peek(HEAD)[:HEAD]
                if not head.strip():
                    return
                row = detect(head, self.path)
                if row is None or row.read is None:
                    raise InputError(self._unreadable(row))
                yield from read(row, file)
            except (OSError, EOFError, zstandard.ZstdError) as error:
                raise InputError(f"{self.path} cannot be read: {error}") from None

    def _unreadable(self, row: GameFormat | None) -> str:
        if row is not None:
            return f"{self.path} cannot be read: {row.missing}"
        titles = ", ".join(row.title for row in GAME_FORMATS.values() if row.read)
        return f"{self.path} is in no known format of games: {titles} can be read"

    @contextmanager
    def _opened(self) -> Iterator[io.BufferedReader]:
        if self._data is not None:
            yield io.BufferedReader(io.BytesIO(self._data))
            return
        try:
            raw = self.path.open("rb")
            self.size = self.path.stat().st_size
        except OSError as error:
            raise InputError(f"{self.path} cannot be read: {error.strerror}") from None
        with raw:
            self._raw = raw
            yield decompressed(raw)
