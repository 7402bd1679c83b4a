"""Patch of Numba: the type of a call is inferred once for each function and argument types.

Numba has dozens of candidates for an operator such as `+`, and tries them again at every use. Each
trial also compares and hashes all compiler flags, which have not changed. With this patch the
signature that was found is remembered, and flags are compared by what is set in them. The text of a
record type, which has a line for each of a hundred fields, is remembered, too. Together that is
about a quarter of the compile time of a search.
"""

from __future__ import annotations

from typing import Any

from numba.core.targetconfig import TargetConfig
from numba.core.types.functions import BaseFunction
from numba.core.types.npytypes import Record

TEXT = "_counterplay_text"
MEMO = "_counterplay_signatures"
"""Where a function type keeps the signatures that were found for it."""


def install() -> None:
    """Replace the functions of Numba that infer the type of a call and compare flags."""
    inferred, values_of = BaseFunction.get_call_type, TargetConfig.values

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        known = self.__dict__.setdefault(MEMO, {})
        question = context, tuple(args), tuple(kws.items())
        if question not in known:
            signature = inferred(self, context, args, kws)
            if signature is None:
                return None
            known[question] = signature
        return known[question]

    def flags_hash(self: Any) -> int:
        return hash(frozenset(self._values))

    def flags_equal(self: Any, other: Any) -> Any:
        if not isinstance(other, TargetConfig):
            return NotImplemented
        return self._values == other._values or values_of(self) == values_of(other)

    written = Record.__repr__

    def record_text(self: Any) -> Any:
        if TEXT not in self.__dict__:
            setattr(self, TEXT, written(self))
        return getattr(self, TEXT)

    Record.__repr__ = record_text  # type: ignore[method-assign]
    BaseFunction.get_call_type = get_call_type  # type: ignore[method-assign]
    TargetConfig.__hash__ = flags_hash
    TargetConfig.__eq__ = flags_equal
