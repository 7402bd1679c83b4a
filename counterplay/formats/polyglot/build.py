"""Build a Polyglot book from games: a move weighs 2 for each game it won, 1 for each draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.data_files import replace_file
from counterplay.core.game.errors import InputError
from counterplay.formats.chess.game import chess
from counterplay.formats.pgn.entry import Entry
from counterplay.formats.polyglot.book import DTYPE
from counterplay.formats.polyglot.keys import PolyglotKeys

POINTS = {"1-0": (2, 0), "1/2-1/2": (1, 1), "0-1": (0, 2)}
"""The weight that a game gives to the moves of White and of Black."""

MOST_WEIGHT = 0xFFFF

COUNTED = np.dtype(
    [("key", np.uint64), ("move", np.int64), ("games", np.int64), ("points", np.int64)]
)

CHUNK = 1 << 16
"""How many moves are collected before equal ones are merged."""


class Builder:
    """Counts the first moves of games, and makes the entries of a book."""

    def __init__(self, plies: int = 24) -> None:
        if plies < 1:
            raise InputError(f"plies={plies} must be a whole number, 1 or more")
        self.plies, self.games = plies, 0
        self._keys = PolyglotKeys()
        self._counted: npt.NDArray[Any] = np.zeros(0, COUNTED)
        self._waiting: list[npt.NDArray[Any]] = []
        self._size = 0

    def add(self, entry: Entry) -> bool:
        """Count the moves of a game; returns False if it has no result and does not count."""
        start = chess().initial() if entry.start is None else entry.start
        return self.add_line(start, entry.moves, entry.result)

    def add_line(self, start: Any, line: Sequence[int], result: str) -> bool:
        """Count a game given by its start state, moves and result; see `add`."""
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
            self._merge()
        return True

    def entries(self, least: int = 1) -> npt.NDArray[Any]:
        """The entries of the book, without moves of fewer than `least` games or of no success."""
        if least < 1:
            raise InputError(f"least={least} must be a whole number, 1 or more")
        self._merge()
        counted = self._counted
        counted = counted[(counted["games"] >= least) & (counted["points"] > 0)]
        entries = np.zeros(len(counted), DTYPE)
        entries["key"], entries["move"] = counted["key"], counted["move"]
        entries["weight"] = _weights(counted)
        return entries[
            np.lexsort((entries["move"], -entries["weight"].astype(int), entries["key"]))
        ]

    def _merge(self) -> None:
        """Add up the counts of equal moves in equal positions."""
        rows = np.concatenate([self._counted, *self._waiting])
        self._waiting, self._size = [], 0
        rows = rows[np.lexsort((rows["move"], rows["key"]))]
        is_new = np.ones(len(rows), bool)
        is_new[1:] = (rows["key"][1:] != rows["key"][:-1]) | (rows["move"][1:] != rows["move"][:-1])
        first = np.flatnonzero(is_new)
        merged = rows[first].copy()
        if len(rows):
            merged["games"] = np.add.reduceat(rows["games"], first)
            merged["points"] = np.add.reduceat(rows["points"], first)
        self._counted = merged


def _weights(counted: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The weights of moves, scaled down in positions where they do not fit into 16 bits."""
    points: npt.NDArray[np.int64] = counted["points"].copy()
    if not len(points):
        return points
    first = np.flatnonzero(np.r_[True, counted["key"][1:] != counted["key"][:-1]])
    most = np.repeat(np.maximum.reduceat(points, first), np.diff(np.r_[first, len(points)]))
    scaled = np.maximum(points * MOST_WEIGHT // np.maximum(most, 1), 1)
    return np.where(most > MOST_WEIGHT, scaled, points)


def build_book(games: Iterable[Entry], plies: int = 24, least: int = 1) -> npt.NDArray[Any]:
    """The entries of a book made from the first moves of games."""
    builder = Builder(plies)
    for entry in games:
        builder.add(entry)
    return builder.entries(least)


def write_book(path: str | Path, entries: npt.NDArray[Any]) -> None:
    replace_file(Path(path), entries.tobytes())
