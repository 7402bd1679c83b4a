"""The file of a match: a line of JSON for the conditions, then one for each finished game.

Lines are appended and forced to the disk, so a process that is killed loses at most the games it
was in the middle of. A last line that was torn is cut off when the file is opened again. Only one
process at a time has it open.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from counterplay.arena.record import Record
from counterplay.core.game.errors import InputError

try:
    import fcntl
except ImportError:  # a system without it has no such locks
    fcntl = None  # type: ignore[assignment]

FORMAT = "counterplay match"
VERSION = 1


class GamesFile:
    """The games that a file holds, and runner for more."""

    def __init__(self, path: str | Path, header: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.header = {"format": FORMAT, "version": VERSION, **header}
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise self._unusable(error) from None
        try:
            self._lock()
            self.records = self._read()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def append(self, record: Record) -> None:
        """Keep a game; when this returns, it is on the disk."""
        self._write(_line(record.as_json()))
        self.records.append(record)

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(f"{self.path} is in use by another match that is running") from None

    def _write(self, line: bytes) -> None:
        try:
            while line:
                line = line[os.write(self._file, line) :]
            os.fsync(self._file)
        except OSError as error:
            raise self._unusable(error) from None

    def _read(self) -> list[Record]:
        """The games of the file, which is begun if it is empty and cut where it is torn."""
        held = self.path.read_bytes()
        first = _line(self.header)
        whole, newline, torn = held.rpartition(b"\n")
        if not newline:
            if not first.startswith(torn):
                raise self._foreign()
            os.ftruncate(self._file, 0)
            self._write(first)
            return []
        head, *lines = whole.split(b"\n")
        self._compare(head)
        records = self._records(lines)
        kept = head + b"\n" + b"".join(line + b"\n" for line in lines[: len(records)])
        if len(kept) < len(held):
            os.ftruncate(self._file, len(kept))
        return records

    def _compare(self, head: bytes) -> None:
        """Refuse a file of other games, and say what is different."""
        saved = None
        with contextlib.suppress(ValueError):
            saved = json.loads(head)
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise self._foreign()
        for name, wanted in json.loads(_line(self.header)).items():
            if saved.get(name) != wanted:
                was, now = (_words(value) for value in (saved.get(name), wanted))
                raise InputError(
                    f"{self.path} holds games of another match, whose {name} was {was} and not "
                    f"{now}: give another file, or the same settings to go on with it"
                )

    def _records(self, lines: list[bytes]) -> list[Record]:
        records: list[Record] = []
        numbers: set[int] = set()
        for place, line in enumerate(lines):
            try:
                record = Record.from_json(json.loads(line))
            except (ValueError, TypeError, KeyError, IndexError):
                if place == len(lines) - 1:
                    break  # torn: the disk had runner for the line, but not yet what stands in it
                raise InputError(f"{self.path} is damaged in line {place + 2}") from None
            if record.number in numbers:
                raise InputError(f"{self.path} is damaged: it has game {record.number} twice")
            numbers.add(record.number)
            records.append(record)
        return records

    def _foreign(self) -> InputError:
        return InputError(f"{self.path} is there already, and is not the file of a match")

    def _unusable(self, error: OSError) -> InputError:
        return InputError(f"{self.path} cannot be written: {error.strerror}")


def _line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={part}" for name, part in value.items()) or "none"
    if isinstance(value, list):
        return " and ".join(map(str, value))
    return "none" if value is None else str(value)
