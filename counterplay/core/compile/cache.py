"""The folder with compiled kernels, safe for many processes and against damaged files.

Each kernel is one file, named by a hash of everything it was made from: a line that names the
format, a checksum, and the kernel's Python code and machine code. Files are written whole and
renamed into place. A file that does not match its checksum is damaged and is compiled again.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import os
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType

import platformdirs

from counterplay.core.compile.machine_code import ObjectFile, Symbol

FORMAT = b"counterplay kernel 1\n"
SUFFIX = ".kernel"
NOTES = "kernels.json"
UNUSED_DAYS = 60
DAY = 86_400


@dataclass(frozen=True)
class Stored:
    """A compiled kernel: the Python code of its module, and its machine code."""

    code: CodeType
    machine_code: ObjectFile


def folder() -> Path:
    """The cache folder: COUNTERPLAY_CACHE, or the user's cache directory."""
    given = os.environ.get("COUNTERPLAY_CACHE")
    return Path(given) if given else Path(platformdirs.user_cache_dir("counterplay"))


def has(name: str) -> bool:
    """Whether a kernel is stored."""
    return (folder() / f"{name}{SUFFIX}").is_file()


def read(name: str) -> Stored | None:
    """The stored kernel with this name; None if there is none, or if its file is damaged."""
    path = folder() / f"{name}{SUFFIX}"
    try:
        content = path.read_bytes()
        head, checksum, body = content.split(b"\n", 2)
        if head + b"\n" != FORMAT or hashlib.sha256(body).hexdigest().encode() != checksum:
            return None
        code, machine_code, entries, unresolved = marshal.loads(body)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    _touch(path)
    symbols = {name: Symbol(*symbol) for name, symbol in entries.items()}
    return Stored(code, ObjectFile(machine_code, symbols, unresolved))


def write(name: str, stored: Stored) -> None:
    """Store a kernel. If the folder cannot be written, one line says so."""
    file = stored.machine_code
    entries = {name: (symbol.name, symbol.returns) for name, symbol in file.entries.items()}
    body = marshal.dumps((stored.code, file.code, entries, file.unresolved))
    checksum = hashlib.sha256(body).hexdigest().encode()
    try:
        put(folder() / f"{name}{SUFFIX}", FORMAT + checksum + b"\n" + body)
        prune()
    except OSError as error:
        say_unwritable(error.strerror or str(error))


def put(path: Path, content: bytes) -> None:
    """Write a file in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def read_notes() -> dict[str, str]:
    """What was noted about the files of this package; see `digest.py`."""
    try:
        notes = json.loads((folder() / NOTES).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    is_noted = isinstance(notes, dict) and all(isinstance(v, str) for v in notes.values())
    return notes if is_noted else {}


def write_notes(notes: dict[str, str]) -> None:
    """Note something about the files of this package. It is not lost work if that fails."""
    with suppress(OSError):
        put(folder() / NOTES, json.dumps(notes).encode())


@cache
def say_unwritable(reason: str) -> None:
    """Say once that the cache folder cannot be written."""
    print(
        f"counterplay: cannot write to {folder()} ({reason}); the next start compiles again. "
        "Free some space, or set COUNTERPLAY_CACHE to another folder",
        file=sys.stderr,
    )


def prune() -> None:
    """Remove kernels that were not used for `UNUSED_DAYS` days, and what a killed process left."""
    now = time.time()
    for pattern, age in ((f"*{SUFFIX}", UNUSED_DAYS * DAY), (".*.tmp", DAY)):
        for path in folder().glob(pattern):
            with suppress(OSError):  # another process was faster
                if path.stat().st_mtime < now - age:
                    path.unlink()


def _touch(path: Path) -> None:
    """Set the time of last use, unless the folder is read-only."""
    with suppress(OSError):
        if path.stat().st_mtime < time.time() - DAY:
            os.utime(path)
