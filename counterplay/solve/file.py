"""A table on disk: one file, which says what it is of and can tell whether it is whole.

    counterplay table 1 3f5a…                              the sum of the next line
    {"game": …, "rules": …, "states": …, "sums": {…}}      one line, filled up with spaces
    the states                                             in the order of their words
    the values                                             a row of 16-bit codes for each

Both parts begin at a multiple of 4096 bytes, and are used where they lie: a table that is opened is
gone through once, for its sums, and mapped into memory. A file gets its name when it is whole.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.contract import RULE
from counterplay.core.errors import InputError
from counterplay.core.game import Game
from counterplay.core.native import fingerprint
from counterplay.core.rules import data_items
from counterplay.solve.graph import Explorer, megabytes_or_half
from counterplay.solve.table import Table

FORMAT = "counterplay table 1"
PAGE = 4096
PIECE = 1 << 24


def rules_of(game: Game) -> str:
    """A hash of a game's rules, as this version of Python compiles them."""
    parts = [
        fingerprint([f for name, f in game.functions.items() if name in RULE]),
        repr(game.facts),
        repr(game.shape.dtype),
        *(f"{name} {np.asarray(value).tobytes().hex()}" for name, value in data_items(game)),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def save(table: Table, path: Path) -> None:
    """Write a table whole, or not at all."""
    with being_written(path) as unfinished:
        write(table, unfinished, path)


def write(table: Table, unfinished: Path, path: Path) -> None:
    """Write a table to its unfinished file, which then gets its name."""
    states, values = np.ascontiguousarray(table.states), np.ascontiguousarray(table.values)
    about = {
        "game": table.game.name,
        "parameters": _parameters(table.game),
        "rules": rules_of(table.game),
        "python": platform.python_version_tuple()[:2],
        "states": len(states),
        "state_bytes": states.dtype.itemsize,
        "values": values.shape[1],
        "sums": {"states": _sum(states), "values": _sum(values)},
    }
    told = json.dumps(about).encode()
    head = f"{FORMAT} {hashlib.sha256(told).hexdigest()}\n".encode() + told
    try:
        with unfinished.open("wb") as file:
            file.write(head.ljust(_up(len(head) + 1) - 1) + b"\n")
            for array in (states, values):
                file.write(array.reshape(-1).view(np.uint8).data)
                file.write(b"\0" * (_up(file.tell()) - file.tell()))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


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


def load(game: Game, path: Path) -> Table:
    """The table in a file, if it is whole and was made by the rules of this game."""
    about, start = _head(path)
    if about["game"] != game.name or about["parameters"] != _parameters(game):
        raise InputError(
            f"{path} is a table of {about['game']} {about['parameters']}, not of {game}"
        )
    count, size, width = about["states"], game.shape.dtype.itemsize, about["values"]
    values_at = _up(start + count * about["state_bytes"])
    if about["state_bytes"] != size or path.stat().st_size != _up(values_at + 2 * width * count):
        raise InputError(f"{path} is not whole: make it again by `counterplay solve`")
    states = np.memmap(path, game.shape.dtype, "r", start, (count,))
    values = np.memmap(path, np.int16, "r", values_at, (count, width))
    for part, array in (("states", states), ("values", values)):
        if _sum(array) != about["sums"][part]:
            raise InputError(f"{path} is damaged: its {part} have changed since it was made")
    table = Table(game, states, values)
    same_python = tuple(about["python"]) == platform.python_version_tuple()[:2]
    if about["rules"] != rules_of(game) and (same_python or wrong_place(table) is not None):
        raise InputError(f"{path} was made by other rules of {game.name}: make it again")
    return table


def wrong_place(table: Table, memory: int | None = None, threads: int = 0) -> int | None:
    """The place of a state that its successors contradict, if there is one."""
    explorer = Explorer(table.game, megabytes_or_half(memory), threads or os.cpu_count() or 1, None)
    explorer.take(table.states, table.values)
    return explorer.wrong()


def _head(path: Path) -> tuple[dict[str, Any], int]:
    """What a file says of itself, and where its states begin."""
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


def _up(size: int) -> int:
    return -(-size // PAGE) * PAGE


def _parameters(game: Game) -> dict[str, Any]:
    """The parameters as JSON has them."""
    held = {name: parameter.value for name, parameter in game.parameters.items()}
    return dict(json.loads(json.dumps(held, default=_plain)))


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else str(value)
