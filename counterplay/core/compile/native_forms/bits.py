"""The native forms of `core/bits/bits.py`: LLVM's own intrinsics, which the CPU and CUDA share.

Each `_emit` function emits one. It is given Numba's context, the builder, the type of the word, and
the arguments.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numba.core import errors, types
from numba.extending import intrinsic, overload

from counterplay.core.bits.bits import (
    Function,
    bit,
    byteswap,
    highest,
    lowest,
    popcount,
    refusal,
    shift_left,
    shift_right,
)

Decorator: TypeAlias = Callable[[Function], Any]


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
                raise errors.TypingError(refusal(function.__name__, str(got)))

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
