"""A file of tables: one or more arrays, with what they are of, that can tell whether it is whole.

    counterplay table 2 3f5a…                              the sum of the next line
    {"game": …, "rules": …, "parts": {"states": …}}        one line, filled up with spaces
    the parts                                              one after the other

Every part begins at a multiple of 4096 bytes, and is used where it lies: a file that is opened is
gone through once, for its sums, and mapped into memory. A file gets its name when it is whole.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.native import fingerprint
from counterplay.core.compile.rules import data_items
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game

FORMAT = "counterplay table 2"
PAGE = 4096
PIECE = 1 << 24
DECIDING = (
    "initial", "player", "actions", "result", "terminal", "utility", "drawn", "canonical",
    "irreversible", "index", "state", "size", "slices",
)  # fmt: skip
"""The rules that a table depends on."""

Parts = Mapping[str, npt.NDArray[Any]]


def rules_of(game: Game) -> str:
    """A hash of the rules that a table depends on, as this version of Python compiles them."""
    parts = [
        fingerprint([game.functions[name] for name in DECIDING if name in game.functions]),
        repr(game.facts),
        repr(game.shape.dtype),
        *(f"{name} {np.asarray(value).tobytes().hex()}" for name, value in data_items(game)),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def about_game(game: Game) -> dict[str, Any]:
    """What a file says of the game that it is of."""
    return {
        "game": game.name,
        "parameters": _parameters(game),
        "rules": rules_of(game),
        "python": list(platform.python_version_tuple()[:2]),
    }


def write(unfinished: Path, path: Path, about: Mapping[str, Any], parts: Parts) -> None:
    """Write arrays to an unfinished file, which then gets its name."""
    whole = {name: np.ascontiguousarray(part) for name, part in parts.items()}
    told = {
        **about,
        "parts": {
            name: {"dtype": _written(part.dtype), "shape": part.shape, "sum": _sum(part)}
            for name, part in whole.items()
        },
    }
    text = json.dumps(told).encode()
    head = f"{FORMAT} {hashlib.sha256(text).hexdigest()}\n".encode() + text
    try:
        with unfinished.open("wb") as file:
            file.write(head.ljust(_up(len(head) + 1) - 1) + b"\n")
            for part in whole.values():
                file.write(part.reshape(-1).view(np.uint8).data)
                file.write(b"\0" * (_up(file.tell()) - file.tell()))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def read(path: Path) -> tuple[dict[str, Any], Parts]:
    """What a file says of itself, and its parts; InputError where it is not whole."""
    about, at = head_of(path)
    parts: dict[str, npt.NDArray[Any]] = {}
    size = path.stat().st_size
    for name, told in about["parts"].items():
        dtype, shape = _dtype(told["dtype"]), tuple(told["shape"])
        length = dtype.itemsize * int(np.prod(shape))
        if at + length > size:
            raise InputError(f"{path} is not whole: make it again")
        empty = np.zeros(shape, dtype)
        parts[name] = np.memmap(path, dtype, "r", at, shape) if length else empty
        if _sum(parts[name]) != told["sum"]:
            raise InputError(f"{path} is damaged: its {name} have changed since it was made")
        at = _up(at + length)
    if at != size:
        raise InputError(f"{path} is not whole: make it again")
    return about, parts


def require_game(game: Game, path: Path, about: Mapping[str, Any]) -> bool:
    """Refuse a file of another game or, if this Python can tell, of other rules; whether it can."""
    if about["game"] != game.name or about["parameters"] != _parameters(game):
        raise InputError(
            f"{path} is a table of {about['game']} {about['parameters']}, not of {game}"
        )
    same_python = about["python"] == list(platform.python_version_tuple()[:2])
    if same_python and about["rules"] != rules_of(game):
        raise InputError(f"{path} was made by other rules of {game.name}: make it again")
    return bool(about["rules"] == rules_of(game))


@contextmanager
def being_written(path: Path) -> Iterator[Path]:
    """The unfinished file of a table, which one process at a time may write."""
    unfinished = path.with_name(path.name + ".part")
    try:
        lock = _locked(unfinished)
        # Whoever held the lock before may have given the file its name since.
        while not unfinished.exists() or not os.path.samestat(os.fstat(lock), unfinished.stat()):
            os.close(lock)
            lock = _locked(unfinished)
    except BlockingIOError:
        raise InputError(f"{path} is being written by another process: wait for it") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    try:
        yield unfinished
    finally:
        unfinished.unlink(missing_ok=True)  # if it has not got its name
        os.close(lock)


def _locked(path: Path) -> int:
    """A file that is there now, for this process alone."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def head_of(path: Path) -> tuple[dict[str, Any], int]:
    """What a file says of itself, and where its parts begin."""
    try:
        with path.open("rb") as file:
            first = file.readline(200).decode(errors="replace")
            if not first.startswith(f"{FORMAT} "):
                raise InputError(f"{path} is no table of this version of counterplay")
            told, start = file.readline(1 << 20), file.tell()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    if hashlib.sha256(told.rstrip()).hexdigest() != first[len(FORMAT) :].strip():
        raise InputError(f"{path} is damaged: what it says of itself has changed")
    return json.loads(told), start


def _sum(array: Any) -> str:
    digest = hashlib.sha256()
    data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    for at in range(0, len(data), PIECE):
        digest.update(data[at : at + PIECE].data)
    return digest.hexdigest()


def _written(dtype: np.dtype[Any]) -> Any:
    """A dtype as JSON has it."""
    return dtype.str if dtype.names is None else np.lib.format.dtype_to_descr(dtype)


def _dtype(written: Any) -> np.dtype[Any]:
    if isinstance(written, str):
        return np.dtype(written)
    fields = [(name, kind, *(tuple(shape) for shape in rest)) for name, kind, *rest in written]
    return np.dtype(fields)


def _up(size: int) -> int:
    return -(-size // PAGE) * PAGE


def _parameters(game: Game) -> dict[str, Any]:
    """The parameters as JSON has them."""
    held = {name: parameter.value for name, parameter in game.parameters.items()}
    return dict(json.loads(json.dumps(held, default=_plain)))


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else str(value)
