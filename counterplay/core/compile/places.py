"""Places in rules, for the exceptions of machine code: a function, and an instruction in it.

Machine code is found by a hash that does not cover the name of the file and its comments. It may
have been compiled from another file, so the number of a line is looked up when it is needed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dis import findlinestarts
from functools import lru_cache
from types import CodeType, FunctionType

FUNCTION = "function "
"""The beginning of what stands for the file."""


def place_of(code: CodeType, line: int) -> tuple[str, int]:
    """What stands for the file and the line of a place in a function."""
    starts = (offset for offset, found in findlinestarts(code) if found == line)
    return FUNCTION + _name(code), next(starts, 0)


def line_at(place: tuple[str, int], functions: Iterable[FunctionType]) -> tuple[str, int] | None:
    """The file and the line of a place in one of these functions."""
    name, offset = place
    for function in functions:
        code = function.__code__
        if name == FUNCTION + _name(code):
            line = dict(findlinestarts(code)).get(offset)
            return code.co_filename, line or code.co_firstlineno
    return None


@lru_cache(maxsize=1000)
def _name(code: CodeType) -> str:
    """A name of the function with this code, the same in every process."""
    digest = hashlib.sha256(code.co_code).hexdigest()[:12]
    return f"{code.co_qualname} {digest}"
