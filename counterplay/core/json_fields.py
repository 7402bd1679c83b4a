"""Values from JSON: each has the type that its field declares, and is shown in one line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")
LONGEST = 40
"""Letters of a name or a value in a sentence."""


def from_fields(kind: type[T], given: Any) -> T:
    """The dataclass `kind` with these fields. ValueError if one is missing, unknown or wrong.

    Fields that are no JSON values, such as tuples of other dataclasses, are not checked.
    """
    if not isinstance(given, Mapping):
        raise ValueError(f"{given!r:.{LONGEST}} has no fields")
    hints = get_type_hints(kind)
    for name, value in given.items():
        if name not in hints:
            raise ValueError(f"there is no field {name!r:.{LONGEST}}")
        if not _fits(value, hints[name]):
            raise ValueError(f"{name}={value!r:.{LONGEST}}")
    try:
        return kind(**given)
    except TypeError as error:
        raise ValueError(str(error)) from None


def shown_name(value: Any) -> str:
    """A name that a file gives, in a sentence: as it stands if it is a short line of text."""
    is_plain = isinstance(value, str) and 0 < len(value) <= LONGEST and value.isprintable()
    return str(value) if is_plain else f"{value!r:.{LONGEST}}"


def _fits(value: Any, hint: Any) -> bool:
    if get_origin(hint) is UnionType:
        return any(_fits(value, one) for one in get_args(hint))
    if hint is int:
        return type(value) is int and abs(value) < 2**63
    if hint is float:
        return type(value) in (int, float) and abs(value) < 1e300 and math.isfinite(value)
    if hint in (str, bool, NoneType):
        return isinstance(value, hint)
    return get_origin(hint) is not dict or isinstance(value, dict)
