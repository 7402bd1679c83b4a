"""Memory for a transposition table: whole buckets, each on a cache line of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.errors import InputError
from counterplay.search.kernels.alphabeta.table import BUCKET_BYTES

MEGABYTE = 2**20


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
