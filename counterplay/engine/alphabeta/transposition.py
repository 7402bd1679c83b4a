"""The memory of a transposition table: whole buckets, each on its own cache line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.engine.alphabeta.kernel.transposition import (
    AGE_BIT,
    AGES,
    BUCKET_BYTES,
    BUCKET_WORDS,
    HASH_BITS,
)

MEGABYTE = 2**20
SAMPLE = 1000
"""The number of entries that `fullness` looks at."""
FIRST_WORDS = MEGABYTE // 8
"""The size of a new table."""


class Table:
    """The transposition table of one engine. Its contexts share it; it grows as it fills."""

    def __init__(self, megabytes: int, sharers: int = 1) -> None:
        self.words = table_of(megabytes)
        self.head = np.zeros(1, np.uint64)
        self.sharers = sharers
        self._begin()

    @property
    def size(self) -> int:
        """The number of words in use."""
        return BUCKET_WORDS << (HASH_BITS - int(self.head[0]))

    def _begin(self) -> None:
        buckets = min(FIRST_WORDS, len(self.words)) // BUCKET_WORDS
        self.head[0] = HASH_BITS + 1 - buckets.bit_length()

    def share(self, context: Context) -> None:
        """Let a context use the table."""
        context.keep("table", self.words)
        context.keep("table_head", self.head)
        ctx = context.record
        ctx.table_most, ctx.table_sharers = len(self.words), self.sharers
        ctx.table_age, ctx.table_lost = 0, 0

    def fullness(self, age: int) -> int:
        """The part of the whole table that the search of this age fills, in thousandths."""
        data = self.words[1 : 2 * SAMPLE : 2]
        used = int(((data != 0) & (data >> AGE_BIT == age)).sum())
        return 1000 * used * self.size // (len(data) * len(self.words))

    def clear(self, contexts: list[Context]) -> None:
        """Delete all entries."""
        self.words[: self.size] = 0
        self._begin()
        for context in contexts:
            self.share(context)


def next_search(ctx: Any) -> None:
    """Begin a new age: all present entries are now of an older search."""
    ctx.table_age = (int(ctx.table_age) + 1) % AGES
    ctx.table_lost = 0


def table_of(megabytes: int) -> npt.NDArray[Any]:
    """An empty table: the largest power of two that fits into `megabytes`.

    NumPy asks for huge pages for arrays of this size if the system offers them.
    """
    words = 1 << ((megabytes * MEGABYTE // 8).bit_length() - 1)
    spare = BUCKET_BYTES // 8
    room = available()
    if room is not None and words * 8 > room:
        raise InputError(
            f"memory={megabytes}: the machine has only {room // MEGABYTE} megabytes available"
        )
    try:
        whole = np.zeros(words + spare, np.uint64)
    except (MemoryError, ValueError):
        raise InputError(f"memory={megabytes}: too many megabytes for this machine") from None
    start = -(whole.ctypes.data // 8) % spare
    return whole[start : start + words]


def available() -> int | None:
    """Bytes of memory available without swapping; None if the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    sizes = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(sizes[0]) * 1024 if sizes else None
