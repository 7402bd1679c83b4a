"""The file of a match: one line of JSON with the conditions, then one for each finished game.

Each line is appended and synced to the disk, so a killed process loses only unfinished games. An
incomplete last line is removed when the file is opened again. Only one process at a time can open
the file. The line of a game ends with its checksum; files from before 0.3.0 have none.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from counterplay.arena.record import Record
from counterplay.core.data_files import json_line, line_sum
from counterplay.core.game.errors import InputError

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

FORMAT = "counterplay match"
VERSION = 1


class GamesFile:
    """An open file of games. Opening it creates the file, or resumes it and reads its games."""

    def __init__(self, path: str | Path, header: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.header = {"format": FORMAT, "version": VERSION, **header}
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise self._not_writable(error) from None
        try:
            self._lock()
            self.records = self._read()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._file)

    def append(self, record: Record) -> None:
        """Save a game. It is on the disk when this returns."""
        fields = record.as_json()
        self._write(json_line({**fields, "sum": line_sum(fields)}))
        self.records.append(record)

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(
                f"{self.path} is used by another match that is still running"
            ) from None

    def _write(self, line: bytes) -> None:
        try:
            while line:
                line = line[os.write(self._file, line) :]
            os.fsync(self._file)
        except OSError as error:
            raise self._not_writable(error) from None

    def _read(self) -> list[Record]:
        """Read the games. Writes the first line of a new file; removes an incomplete last line."""
        content = self.path.read_bytes()
        first = json_line(self.header)
        whole, newline, incomplete = content.rpartition(b"\n")
        if not newline:
            if not first.startswith(incomplete):
                raise self._not_a_match()
            os.ftruncate(self._file, 0)
            self._write(first)
            return []
        head, *lines = whole.split(b"\n")
        self._compare(head)
        records = self._records(lines)
        kept = head + b"\n" + b"".join(line + b"\n" for line in lines[: len(records)])
        if len(kept) < len(content):
            os.ftruncate(self._file, len(kept))
        return records

    def _compare(self, head: bytes) -> None:
        """Refuse a file of a match with other conditions, and say which one differs."""
        saved = None
        with contextlib.suppress(ValueError, RecursionError):
            saved = json.loads(head)
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise self._not_a_match()
        for name, wanted in json.loads(json_line(self.header)).items():
            if saved.get(name) != wanted and name == "code":
                raise InputError(
                    f"{self.path} is a match of another version of the program, which may play "
                    "other moves: choose another file"
                )
            if saved.get(name) != wanted:
                was, now = (_words(value) for value in (saved.get(name), wanted))
                raise InputError(
                    f"{self.path} has the games of another match ({name}: {was}, not {now}): "
                    "choose another file, or use the same options to resume that match"
                )

    def _records(self, lines: list[bytes]) -> list[Record]:
        records: list[Record] = []
        numbers: set[int] = set()
        for place, line in enumerate(lines):
            try:
                record = _read_record(line)
            except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError):
                if place == len(lines) - 1:
                    break  # a crash can leave a line whose bytes were not yet written
                raise InputError(f"{self.path} is damaged in line {place + 2}") from None
            if record.number in numbers:
                raise InputError(f"{self.path} is damaged: game {record.number} is in it twice")
            numbers.add(record.number)
            records.append(record)
        return records

    def _not_a_match(self) -> InputError:
        return InputError(
            f"{self.path} already exists and is not the file of a match: choose another file"
        )

    def _not_writable(self, error: OSError) -> InputError:
        return InputError(f"{self.path} cannot be written: {error.strerror}")


def _read_record(line: bytes) -> Record:
    fields = json.loads(line)
    if not isinstance(fields, dict):
        raise TypeError("not a game")
    if fields.pop("sum", None) not in (None, line_sum(fields)):
        raise ValueError("the checksum is wrong")
    return Record.from_json(fields)


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={part}" for name, part in value.items()) or "none"
    if isinstance(value, list):
        return " and ".join(map(str, value))
    return "none" if value is None else str(value)
