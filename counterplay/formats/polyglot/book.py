"""Polyglot opening books of chess: the moves of a position by its key, with weights.

A file has entries of 16 bytes, big-endian, sorted by key (http://hgm.nubati.net/book_format.html):

    key    8    move   2    weight 2    learn  4

`learn` is not used. The file is memory-mapped and never read completely.
"""

from __future__ import annotations

import mmap
import random
import struct
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.polyglot.keys import PolyglotKeys

OWN = "own"
OWN_FILE = Path(__file__).parents[2] / "data" / "books" / "chess.bin"
"""The small built-in book, and its name in place of a file."""

ENTRY = struct.Struct(">QHHI")
DTYPE = np.dtype([("key", ">u8"), ("move", ">u2"), ("weight", ">u2"), ("learn", ">u4")])

Pick = Literal["weight", "best"]

CASTLES = {0o0406: 0o0407, 0o0402: 0o0400, 0o7476: 0o7477, 0o7472: 0o7470}
"""Castling as some books write it (the king's new square), and in Polyglot (the rook's square)."""


@dataclass(frozen=True)
class BookMove:
    """A legal move of a book: the number of the move in its game, and its weight."""

    action: int
    weight: int


class PolyglotBook:
    """A book in a file, or `own`, the built-in one. `pick` chooses a move by weight, or the best.

    Use it as `cp.search(…, book=…)`.
    """

    def __init__(self, path: str | Path, pick: Pick = "weight", seed: int | None = None) -> None:
        if pick not in get_args(Pick):
            raise InputError(f"pick={pick!r} is not one of: {', '.join(get_args(Pick))}")
        self.path, self.pick = str(OWN_FILE if path == OWN else path), pick
        self._random = random.Random(seed)
        self._data = _mapped(self.path)

    @cached_property
    def _keys(self) -> PolyglotKeys:
        """Made when the first position is looked up: it compiles a kernel."""
        return PolyglotKeys()

    def __len__(self) -> int:
        return len(self._data) // ENTRY.size

    def move(self, position: Position) -> int | None:
        """A move of the book for a position; None if it has none."""
        moves = self.moves(position)
        if not moves:
            return None
        if self.pick == "best":
            return moves[0].action
        weights = [move.weight for move in moves]
        chosen = self._random.choices(moves, weights if any(weights) else None)
        return chosen[0].action

    def require(self, game: Game) -> None:
        """Raise InputError if the book is for another game."""
        if game.name != "chess":
            raise InputError(f"Polyglot books are for chess, not for {game.name}")

    def moves(self, position: Position) -> list[BookMove]:
        """The legal moves of the book for a position, the heaviest first."""
        self.require(position.game)
        key = self._keys.of_position(position)
        entry = self._first(key)
        legal: dict[int, int] | None = None
        weights: dict[int, int] = {}
        while entry < len(self):
            other, code, weight, _ = ENTRY.unpack_from(self._data, ENTRY.size * entry)
            if other != key:
                break
            if legal is None:
                legal = self._keys.choices(position.state)
            action = legal.get(code, legal.get(_castling(code, legal)))
            if action is not None:  # another position may have the same key
                weights[action] = weights.get(action, 0) + weight
            entry += 1
        ordered = sorted(weights.items(), key=lambda item: -item[1])
        return [BookMove(action, weight) for action, weight in ordered]

    def reseed(self, seed: str | int) -> None:
        """Restart the random choice of moves with this seed."""
        self._random.seed(seed)

    def _first(self, key: int) -> int:
        """The number of the first entry with this key or a higher one."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if ENTRY.unpack_from(self._data, ENTRY.size * middle)[0] < key:
                low = middle + 1
            else:
                high = middle
        return low


def _castling(code: int, legal: dict[int, int]) -> int:
    """The proper code of castling that a book writes as a king move by two squares; else -1."""
    start, goal = code >> 6 & 63, code & 63
    proper = start << 6 | (CASTLES.get(start << 6 | goal, 0) & 63)
    is_castling = start << 6 | goal in CASTLES and legal.get(proper, -1) >> 12 == 0
    return proper if is_castling else -1


def _mapped(path: str) -> mmap.mmap:
    """The memory-mapped file of a book; InputError if it is not one."""
    try:
        with Path(path).open("rb") as file:
            size = file.seek(0, 2)
            if size == 0 or size % ENTRY.size:
                raise InputError(
                    f"{path} is not a Polyglot book: it has {size:,} bytes, not entries of "
                    f"{ENTRY.size} bytes"
                )
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    keys = np.frombuffer(data, DTYPE)["key"]
    is_sorted = bool((keys[1:] >= keys[:-1]).all())
    del keys
    if not is_sorted:
        raise InputError(f"{path} is not a Polyglot book: its entries are not sorted by key")
    return data
