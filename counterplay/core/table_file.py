"""The file format of tables and solutions: named arrays, a header, and checksums.

    counterplay table 2 3f5a…                              the checksum of the next line
    {"game": …, "rules": …, "parts": {"states": …}}        the header: one line of JSON, padded
    the arrays                                             one after the other

Every array begins at a multiple of 4096 bytes. When a file is opened, its checksums are verified
and its arrays are mapped into memory. A file gets its name only when it is complete.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import prod
from operator import index
from pathlib import Path
from typing import Any, TextIO

import numpy as np
import numpy.typing as npt
from platformdirs import user_data_path

from counterplay.core.data_files import is_device
from counterplay.core.game.errors import InputError

FORMAT = "counterplay table 2"
PAGE = 4096
PIECE = 1 << 24

Parts = Mapping[str, npt.NDArray[Any]]


def table_folder(game: str) -> Path:
    """The default folder for the tables of a game: in $COUNTERPLAY_TABLES if it is set, otherwise
    in the data folder of this user."""
    root = os.environ.get("COUNTERPLAY_TABLES")
    return (Path(root) if root else user_data_path("counterplay") / "tables") / game


def write(unfinished: Path, path: Path, about: Mapping[str, Any], parts: Parts) -> None:
    """Write a header and arrays to the file `unfinished`, then rename that to `path`."""
    arrays = {name: np.ascontiguousarray(part) for name, part in parts.items()}
    header = {
        **about,
        "parts": {
            name: {"dtype": _dtype_json(part.dtype), "shape": part.shape, "sum": _checksum(part)}
            for name, part in arrays.items()
        },
    }
    text = json.dumps(header).encode()
    start = f"{FORMAT} {hashlib.sha256(text).hexdigest()}\n".encode() + text
    try:
        with unfinished.open("wb") as file:
            file.write(start.ljust(_page_end(len(start) + 1) - 1) + b"\n")
            for part in arrays.values():
                file.write(part.reshape(-1).view(np.uint8).data)
                file.write(b"\0" * (_page_end(file.tell()) - file.tell()))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def read(path: Path) -> tuple[dict[str, Any], Parts]:
    """The header and the arrays of a file. Raises InputError if it is incomplete or damaged."""
    about, at = read_header(path)
    parts: dict[str, npt.NDArray[Any]] = {}
    size = path.stat().st_size
    for name, part in about["parts"].items():
        try:
            dtype, shape = _dtype(part["dtype"]), tuple(map(index, part["shape"]))
            length, wanted = dtype.itemsize * prod(shape), str(part["sum"])
        except (KeyError, TypeError, ValueError, SyntaxError):  # NumPy parses ",i8" as Python
            raise InputError(f"{path} is damaged: its header cannot be read") from None
        if min(shape, default=0) < 0 or dtype.hasobject:
            raise InputError(f"{path} is damaged: its header cannot be read")
        if at + length > size:
            raise InputError(f"{path} is incomplete: make it again")
        empty = np.zeros(shape, dtype)
        parts[name] = np.memmap(path, dtype, "r", at, shape) if length else empty
        if _checksum(parts[name]) != wanted:
            raise InputError(f"{path} is damaged: the checksum of its {name} is wrong")
        at = _page_end(at + length)
    if at != size:
        raise InputError(f"{path} is incomplete: make it again")
    return about, parts


@contextmanager
def being_written(path: Path) -> Iterator[Path]:
    """The path to write to while a file is unfinished. Only one process at a time gets it."""
    if is_device(path):
        raise InputError(f"{path} is not a file: give the path of a file")
    unfinished = path.parent / f"{path.name}.part"
    with _held(unfinished, path):
        yield unfinished


@contextmanager
def whole_text(path: Path) -> Iterator[TextIO]:
    """A text file that gets its name when it is complete. A link or a device is written to."""
    try:
        if path.is_symlink() or is_device(path):
            with path.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            return
        with being_written(path) as unfinished:
            with unfinished.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            unfinished.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


@contextmanager
def used_by_one(path: Path) -> Iterator[None]:
    """Only one process at a time gets in here, however often it writes the file."""
    with _held(path.parent / f".{path.name}.lock", path):
        yield


@contextmanager
def _held(lock_file: Path, path: Path) -> Iterator[None]:
    """A file that is locked, and then removed if it was not renamed."""
    try:
        lock = _locked(lock_file)
        # The process that held the lock before may have renamed or removed the file since.
        while not _is_at(lock, lock_file):
            os.close(lock)
            lock = _locked(lock_file)
    except BlockingIOError:
        raise InputError(
            f"{path} is being written by another process: wait until it has finished"
        ) from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    try:
        yield
    finally:
        if _is_at(lock, lock_file):  # after a rename it may be another process's
            lock_file.unlink(missing_ok=True)
        os.close(lock)


def _is_at(lock: int, path: Path) -> bool:
    """Whether the open file is the one of that path."""
    try:
        return os.path.samestat(os.fstat(lock), path.stat())
    except FileNotFoundError:
        return False


def _locked(path: Path) -> int:
    """A new or existing file, locked for this process."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def read_header(path: Path) -> tuple[dict[str, Any], int]:
    """The header of a file, and the offset at which its arrays begin."""
    try:
        with path.open("rb") as file:
            first = file.readline(200).decode(errors="replace")
            if not first.startswith(f"{FORMAT} "):
                raise InputError(f"{path} is not a table that this version of counterplay can read")
            text, start = file.readline(1 << 20), file.tell()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    if hashlib.sha256(text.rstrip()).hexdigest() != first[len(FORMAT) :].strip():
        raise InputError(f"{path} is damaged: the checksum of its header is wrong")
    try:
        return _require_fields(json.loads(text)), start
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InputError(f"{path} is damaged: its header cannot be read") from None


FIELDS = {"game": str, "parameters": dict, "rules": str, "python": list, "parts": dict}
TABLE_FIELDS = {"table": str, "number": int, "metric": str, "content": str, "places": int}


def _require_fields(about: Any) -> dict[str, Any]:
    """The header. TypeError if a field is missing or of another type."""
    wanted = FIELDS | (TABLE_FIELDS if "table" in about else {})
    if not all(isinstance(about[name], kind) for name, kind in wanted.items()):
        raise TypeError("a field is of another type")
    return dict(about)


def _checksum(array: Any) -> str:
    digest = hashlib.sha256()
    data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    for at in range(0, len(data), PIECE):
        digest.update(data[at : at + PIECE].data)
    return digest.hexdigest()


def _dtype_json(dtype: np.dtype[Any]) -> Any:
    """A dtype in a form that JSON can express."""
    return dtype.str if dtype.names is None else np.lib.format.dtype_to_descr(dtype)


def _dtype(written: Any) -> np.dtype[Any]:
    if isinstance(written, str):
        return np.dtype(written)
    fields = [(name, kind, *(tuple(shape) for shape in rest)) for name, kind, *rest in written]
    return np.dtype(fields)


def _page_end(size: int) -> int:
    """The size rounded up to whole pages."""
    return -(-size // PAGE) * PAGE
