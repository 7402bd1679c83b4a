"""A file of games, whatever its format: found out by what stands in it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import zstandard

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.database.files import pgn, sgf
from counterplay.database.files.lines import Lines
from counterplay.database.files.packed import unpacked
from counterplay.database.played import Played
from counterplay.formats.chess.native import chess

PEEK = 1 << 12


class Source:
    """A file of games; `done` of `size` bytes have been read. With `data`, what stands in it is
    known already, and nothing is opened."""

    def __init__(self, path: str | Path, data: bytes | None = None) -> None:
        self.path, self._data = Path(path), data
        self.faults: list[str] = []
        self.size = 0
        self._raw: BinaryIO | None = None

    @property
    def done(self) -> int:
        return self.size if self._raw is None or self._raw.closed else self._raw.tell()

    def games(self, rules: Game | None) -> Iterator[tuple[Game, Played]]:
        """The games one after the other, of `rules` if the user has named the game."""
        with self._opened() as file:
            try:
                begin = file.peek(PEEK)[:PEEK].removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
                yield from self._read(file, begin, rules)
            except (OSError, EOFError, zstandard.ZstdError) as error:
                raise InputError(f"{self.path} cannot be read: {error}") from None

    def _read(
        self, file: io.BufferedReader, begin: bytes, rules: Game | None
    ) -> Iterator[tuple[Game, Played]]:
        name = str(self.path)
        if begin == b"{":
            yield from Lines(name, rules, self.faults).read(file)
        elif begin == b"(" or self.path.suffix.lower() == ".sgf":
            yield from sgf.read(name, file, rules, self.faults)
        else:
            usual = chess()
            if rules is not None and repr(rules) != repr(usual):
                raise InputError(f"{name} is read as PGN, whose games are chess, not {rules!r}")
            for played in pgn.read(name, file, self.faults):
                yield usual, played

    @contextmanager
    def _opened(self) -> Iterator[io.BufferedReader]:
        """The bytes of the file, unpacked where they are packed."""
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
            yield unpacked(raw)
