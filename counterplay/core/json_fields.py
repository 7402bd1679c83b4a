"""Dataclasses from JSON: every field has the type that it declares, or the file is damaged."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


def from_fields(kind: type[T], given: Any) -> T:
    """The dataclass `kind` with these fields. ValueError if one is missing, unknown or wrong.

    Fields that are no JSON values, such as tuples of other dataclasses, are not checked.
    """
    if not isinstance(given, Mapping):
        raise ValueError(f"{given!r:.40} has no fields")
    hints = get_type_hints(kind)
    for name, value in given.items():
        if name not in hints:
            raise ValueError(f"there is no field {name!r:.40}")
        if not _fits(value, hints[name]):
            raise ValueError(f"{name}={value!r:.40}")
    try:
        return kind(**given)
    except TypeError as error:
        raise ValueError(str(error)) from None


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
