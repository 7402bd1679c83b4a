"""The native forms of `core/bits/casts.py`."""

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

from counterplay.core.bits.casts import (
    as_bool,
    as_int64,
    as_number,
    as_pair,
    as_uint64,
    complaint,
    rounded,
)


def register(overload):
    """Register the native form of each function in `FORMS` with Numba's `overload`."""

    def integer_cast(target):
        def typed(x):
            if isinstance(x, (types.Integer, types.Boolean)):
                return lambda x: target(x)
            if isinstance(x, types.IntEnumMember):
                return lambda x: target(x.value)
            raise TypingError(complaint(x, isinstance(x, types.Float)))

        return typed

    overload(as_int64)(integer_cast(np.int64))
    overload(as_uint64)(integer_cast(np.uint64))

    @overload(as_bool)
    def native_bool(x):
        return lambda x: bool(x)

    @overload(as_pair)
    def native_pair(x):
        return lambda x: (as_int64(x[0]), as_int64(x[1]))

    @overload(as_number)
    def native_number(x):
        return lambda x: np.float64(x)

    @overload(rounded)
    def native_rounded(x):
        if isinstance(x, types.Float):
            return lambda x: np.int64(np.rint(x))
        return lambda x: np.int64(x)


register(overload)
