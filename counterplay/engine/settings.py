"""Settings of the search methods: each method has a frozen dataclass, read from Python or text.

The type of a field says how its text is read: `on`/`off`, a whole number, a number, or a text. Its
metadata has a sentence and the allowed range. Docs and error messages use both, so a setting is
described in one place.
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

RENAMED = {
    "late_cuts": "late_move_pruning",
    "late_reductions": "late_move_reductions",
    "singular": "singular_extensions",
    "threats": "check_extensions",
    "internal_deepening": "internal_iterative_deepening",
    "paths": "history_keys",
    "table": "transposition_table",
    "table_cuts": "enhanced_cutoffs",
    "table_depth": "transposition_depth",
    "table_cut_depth": "enhanced_cutoff_depth",
    "table_left": "transposition_remaining",
    "table_cut_left": "enhanced_cutoff_remaining",
    "symmetry_left": "symmetry_remaining",
    "cut_deviations": "probcut_deviations",
    "candidates": "sufficient_moves",
}
"""Old names of settings, with the new ones."""


def option(default: Any, about: str, low: float | None = None, high: float | None = None) -> Any:
    """A field of a settings class: its default, a sentence about it, and its range."""
    return dataclasses.field(default=default, metadata={"about": about, "low": low, "high": high})


@dataclasses.dataclass(frozen=True)
class TableSettings:
    """Settings of a method that has a transposition table and nothing else to set."""

    memory: int = option(64, "Megabytes of transposition table.", 1, 2**20)


def read_settings(kind: type[S], given: Mapping[str, Any], owner: str) -> S:
    """An object of class `kind` with the given settings. Error messages name the `owner`."""
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    values = {}
    for name, value in given.items():
        if RENAMED.get(name) in fields:
            raise InputError(f"{name} is now called {RENAMED[name]}")
        if name not in fields:
            near = difflib.get_close_matches(name, fields, 3, 0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(fields)}"
            raise InputError(f"{owner} has no setting {name!r}: {hint}")
        values[name] = read_value(fields[name], value, owner)
    return kind(**values)


def read_value(field: dataclasses.Field[Any], given: Any, owner: str) -> Any:
    """The value of one setting, converted to the type of its default."""
    default, about = field.default, field.metadata["about"]
    wrong = f"{owner}: {field.name}={given} is not {{}} ({about.rstrip('.')})"
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
    """`given`, a number or its text, as an int or a float; None if it is not a number."""
    if isinstance(given, bool) or (kind is int and isinstance(given, float)):
        return None
    try:
        number = kind(given)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number == number else None
