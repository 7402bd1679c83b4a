"""One endgame table on disk: a code for each position index, raw or compressed.

    distances    one byte per index, or two if a distance needs it
    outcomes     two bits per index: only who wins

A raw file is mapped into memory and read in place. A compressed file consists of zstd blocks; a
lookup decompresses one of them. `core/game/tablebase_codec.py` defines the codes.
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

from counterplay.core.game import tablebase_codec as codec
from counterplay.core.game.contract import PLACES
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.tablebase_codec import Codes
from counterplay.core.table_file import Parts, read, write
from counterplay.tablebase.catalogue import Metric, table_name
from counterplay.tablebase.statistics import Stats, count_codes
from counterplay.tablebase.store.identity import game_identity, require_game

Content = Literal["distances", "outcomes"]
Packing = Literal["raw", "zstd"]

BLOCK = 1 << 16
"""Bytes that are compressed together."""

LEVEL = 9
CACHED_BLOCKS = 256


@dataclass(frozen=True, eq=False)
class EndgameTable:
    """One endgame table of a game, read from its file.

    Methods take an offset: the position index is `number * PLACES + offset`.
    """

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

    def code(self, offset: int) -> int:
        """The code at an offset. If the table has outcomes only, the distance in it is 0."""
        if not self.has_distances:
            return codec.unpack_outcome(int(self._element(offset // 4)), offset)
        return codec.widen_one(self._element(offset))

    def codes(self) -> Codes:
        """All codes. Raises InputError if the table has outcomes only."""
        if not self.has_distances:
            raise InputError(f"{self.path} contains outcomes only, and distances are needed here")
        return codec.widen(self.array)

    def stats(self) -> Stats:
        """How many positions are won, drawn and lost, and a position with the longest win."""
        return count_codes(self.codes(), self.position)

    def has_state(self, offset: int) -> bool:
        """Whether the index at this offset is that of a position."""
        index = self.number * PLACES + offset
        return bool(self.game.ask("index", self.game.ask("state", index)) == index)

    def position(self, offset: int) -> Position:
        return Position(self.game, self.game.ask("state", self.number * PLACES + offset))

    @cached_property
    def array(self) -> npt.NDArray[Any]:
        """The codes in their stored form, decompressed."""
        if "codes" in self.parts:
            return self.parts["codes"]
        blocks = [self._block(n) for n in range(len(self.parts["ends"]))]
        return np.concatenate([np.frombuffer(block, self._dtype) for block in blocks])

    @property
    def _dtype(self) -> np.dtype[Any]:
        return np.dtype(str(self.about["dtype"]))

    def _element(self, at: int) -> Any:
        if "codes" in self.parts:
            return self.parts["codes"][at]
        block, inside = divmod(at * self._dtype.itemsize, BLOCK)
        return np.frombuffer(self._cached_block(block), self._dtype)[inside // self._dtype.itemsize]

    @cached_property
    def _cached_block(self) -> Any:
        return lru_cache(CACHED_BLOCKS)(self._block)

    def _block(self, number: int) -> bytes:
        ends = self.parts["ends"]
        start = int(ends[number - 1]) if number else 0
        data = self.parts["blocks"][start : int(ends[number])].tobytes()
        return zstandard.ZstdDecompressor().decompress(data, BLOCK)


def open_table(game: Game, path: Path) -> EndgameTable:
    """The table in a file. Refuses a file that is damaged, or made by other rules."""
    about, parts = read(path)
    if "table" not in about:
        raise InputError(f"{path} is the solution of a whole game, not an endgame table")
    if not require_game(game, path, about):
        version = ".".join(map(str, about["python"]))
        raise InputError(
            f"{path} was built with Python {version}, so its rules cannot be compared with those "
            "of this version: build it again"
        )
    table = EndgameTable(game, path, about, parts)
    if not _is_whole(table):
        raise InputError(f"{path} is damaged: its header does not fit its codes")
    return table


def _is_whole(table: EndgameTable) -> bool:
    """Whether there is a code for each index: searches read them without looking at the length."""
    try:
        is_whole = len(table) == int(table.game.ask("size", table.number))
        elements = len(table) if table.has_distances else -(-len(table) // 4)
        if "codes" in table.parts:
            codes = table.parts["codes"]
            return is_whole and codes.shape == (elements,) and codes.dtype == table._dtype
        ends = table.parts["ends"]
        blocks = -(-elements * table._dtype.itemsize // BLOCK)
        is_rising = bool((np.diff(ends, prepend=0) > 0).all())
        is_rising = is_rising and len(ends) == blocks
        return is_whole and is_rising and (not blocks or ends[-1] == len(table.parts["blocks"]))
    except (KeyError, TypeError, ValueError):
        return False


def write_table(
    game: Game,
    t: int,
    codes: Codes,
    unfinished: Path,
    path: Path,
    metric: Metric,
    content: Content = "distances",
    packing: Packing = "raw",
) -> None:
    """Write table t to the file `unfinished`, then rename that to `path`."""
    array = codec.narrow(codes) if content == "distances" else codec.pack_outcomes(codes)
    about = {
        **game_identity(game),
        "table": table_name(game, t),
        "number": t,
        "metric": metric,
        "content": content,
        "places": len(codes),
        "dtype": array.dtype.str,
        "counts": codec.count_outcomes(codes),
    }
    write(unfinished, path, about, {"codes": array} if packing == "raw" else _compressed(array))


def _compressed(array: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """The zstd blocks of an array, one after the other, and where each ends."""
    data = array.tobytes()
    packer = zstandard.ZstdCompressor(level=LEVEL)
    blocks = [packer.compress(data[at : at + BLOCK]) for at in range(0, len(data), BLOCK)]
    ends = np.cumsum([len(block) for block in blocks], dtype=np.int64)
    return {"blocks": np.frombuffer(b"".join(blocks), np.uint8), "ends": ends}
