"""Settings of a search method: one frozen dataclass each, read from Python or from text.

A field's type says how text is read: `on`/`off` for a truth value, a whole number, a number, a
text. Its metadata says what it does and which values are allowed; `about` and the error messages
are made of that, so a setting is described in one place.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping
from typing import Any, TypeVar

from counterplay.core.game.errors import InputError

YES = {"on": True, "yes": True, "true": True, "1": True}
NO = {"off": False, "no": False, "false": False, "0": False}

S = TypeVar("S")


def option(default: Any, about: str, low: float | None = None, high: float | None = None) -> Any:
    """A field of a settings class: its default, what it does, and its range."""
    return dataclasses.field(default=default, metadata={"about": about, "low": low, "high": high})


def read_settings(kind: type[S], given: Mapping[str, Any], owner: str) -> S:
    """The settings of a class with the given ones put in; `owner` is named in what is wrong."""
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    values = {}
    for name, value in given.items():
        if name not in fields:
            near = difflib.get_close_matches(name, fields, 3, 0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(fields)}"
            raise InputError(f"{owner} has no setting {name!r}: {hint}")
        values[name] = read_value(fields[name], value, owner)
    return kind(**values)


def read_value(field: dataclasses.Field[Any], given: Any, owner: str) -> Any:
    """One setting as the type of its default, or a sentence."""
    default, about = field.default, field.metadata["about"]
    wrong = f"{owner}: {field.name}={given} is not {{}} ({about})"
    if isinstance(default, bool):
        named = {**YES, **NO}
        if str(given).lower() not in named:
            raise InputError(wrong.format("on or off"))
        return named[str(given).lower()]
    if isinstance(default, str):
        return str(given)
    number = _number(given, type(default))
    low, high = field.metadata["low"], field.metadata["high"]
    what = "a whole number" if isinstance(default, int) else "a number"
    if number is None:
        raise InputError(wrong.format(what))
    if (low is not None and number < low) or (high is not None and number > high):
        bounds = f"from {low:g} up" if high is None else f"from {low:g} to {high:g}"
        raise InputError(wrong.format(f"{what} {bounds}"))
    return number


def _number(given: Any, kind: type) -> Any:
    """`given`, a number or its text, as an int or a float; None where it is neither."""
    if isinstance(given, bool) or (kind is int and isinstance(given, float)):
        return None
    try:
        number = kind(given)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number == number else None
