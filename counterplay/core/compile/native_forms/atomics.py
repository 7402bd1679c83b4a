"""The native forms of `core/bits/atomics.py`."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from counterplay.core.bits.atomics import fetch_add, read_word, swap_if, write_word

LONG, WORD = ir.IntType(64), ir.IntType(32)


@intrinsic
def _fetch_add(typing_context, address, amount):
    def generate(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], LONG.as_pointer())
        return builder.atomic_rmw("add", pointer, arguments[1], "acq_rel")

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _swap_if(typing_context, address, expected, wanted):
    def generate(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], WORD.as_pointer())
        old, new = (builder.trunc(word, WORD) for word in arguments[1:])
        pair = builder.cmpxchg(pointer, old, new, "acq_rel", "acquire")
        return builder.zext(builder.extract_value(pair, 0), LONG)

    return types.int64(types.int64, types.int64, types.int64), generate


@intrinsic
def _read_word(typing_context, address):
    def generate(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], WORD.as_pointer())
        return builder.zext(builder.load_atomic(pointer, "acquire", 4), LONG)

    return types.int64(types.int64), generate


@intrinsic
def _write_word(typing_context, address, value):
    def generate(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], WORD.as_pointer())
        builder.store_atomic(builder.trunc(arguments[1], WORD), pointer, "release", 4)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@overload(fetch_add)
def _native_fetch_add(address, amount):
    return lambda address, amount: _fetch_add(address, amount)


@overload(swap_if)
def _native_swap_if(address, expected, wanted):
    return lambda address, expected, wanted: _swap_if(address, expected, wanted)


@overload(read_word)
def _native_read_word(address):
    return lambda address: _read_word(address)


@overload(write_word)
def _native_write_word(address, value):
    return lambda address, value: _write_word(address, value)
