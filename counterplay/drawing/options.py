"""The options of an algorithm: read from its signature, and from the texts of a user."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from types import NoneType
from typing import Any, get_args, get_type_hints

from counterplay.core.game.errors import InputError
from counterplay.textbook.catalogue import Algorithm

PLAIN: dict[Any, str] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
}
"""The types of options that a user can give, and what they are called."""
NOT_OPTIONS = ("game", "state", "trace", "players")
TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Option:
    """An option: its type, its default, and the argument that it is a part of, if any."""

    name: str
    type: Any
    default: Any
    part_of: str = ""

    @property
    def shown_default(self) -> str:
        """The default as text; empty if there is none, or none that people would give."""
        if self.default is None or self.default in (inf, -inf):
            return ""
        return f"{self.default:.4g}" if isinstance(self.default, float) else str(self.default)


def options_of(algorithm: Algorithm) -> dict[str, Option]:
    """Return the options that a user can give to an algorithm, by name."""
    return dict(_options(algorithm.function))


@cache
def _options(function: Any) -> dict[str, Option]:
    hints = get_type_hints(function)
    found: dict[str, Option] = {}
    for name, argument in inspect.signature(function).parameters.items():
        kinds = [kind for kind in get_args(hints[name]) or (hints[name],) if kind is not NoneType]
        if name in NOT_OPTIONS or len(kinds) != 1:
            continue
        default = None if argument.default is inspect.Parameter.empty else argument.default
        if kinds[0] in PLAIN:
            found[name] = Option(name, kinds[0], default)
        elif hasattr(kinds[0], "_field_defaults"):  # a named tuple: each field is an option
            for part, kind in get_type_hints(kinds[0]).items():
                found[part] = Option(part, kind, kinds[0]._field_defaults.get(part), name)
    return found


def read_options(algorithm: Algorithm, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments for an algorithm from options, which can be texts.

    Raises InputError for an option that the algorithm lacks, or a value that does not fit.
    """
    known = options_of(algorithm)
    arguments: dict[str, Any] = {}
    parts: dict[str, dict[str, Any]] = {}
    for name, value in given.items():
        if name not in known:
            raise InputError(f"{algorithm.name} has no option {name!r}: {_listed(known)}")
        option = known[name]
        read = _read(option, value)
        if option.part_of:
            parts.setdefault(option.part_of, {})[name] = read
        else:
            arguments[name] = read
    hints = get_type_hints(algorithm.function) if parts else {}
    for name, fields in parts.items():
        whole = next(kind for kind in get_args(hints[name]) if kind is not NoneType)
        arguments[name] = whole(**fields)
    return arguments


def _listed(known: Mapping[str, Option]) -> str:
    if not known:
        return "it has none"
    named = (
        f"{name} (default {option.shown_default})" if option.shown_default else name
        for name, option in known.items()
    )
    return f"its options are {', '.join(named)}"


def _read(option: Option, value: Any) -> Any:
    wrong = InputError(f"option {option.name}={value}: it must be {PLAIN[option.type]}")
    if option.type is str:
        return str(value)
    if option.type is bool:
        if str(value).lower() not in TRUTH:
            raise wrong
        return TRUTH[str(value).lower()]
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise wrong from None
    if number != number or (option.type is int and not number.is_integer()):
        raise wrong
    return int(number) if number.is_integer() else number
