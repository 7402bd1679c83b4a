"""Bit tricks on 64-bit words, for use inside the rules of a game.

Every function in `FORMS` has three forms with equal results: plain Python (the function itself),
CPU machine code (registered at the end of this file) and CUDA (registered by
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
from numba.core import errors, types
from numba.extending import intrinsic, overload

Integer: TypeAlias = int | np.integer[Any] | np.bool_
Word = TypeVar("Word", int, np.uint64)
Function: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Function], Any]

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
        raise TypeError(_refusal(name, type(x).__name__))
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


def _refusal(name: str, got: str) -> str:
    """The error message for an argument that is not an integer."""
    why = ""
    if got.startswith("float"):  # as uint64 with int64 does, in Numba and in NumPy
        why = ": an unsigned and a signed integer were mixed. Write np.uint64(1), not 1"
    return f"{name} needs an integer, got {got}{why}"


# The native forms are LLVM's own intrinsics, which the CPU and CUDA share. Each function below
# emits one: it is given Numba's context, the builder, the type of the word, and the arguments.


def _emit_popcount(context: Any, builder: Any, word: Any, x: Any) -> Any:
    return builder.ctpop(x)


def _emit_lowest(context: Any, builder: Any, word: Any, x: Any) -> Any:
    # Not cttz, to which NVVM adds a branch for zero; on a CPU, LLVM makes cttz of this by itself.
    return builder.ctlz(builder.bitreverse(x), context.get_constant(types.boolean, False))


def _emit_highest(context: Any, builder: Any, word: Any, x: Any) -> Any:
    zeros = builder.ctlz(x, context.get_constant(types.boolean, False))
    return builder.sub(context.get_constant(types.int64, 63), zeros)


def _emit_byteswap(context: Any, builder: Any, word: Any, x: Any) -> Any:
    return builder.bswap(x)


def _emit_left(context: Any, builder: Any, word: Any, x: Any, n: Any) -> Any:
    return builder.shl(x, builder.and_(n, context.get_constant(types.int64, 63)))


def _emit_right(context: Any, builder: Any, word: Any, x: Any, n: Any) -> Any:
    shift = builder.ashr if word.signed else builder.lshr
    return shift(x, builder.and_(n, context.get_constant(types.int64, 63)))


def register(overload: Callable[[Function], Decorator], intrinsic: Decorator) -> None:
    """Give each function in `FORMS` its native form on the target of these two decorators."""

    def check(function: Function, *arguments: Any) -> None:
        """Refuses what is no integer; called in `form`, from where Numba quotes the sentence."""
        for got in arguments:
            if not isinstance(got, types.Integer | types.Boolean | types.IntEnumMember):
                raise errors.TypingError(_refusal(function.__name__, str(got)))

    def widened(got: Any) -> Any:
        """The word that Numba casts an argument to on the way into a native form."""
        if isinstance(got, types.IntEnumMember):
            got = got.dtype
        return types.int64 if isinstance(got, types.Boolean) or got.signed else types.uint64

    def generator(emit: Function, word: Any) -> Function:
        return lambda context, builder, _, arguments: emit(context, builder, word, *arguments)

    def takes_word(function: Function, emit: Function, result: Any = None) -> None:
        @intrinsic
        def native(typing_context: Any, x: Any) -> Any:
            word = widened(x)
            return (result or word)(word), generator(emit, word)

        @overload(function)
        def form(x: Any) -> Any:
            check(function, x)

            def call(x: Any) -> Any:
                return native(x)

            return call

    def takes_word_and_number(function: Function, emit: Function) -> None:
        @intrinsic
        def native(typing_context: Any, x: Any, n: Any) -> Any:
            word = widened(x)
            return word(word, types.int64), generator(emit, word)

        @overload(function)
        def form(x: Any, n: Any) -> Any:
            check(function, x, n)

            def call(x: Any, n: Any) -> Any:
                return native(x, n)

            return call

    takes_word(popcount, _emit_popcount, types.int64)
    takes_word(lowest, _emit_lowest, types.int64)
    takes_word(highest, _emit_highest, types.int64)
    takes_word(byteswap, _emit_byteswap)
    takes_word_and_number(shift_left, _emit_left)
    takes_word_and_number(shift_right, _emit_right)

    @overload(bit)
    def form(n: Any) -> Any:
        check(bit, n)

        def call(n: Any) -> Any:
            return shift_left(np.uint64(1), n)

        return call


register(overload, intrinsic)
