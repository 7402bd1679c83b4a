"""Memory for a transposition table: whole buckets, each on a cache line of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.errors import InputError
from counterplay.core.kernel import Context
from counterplay.search.kernels.alphabeta.table import AGES, BUCKET_BYTES, BUCKET_WORDS

MEGABYTE = 2**20
FIRST_WORDS = MEGABYTE // 8
"""How large a growing table begins."""


class Table:
    """The transposition table of one engine, which its contexts share.

    It grows as it fills, unless several threads write to it: they could not agree when.
    """

    def __init__(self, megabytes: int, grows: bool) -> None:
        self.words = table_of(megabytes)
        self._first = min(FIRST_WORDS, len(self.words)) if grows else len(self.words)

    def share(self, context: Context) -> None:
        """Give the table to a context, at its first size."""
        context.keep("table", self.words)
        ctx = context.record
        ctx.table_words, ctx.table_most = self._first, len(self.words)
        ctx.table_shift = 65 - (self._first // BUCKET_WORDS).bit_length()
        ctx.table_age, ctx.table_lost = 0, 0

    def clear(self, contexts: list[Context]) -> None:
        """Forget all that is in the table."""
        self.words[: max(int(context.record.table_words) for context in contexts)] = 0
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
