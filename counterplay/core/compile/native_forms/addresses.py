"""The native form of `core/bits/addresses.py`."""

from numba import carray, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from counterplay.core.bits.addresses import array_at


@intrinsic
def _pointer(typing_context, address):
    def generate(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), generate


@overload(array_at)
def _native_array_at(address, shape, dtype):
    def implementation(address, shape, dtype):
        return carray(_pointer(address), shape, dtype)

    return implementation
