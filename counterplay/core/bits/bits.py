"""Bit tricks on 64-bit words, for use inside the rules of a game.

Every function in `FORMS` has three forms with equal results: plain Python (the function itself),
CPU machine code (`core/compile/native_forms/bits.py`) and CUDA (registered by
`core/compile/cuda/target.py`).

A word is `int64` or `uint64`. Narrower integers are widened: unsigned ones to `uint64`, signed
ones and booleans to `int64`. A Python `int` counts as `int64`, taken modulo 2**64. Words wrap
silently, as in machine code.

A bit number `n` is an integer of any type from 0 to 63. Plain Python refuses any other. Machine
code takes it modulo 64: that is free on a CPU, and a check would cost more than the shift.
"""

import typing
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

Integer: TypeAlias = int | np.integer[Any] | np.bool_
Word = TypeVar("Word", int, np.uint64)
Function: TypeAlias = Callable[..., Any]

_MASK: Final = 2**64 - 1
_SIGN: Final = 2**63


def popcount(x: Integer) -> int:
    """How many bits of x are set."""
    return _pattern("popcount", x).bit_count()


def lowest(x: Integer) -> int:
    """The index of the lowest set bit; 64 for zero."""
    word = _pattern("lowest", x)
    return (word & -word).bit_length() - 1 if word else 64


def highest(x: Integer) -> int:
    """The index of the highest set bit; -1 for zero."""
    return _pattern("highest", x).bit_length() - 1


def byteswap(x: Word) -> Word:
    """The eight bytes of x in reverse order: on a board of 8x8 bits, the rows mirrored."""
    return _like(x, int.from_bytes(_pattern("byteswap", x).to_bytes(8, "little"), "big"))


def shift_left(x: Word, n: Integer) -> Word:
    """x << n in x's own type, whatever integer type n has."""
    return _like(x, _pattern("shift_left", x) << _number("shift_left", n))


def shift_right(x: Word, n: Integer) -> Word:
    """x >> n in x's own type: an unsigned x fills with zeros, a signed one with its sign."""
    word = _like(x, _pattern("shift_right", x))
    return _like(x, int(word) >> _number("shift_right", n))


def bit(n: Integer) -> np.uint64:
    """The uint64 in which only bit n is set."""
    return np.uint64(1 << _number("bit", n))


# These functions have native forms. Numba must not compile their plain forms.
FORMS: tuple[Function, ...] = (popcount, lowest, highest, byteswap, shift_left, shift_right, bit)


# The plain forms work on bit patterns: Python integers from 0 to 2**64 - 1.


def _integer(name: str, x: Integer) -> int:
    if not isinstance(x, int | np.integer | np.bool_):
        raise TypeError(refusal(name, type(x).__name__))
    return int(x)


def _pattern(name: str, x: Integer) -> int:
    return _integer(name, x) & _MASK


def _number(name: str, n: Integer) -> int:
    number = _integer(name, n)
    if not 0 <= number <= 63:
        raise ValueError(f"{name} needs a bit number from 0 to 63, got {number}")
    return number


@typing.overload
def _like(x: int, word: int) -> int: ...
@typing.overload
def _like(x: np.uint64, word: int) -> np.uint64: ...
def _like(x: int | np.uint64, word: int) -> int | np.uint64:
    """The low 64 bits of an integer, in the widened type of x."""
    word &= _MASK
    return np.uint64(word) if isinstance(x, np.unsignedinteger) else (word ^ _SIGN) - _SIGN


def refusal(name: str, got: str) -> str:
    """The error message for an argument that is not an integer."""
    why = ""
    if got.startswith("float"):  # as uint64 with int64 does, in Numba and in NumPy
        why = ": an unsigned and a signed integer were mixed. Write np.uint64(1), not 1"
    return f"{name} needs an integer, got {got}{why}"
