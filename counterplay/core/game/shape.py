"""Shape: the two forms of a State, and the record of each.

Tuple form: a NamedTuple of integers, copied on every move. For states up to about 128 bytes.
Record form: `State = np.dtype([...])`, for larger states. `initial(out)` and `result(s, a, out)`
write into a record that they are given, a slot of the search's stack of states.

In both forms `dtype` is the layout of one state in memory. Kernels and arrays of states use it.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from counterplay.core.bits.casts import as_int64, as_uint64
from counterplay.core.game.errors import GameError
from counterplay.core.game.syntax import line_of_field, line_of_name

HALF = 1 << 63


@dataclass(frozen=True)
class Shape:
    """The form of a game's states."""

    state: Any
    dtype: np.dtype[Any]

    @property
    def is_record(self) -> bool:
        return isinstance(self.state, np.dtype)

    @property
    def fields(self) -> tuple[str, ...]:
        return self.dtype.names or ()

    @cached_property
    def _kinds(self) -> tuple[type, ...]:
        return tuple(np.uint64 if self.is_unsigned(field) else int for field in self.fields)

    def is_unsigned(self, field: str) -> bool:
        return self.dtype[field] == np.uint64

    def blank(self) -> Any:
        """A new record, all zeros."""
        return np.zeros(1, self.dtype).view(np.recarray)[0]

    def canonical(self, made: Any) -> Any:
        """The state with every field cast to its declared type. Raises TypeError for another."""
        if self.is_record:
            return made
        if type(made) is self.state and all(map(_fits, made, self._kinds)):
            return made
        if not isinstance(made, self.state):
            name = self.state.__name__
            raise TypeError(f"returned {type(made).__name__} {made!r}, not a {name}")
        values = []
        for name, value in zip(self.fields, made, strict=True):
            try:
                values.append(as_uint64(value) if self.is_unsigned(name) else as_int64(value))
            except TypeError as error:
                raise TypeError(f"returned {name}={value!r}: {error}") from None
        return self.state(*values)

    def encode(self, s: Any) -> Any:
        """The state as one NumPy record."""
        record = np.zeros((), self.dtype)
        if self.is_record:
            record[()] = s
        else:
            record[()] = tuple(s)
        return record

    def decode(self, record: Any) -> Any:
        """The state in a NumPy record."""
        if self.is_record:
            out = self.blank()
            for name in self.fields:
                out[name] = record[name]
            return out
        return self.state(*(kind(v) for kind, v in zip(self._kinds, record.item(), strict=True)))


LARGEST = 1 << 20
"""The most bytes of a state."""


def _fits(value: Any, kind: type) -> bool:
    """Whether a value needs no cast: it has the type of the field and 64 bits."""
    if type(value) is not kind:
        return False
    return not isinstance(value, int) or -HALF <= value < HALF


def shape_of(space: dict[str, Any], path: str) -> Shape:
    """The form of the `State` in a game's file. Raises GameError if it is not one."""
    state = space.get("State")
    line = line_of_name(path, "State")
    if isinstance(state, np.dtype) and state.names:
        _check_record(state, path)
        return Shape(state, state)
    if state is None:
        raise GameError(
            "State is missing: define `class State(NamedTuple)` with integer fields "
            "(or a NumPy record dtype, for large states)",
            path,
        )
    if not (isinstance(state, type) and issubclass(state, tuple) and hasattr(state, "_fields")):
        is_class = isinstance(state, type)
        shown = "a plain class" if is_class else f"a value of type {type(state).__name__}"
        write = "class State(NamedTuple):" if is_class else 'State = np.dtype([("turn", np.int8)])'
        what = f"State is {shown}, not a NamedTuple of integers or a NumPy record dtype: write"
        what += f" {write}"
        raise GameError(what, path, line)
    try:
        hints = typing.get_type_hints(state, space)
    except Exception as error:
        what = f"State has an annotation that cannot be read: {error}"
        raise GameError(what, path, line) from None
    defaults: dict[str, Any] = getattr(state, "_field_defaults", {})
    if defaults:
        name = next(iter(defaults))
        what = f"State.{name} has a default value, which cannot be compiled: remove it"
        raise GameError(what, path, line_of_field(path, "State", name))
    if not state._fields:
        raise GameError("State has no fields", path, line)
    fields = []
    for name in state._fields:
        word = _word(hints.get(name))
        if word is None:
            hint = hints.get(name)
            shown = str(getattr(hint, "__name__", hint))
            what = f"State.{name} is declared {shown}, but a field must be an integer: int or "
            what += "np.uint64 (pack a small list into the bits of one)"
            raise GameError(what, path, line_of_field(path, "State", name))
        fields.append((name, word))
    return Shape(state, np.dtype(fields))


def _check_record(state: np.dtype[Any], path: str) -> None:
    """Refuse a record that no search can copy, or with a field that rules cannot read."""
    if state.itemsize > LARGEST:
        what = f"State has {state.itemsize:,} bytes, but at most {LARGEST:,} are possible"
        line = line_of_name(path, "State")
        raise GameError(f"{what}: a search copies it for every move", path, line)
    for name in state.names or ():
        line, word = line_of_field(path, "State", name), state[name].base
        if word.kind not in "iub":
            what = f"State.{name} has the type {_type_name(word)}, but a field must be an integer,"
            raise GameError(f"{what} or an array of integers", path, line)
        if word.kind == "b" and state[name].shape:
            what = f"State.{name} is an array of truth values, which cannot be compiled: write"
            raise GameError(f"{what} np.uint8, for 0 and 1", path, line)
        if not word.isnative:
            what = f"State.{name} has the type {word}, with the bytes in the order of other"
            raise GameError(f"{what} machines: write np.{word.name}", path, line)
        if hasattr(np.record, name):
            what = f"State.{name} cannot be read as s.{name}, because all records of NumPy have"
            raise GameError(f"{what} something else with that name: rename the field", path, line)


def _type_name(word: np.dtype[Any]) -> str:
    """The type of a field for people: `str` or `bytes` for texts, `float32`."""
    names = {"U": "str", "S": "bytes", "V": "of a record"}
    return names.get(word.kind, word.name)


def _word(hint: Any) -> type[np.generic] | None:
    """The 64-bit type of a field with this annotation; None if it is not an integer."""
    if isinstance(hint, type) and issubclass(hint, np.unsignedinteger):
        return np.uint64
    if isinstance(hint, type) and issubclass(hint, (int, np.signedinteger)):
        return np.int64
    return None
