"""Arrays by address: a record contains the address of an array, so its size is not compiled in.

A search passes one pointer, its context. The transposition table and the game's run-time data are
addresses in it. Keep the array alive as long as its address is in use.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt


def array_at(address: int, shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
    """The array with this shape and type at `address`."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    if size == 0:
        return np.empty(shape, kind)
    raw = (ctypes.c_char * size).from_address(int(address))
    return np.frombuffer(raw, kind).reshape(shape)
