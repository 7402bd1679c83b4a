"""The native form of `cp.hash` (`core/game/hashing.py`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload, register_jitable

from counterplay.core.bits import mixing
from counterplay.core.bits.casts import as_uint64, complaint
from counterplay.core.game import hashing

SEED, FIRST, SECOND = (
    np.uint64(number) for number in (hashing.SEED, hashing.FIRST, hashing.SECOND)
)
mixed = register_jitable(mixing.mixed)


@register_jitable
def finished(h: Any) -> Any:
    h = (h ^ (h >> np.uint64(30))) * FIRST
    h = (h ^ (h >> np.uint64(27))) * SECOND
    return h ^ (h >> np.uint64(31))


@overload(hashing.hash)
def native_hash(*words):  # Numba compares the two signatures
    """One statement for each word, because words have different types."""
    lines = ["def form(*words):", "    h = SEED"]
    for i, word in enumerate(words):
        number = word.dtype if isinstance(word, types.Array) else word
        if not isinstance(number, (types.Integer, types.Boolean, types.IntEnumMember)):
            raise TypingError(complaint(number, isinstance(number, types.Float)))
        if isinstance(word, types.Array):
            lines.append(f"    for number in words[{i}].flat:")
            lines.append("        h = mixed(h, as_uint64(number))")
        else:
            lines.append(f"    h = mixed(h, as_uint64(words[{i}]))")
    space: dict[str, Any] = {
        "SEED": SEED,
        "mixed": mixed,
        "finished": finished,
        "as_uint64": as_uint64,
    }
    exec("\n".join([*lines, "    return finished(h)"]), space)
    return space["form"]
