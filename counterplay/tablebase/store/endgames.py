"""A table of places on disk: a code for each, as narrow as it can be, packed or not.

    distances    8 bits for each place where that is enough, or else 16
    outcomes     2 bits: no state, lost, drawn, won; who only wants to know that

Raw, a file is mapped into memory and read where it lies. Packed, it consists of blocks of zstd, of
which one is unpacked to look up a place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import zstandard

from counterplay.core.game.contract import PLACES
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.tablebase.lookup import DRAW
from counterplay.tablebase.retrograde.solve import Codes, Metric, name_of
from counterplay.tablebase.stats import NO_STATE, Stats, counted
from counterplay.tablebase.store.file import Parts, about_game, read, require_game, write

Content = Literal["distances", "outcomes"]
Packing = Literal["raw", "zstd"]

NARROW_NO_STATE, NARROWEST, WIDEST = -128, -127, 127
BLOCK = 1 << 16
"""Bytes that are packed together."""

NONE, LOST, DRAWN, WON = range(4)
LEVEL = 9
BLOCKS_KEPT = 256


@dataclass(frozen=True, eq=False)
class Places:
    """One table of a game, as its file has it."""

    game: Game
    path: Path
    about: Mapping[str, Any]
    parts: Parts

    @property
    def number(self) -> int:
        return int(self.about["number"])

    @property
    def name(self) -> str:
        return str(self.about["table"])

    @property
    def metric(self) -> Metric:
        return "progress" if self.about["metric"] == "progress" else "end"

    @property
    def has_distances(self) -> bool:
        return bool(self.about["content"] == "distances")

    def __len__(self) -> int:
        return int(self.about["places"])

    def code(self, place: int) -> int:
        """The code of a place (`kernels/retrograde.py`); of outcomes alone, one of any distance."""
        if not self.has_distances:
            byte = int(self._unit(place // 4))
            return (NO_STATE, -1, DRAW, 2)[byte >> 2 * (place % 4) & 3]
        code = int(self._unit(place))
        return NO_STATE if code == self._no_state else code

    def codes(self) -> Codes:
        """All codes."""
        if not self.has_distances:
            raise InputError(f"{self.path} has outcomes alone: distances are needed here")
        codes = self.array.astype(np.int16)
        codes[self.array == self._no_state] = NO_STATE
        return codes

    def stats(self) -> Stats:
        """How many states are worth what, and from where a win takes longest."""
        return counted(self.codes(), self.position)

    def has_state(self, place: int) -> bool:
        number = self.number * PLACES + place
        return bool(self.game.ask("index", self.game.ask("state", number)) == number)

    def position(self, place: int) -> Position:
        return Position(self.game, self.game.ask("state", self.number * PLACES + place))

    @cached_property
    def array(self) -> npt.NDArray[Any]:
        """The codes as they are kept, unpacked."""
        if "codes" in self.parts:
            return self.parts["codes"]
        blocks = [self._block(n) for n in range(len(self.parts["ends"]))]
        return np.concatenate([np.frombuffer(block, self._dtype) for block in blocks])

    @property
    def _dtype(self) -> np.dtype[Any]:
        return np.dtype(str(self.about["dtype"]))

    @property
    def _no_state(self) -> int:
        return NARROW_NO_STATE if self._dtype == np.int8 else NO_STATE

    def _unit(self, at: int) -> Any:
        if "codes" in self.parts:
            return self.parts["codes"][at]
        block, inside = divmod(at * self._dtype.itemsize, BLOCK)
        return np.frombuffer(self._kept_block(block), self._dtype)[inside // self._dtype.itemsize]

    @cached_property
    def _kept_block(self) -> Any:
        return lru_cache(BLOCKS_KEPT)(self._block)

    def _block(self, number: int) -> bytes:
        ends = self.parts["ends"]
        start = int(ends[number - 1]) if number else 0
        data = self.parts["blocks"][start : int(ends[number])].tobytes()
        return zstandard.ZstdDecompressor().decompress(data, BLOCK)


def narrowed(codes: Codes) -> npt.NDArray[Any]:
    """Codes in 8 bits, if they fit."""
    real = codes[codes != NO_STATE]
    if len(real) and (real.min() < NARROWEST or real.max() > WIDEST):
        return codes
    return np.where(codes == NO_STATE, NARROW_NO_STATE, codes).astype(np.int8)


def outcomes(codes: Codes) -> npt.NDArray[np.uint8]:
    """Four outcomes to a byte."""
    kinds = np.full(-(-len(codes) // 4) * 4, NONE, np.uint8)
    part = kinds[: len(codes)]
    part[codes > DRAW], part[codes == DRAW] = WON, DRAWN
    part[(codes < 0) & (codes != NO_STATE)] = LOST
    fours = kinds.reshape(-1, 4)
    return (fours[:, 0] | fours[:, 1] << 2 | fours[:, 2] << 4 | fours[:, 3] << 6).astype(np.uint8)


def keep(
    game: Game,
    t: int,
    codes: Codes,
    unfinished: Path,
    path: Path,
    metric: Metric,
    content: Content = "distances",
    packing: Packing = "raw",
) -> None:
    """Write a table to its unfinished file, which then gets its name."""
    array = narrowed(codes) if content == "distances" else outcomes(codes)
    about = {
        **about_game(game),
        "table": name_of(game, t),
        "number": t,
        "metric": metric,
        "content": content,
        "places": len(codes),
        "dtype": array.dtype.str,
        "counts": counts(codes),
    }
    write(unfinished, path, about, {"codes": array} if packing == "raw" else _blocks(array))


def counts(codes: Codes) -> dict[str, int]:
    """How many states are won, drawn and lost for the side to move."""
    lost = int(((codes < 0) & (codes != NO_STATE)).sum())
    return {"won": int((codes > DRAW).sum()), "drawn": int((codes == DRAW).sum()), "lost": lost}


def _blocks(array: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    data = array.tobytes()
    packer = zstandard.ZstdCompressor(level=LEVEL)
    blocks = [packer.compress(data[at : at + BLOCK]) for at in range(0, len(data), BLOCK)]
    ends = np.cumsum([len(block) for block in blocks], dtype=np.int64)
    return {"blocks": np.frombuffer(b"".join(blocks), np.uint8), "ends": ends}


def open_places(game: Game, path: Path) -> Places:
    """The table in a file, if it is whole and was made by the rules of this game."""
    about, parts = read(path)
    if "table" not in about:
        raise InputError(f"{path} is the solution of a whole game, not a table of places")
    if not require_game(game, path, about):
        raise InputError(
            f"{path} was made by another version of Python, so that nobody can tell if the rules "
            "are the same: make it again"
        )
    return Places(game, path, about, parts)
