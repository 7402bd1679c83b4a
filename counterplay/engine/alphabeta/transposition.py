"""Memory for a transposition table: whole buckets, each on a cache line of its own."""

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
"""Entries that are looked at to say how full the table is."""
FIRST_WORDS = MEGABYTE // 8
"""How large a table begins."""


class Table:
    """The transposition table of one engine, which its contexts share; it grows as it fills."""

    def __init__(self, megabytes: int, sharers: int = 1) -> None:
        self.words = table_of(megabytes)
        self.head = np.zeros(1, np.uint64)
        self.sharers = sharers
        self._begin()

    @property
    def size(self) -> int:
        """How many of the words are in use."""
        return BUCKET_WORDS << (HASH_BITS - int(self.head[0]))

    def _begin(self) -> None:
        buckets = min(FIRST_WORDS, len(self.words)) // BUCKET_WORDS
        self.head[0] = HASH_BITS + 1 - buckets.bit_length()

    def share(self, context: Context) -> None:
        """Give the table to a context."""
        context.keep("table", self.words)
        context.keep("table_head", self.head)
        ctx = context.record
        ctx.table_most, ctx.table_sharers = len(self.words), self.sharers
        ctx.table_age, ctx.table_lost = 0, 0

    def fullness(self, age: int) -> int:
        """How much of the whole table the search of that age has filled, in thousandths."""
        data = self.words[1 : 2 * SAMPLE : 2]
        used = int(((data != 0) & (data >> AGE_BIT == age)).sum())
        return 1000 * used * self.size // (len(data) * len(self.words))

    def clear(self, contexts: list[Context]) -> None:
        """Forget all that is in the table."""
        self.words[: self.size] = 0
        self._begin()
        for context in contexts:
            self.share(context)


def next_search(ctx: Any) -> None:
    """What is in the table now is of an older search."""
    ctx.table_age = (int(ctx.table_age) + 1) % AGES
    ctx.table_lost = 0


def table_of(megabytes: int) -> npt.NDArray[Any]:
    """A table of at most so many megabytes, all zeros: the largest power of two that fits.

    NumPy asks the system for huge pages for arrays of this size, where it offers them.
    """
    words = 1 << ((megabytes * MEGABYTE // 8).bit_length() - 1)
    spare = BUCKET_BYTES // 8
    room = available()
    if room is not None and words * 8 > room:
        raise InputError(
            f"memory={megabytes}: the machine has {room // MEGABYTE} megabytes left; ask for fewer"
        )
    try:
        whole = np.zeros(words + spare, np.uint64)
    except (MemoryError, ValueError):
        raise InputError(f"memory={megabytes}: there is no room for that many megabytes") from None
    start = -(whole.ctypes.data // 8) % spare
    return whole[start : start + words]


def available() -> int | None:
    """Bytes of memory that can be had without swapping, where the system says so."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    sizes = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(sizes[0]) * 1024 if sizes else None
