"""The native form of `core/bits/prefetch.py`."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from counterplay.core.bits.prefetch import prefetch


@intrinsic
def _prefetch(typing_context, address):
    def generate(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], cgutils.voidptr_t)
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        # Read, keep close, data.
        builder.call(function, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.int64), generate


@overload(prefetch)
def _native_prefetch(address):
    return lambda address: _prefetch(address)
