"""Atomic operations on words in memory that several threads change.

In plain Python one lock protects all of them.
"""

from __future__ import annotations

import ctypes
import threading

_lock = threading.Lock()


def fetch_add(address: int, amount: int) -> int:
    """Add to the 64-bit number at `address` and return its old value."""
    word = ctypes.c_int64.from_address(int(address))
    with _lock:
        before = word.value
        word.value = before + int(amount)
    return before


def swap_if(address: int, expected: int, wanted: int) -> int:
    """Set the 32-bit word at `address` if it is `expected`. Returns its old value."""
    word = ctypes.c_uint32.from_address(int(address))
    with _lock:
        before = word.value
        if before == int(expected):
            word.value = int(wanted)
    return before


def read_word(address: int) -> int:
    """Read the 32-bit word at `address`. What was written before it is visible afterwards."""
    return ctypes.c_uint32.from_address(int(address)).value


def write_word(address: int, value: int) -> None:
    """Set the 32-bit word at `address`, after all earlier writes."""
    ctypes.c_uint32.from_address(int(address)).value = int(value)


FORMS = (fetch_add, swap_if, read_word, write_word)
