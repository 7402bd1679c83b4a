"""A Polyglot book from games: each move by how well it did for those who played it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.formats.chess.native import chess
from counterplay.formats.pgn.entry import Entry
from counterplay.formats.polyglot.book import DTYPE
from counterplay.formats.polyglot.keys import PolyglotKeys

POINTS = {"1-0": (2, 0), "1/2-1/2": (1, 1), "0-1": (0, 2)}
"""What White and Black get for a game: a win weighs twice as much as a draw."""

MOST_WEIGHT = 0xFFFF

COUNTED = np.dtype(
    [("key", np.uint64), ("move", np.int64), ("games", np.int64), ("points", np.int64)]
)

CHUNK = 1 << 16
"""So many moves are collected before equal ones are put together."""


class Builder:
    """Counts the first moves of games, and makes a book of them."""

    def __init__(self, plies: int = 24) -> None:
        if plies < 1:
            raise InputError(f"plies={plies} must be a whole number from 1 up")
        self.plies, self.games = plies, 0
        self._keys = PolyglotKeys()
        self._counted: npt.NDArray[Any] = np.zeros(0, COUNTED)
        self._waiting: list[npt.NDArray[Any]] = []
        self._size = 0

    def add(self, entry: Entry) -> bool:
        """Count the moves of a game; whether it has a result, and counts."""
        start = chess().initial() if entry.start is None else entry.start
        return self.add_line(start, entry.moves, entry.result)

    def add_line(self, start: Any, line: Sequence[int], result: str) -> bool:
        """The same for a game that is given by its moves from a state."""
        points = POINTS.get(result)
        if points is None:
            return False
        moves = line[: self.plies]
        keys, codes = self._keys.of_line(start, moves)
        rows = np.zeros(len(moves), COUNTED)
        rows["key"], rows["move"], rows["games"] = keys, codes, 1
        first = chess().player(start)
        rows["points"][0::2], rows["points"][1::2] = points[first], points[1 - first]
        self._waiting.append(rows)
        self._size += len(rows)
        self.games += 1
        if self._size > max(CHUNK, 2 * len(self._counted)):
            self._join()
        return True

    def entries(self, least: int = 1) -> npt.NDArray[Any]:
        """The entries of the book: moves of so many games at least, and of some success."""
        if least < 1:
            raise InputError(f"least={least} must be a whole number from 1 up")
        self._join()
        counted = self._counted
        counted = counted[(counted["games"] >= least) & (counted["points"] > 0)]
        entries = np.zeros(len(counted), DTYPE)
        entries["key"], entries["move"] = counted["key"], counted["move"]
        entries["weight"] = _weights(counted)
        return entries[
            np.lexsort((entries["move"], -entries["weight"].astype(int), entries["key"]))
        ]

    def _join(self) -> None:
        """Put equal moves of equal positions together."""
        rows = np.concatenate([self._counted, *self._waiting])
        self._waiting, self._size = [], 0
        rows = rows[np.lexsort((rows["move"], rows["key"]))]
        is_new = np.ones(len(rows), bool)
        is_new[1:] = (rows["key"][1:] != rows["key"][:-1]) | (rows["move"][1:] != rows["move"][:-1])
        first = np.flatnonzero(is_new)
        joined = rows[first].copy()
        if len(rows):
            joined["games"] = np.add.reduceat(rows["games"], first)
            joined["points"] = np.add.reduceat(rows["points"], first)
        self._counted = joined


def _weights(counted: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The points, made smaller in positions where they do not fit into an entry."""
    points: npt.NDArray[np.int64] = counted["points"].copy()
    if not len(points):
        return points
    first = np.flatnonzero(np.r_[True, counted["key"][1:] != counted["key"][:-1]])
    most = np.repeat(np.maximum.reduceat(points, first), np.diff(np.r_[first, len(points)]))
    scaled = np.maximum(points * MOST_WEIGHT // np.maximum(most, 1), 1)
    return np.where(most > MOST_WEIGHT, scaled, points)


def build_book(games: Iterable[Entry], plies: int = 24, least: int = 1) -> npt.NDArray[Any]:
    """The entries of a book of the first moves of games."""
    builder = Builder(plies)
    for entry in games:
        builder.add(entry)
    return builder.entries(least)


def write_book(path: str | Path, entries: npt.NDArray[Any]) -> None:
    try:
        Path(path).write_bytes(entries.tobytes())
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
