"""Native twins of plain functions, and a fingerprint of all that their answers depend on.

A user's functions stay as they are: the twin of a function is a copy whose globals hold twins
of the functions it calls, so that one file serves people (plain) and kernels (native) alike.
The fingerprint covers the code of every function that can be reached and the value of every
global it reads. So an edit of a helper, in whatever file, is a new fingerprint, while an edit
of a comment is not; Numba's own cache notices neither (it looks at one file's time stamp).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeGuard

import numpy as np
from numba import njit
from numba.core.registry import CPUDispatcher

from counterplay.core import bits, casts, memory

FLAGS = {"nogil": True, "error_model": "numpy", "boundscheck": False}
"""How everything is compiled: threads run side by side, and division never raises."""

NATIVE_ALREADY: frozenset[object] = frozenset((*bits.FORMS, *casts.FORMS, memory.array_at))
"""Plain functions with native forms of their own."""


def is_plain(value: object) -> TypeGuard[FunctionType]:
    return isinstance(value, FunctionType) and value not in NATIVE_ALREADY


def names_read(code: CodeType) -> Iterator[str]:
    """Every global or attribute name that the code, or code inside it, mentions."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_read(constant)


class Twins:
    """Makes and keeps the native twins of the functions of one game."""

    def __init__(self) -> None:
        self._twin: dict[FunctionType, Any] = {}
        self._globals: dict[int, dict[str, Any]] = {}

    def of(self, function: FunctionType) -> Any:
        """The native twin of `function`; it and all it calls compile when first used."""
        if function not in self._twin:
            space = self._globals.setdefault(id(function.__globals__), dict(function.__globals__))
            copy = FunctionType(
                function.__code__,
                space,
                function.__name__,
                function.__defaults__,
                function.__closure__,
            )
            self._twin[function] = njit(**FLAGS)(copy)
            names = set(names_read(function.__code__))
            for name in names & function.__globals__.keys():
                space[name] = self._native(function.__globals__[name], names)
        return self._twin[function]

    def _native(self, value: Any, names: set[str]) -> Any:
        if is_plain(value):
            return self.of(value)
        if isinstance(value, ModuleType):
            plain = {n: f for n in names if is_plain(f := getattr(value, n, None))}
            if plain and not value.__name__.startswith(("numpy", "math")):
                twin = ModuleType(value.__name__)
                twin.__dict__.update(value.__dict__)
                twin.__dict__.update({name: self.of(f) for name, f in plain.items()})
                return twin
        return value


def reachable(functions: list[FunctionType]) -> list[FunctionType]:
    """The functions, and all plain functions that they can call, in a fixed order."""
    found: dict[FunctionType, None] = {}
    waiting = list(functions)
    while waiting:
        function = waiting.pop(0)
        if function in found:
            continue
        found[function] = None
        names = sorted(set(names_read(function.__code__)))
        for name in names:
            value = function.__globals__.get(name)
            if is_plain(value):
                waiting.append(value)
            elif isinstance(value, ModuleType):
                members = (getattr(value, member, None) for member in names)
                waiting.extend(f for f in members if is_plain(f))
    return list(found)


def fingerprint(functions: list[FunctionType]) -> str:
    """A digest of all that the compiled functions depend on."""
    digest = hashlib.sha256()
    for function in reachable(functions):
        _add(digest.update, function)
        for name in sorted(set(names_read(function.__code__))):
            if name in function.__globals__:
                digest.update(name.encode())
                value = function.__globals__[name]
                _add(digest.update, value)
                if isinstance(value, ModuleType):
                    for member in sorted(set(names_read(function.__code__))):
                        _add(digest.update, getattr(value, member, None))
    return digest.hexdigest()


def _add(write: Callable[[bytes], None], value: Any) -> None:
    """Write the bytes that stand for a value which machine code may have frozen."""
    if isinstance(value, FunctionType):
        write(value.__qualname__.encode())
        _add(write, value.__defaults__)
        _add(write, value.__code__)
        for cell in value.__closure__ or ():
            _add(write, cell.cell_contents)
    elif isinstance(value, CPUDispatcher):
        _add(write, value.py_func)
    elif isinstance(value, CodeType):
        write(value.co_code)
        _add(write, (value.co_names, value.co_varnames, value.co_consts))
    elif isinstance(value, (tuple, list)):
        write(f"{type(value).__name__}{len(value)}(".encode())
        for item in value:
            _add(write, item)
    elif isinstance(value, (np.ndarray, np.generic)):
        write(f"{value.dtype!r}{value.shape}".encode() + value.tobytes())
    elif isinstance(value, type):
        write(value.__qualname__.encode())
        _add(write, sorted(map(str, getattr(value, "__annotations__", {}).items())))
    elif isinstance(value, ModuleType):
        write(value.__name__.encode())
    elif isinstance(value, (int, float, complex, str, bytes, type(None), np.dtype, frozenset)):
        stable = sorted(map(repr, value)) if isinstance(value, frozenset) else value
        write(f"{type(value).__name__}:{stable!r};".encode())
    else:
        write(type(value).__qualname__.encode())
