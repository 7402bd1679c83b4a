"""Native twins of plain functions, and a fingerprint of everything that their results depend on.

The twin of a function is a compiled copy that calls the twins of the functions that the original
calls. The original stays plain Python, so one file serves people and kernels. Nothing here imports
a compiler: `compiler.py` and `cuda/` say how one function is compiled.

The fingerprint covers the code of every function that can be reached, and the value of every global
that they read. An edit of a helper in any file changes it; an edit of a comment does not. (Numba's
own cache compares the time stamp of one file, so it misses such an edit.)
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from enum import Enum
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, TypeGuard

import numpy as np

from counterplay.core.bits import addresses, atomics, bits, casts, prefetch, rays, vectors
from counterplay.core.game import hashing

APART = "__apart__"


def apart(function: Any) -> Any:
    """Decorator for a large rule: compile it once and call it, do not inline it."""
    setattr(function, APART, True)
    return function


NATIVE_ALREADY: frozenset[object] = frozenset(
    (
        *bits.FORMS,
        *casts.FORMS,
        *rays.FORMS,
        *atomics.FORMS,
        addresses.array_at,
        hashing.hash,
        prefetch.prefetch,
        vectors.change_rows,
        vectors.weighted_squares,
        vectors.weighted_sum,
    )
)
"""Plain functions that have a native form of their own, in `native_forms`."""

LEAVE = ("numpy", "math", "numba", "counterplay")
"""Packages that Numba knows, or whose functions have native forms: no twins are made of them."""


def is_plain(value: object) -> TypeGuard[FunctionType]:
    """Whether a value is a function without a native form, so that it needs a twin."""
    return isinstance(value, FunctionType) and value not in NATIVE_ALREADY


def is_own_module(value: object) -> TypeGuard[ModuleType]:
    """Whether a value is a module of the user, whose functions need twins, too."""
    return isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in LEAVE


def names_read(code: CodeType) -> set[str]:
    """Every global or attribute name in the code, with those of nested functions."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*(names_read(constant) for constant in inner))


def globals_read(function: FunctionType) -> list[tuple[str, Any]]:
    """The globals that a function reads, by name, with those it reads through modules."""
    names = names_read(function.__code__)
    found = {name: function.__globals__[name] for name in names if name in function.__globals__}
    waiting = [(name, value) for name, value in found.items() if is_own_module(value)]
    while waiting:
        prefix, module = waiting.pop()
        for name in names & module.__dict__.keys():
            value = module.__dict__[name]
            if f"{prefix}.{name}" not in found:
                found[f"{prefix}.{name}"] = value
                if is_own_module(value):
                    waiting.append((f"{prefix}.{name}", value))
    return sorted(found.items(), key=lambda item: item[0])


Compile = Callable[[FunctionType, FunctionType], Any]
"""Compiles the copy of a function: the copy, and the original, which has the marks."""


class Twins:
    """The native twins of a set of functions that call each other.

    takes_all   make twins of functions that the user compiles, too
    """

    def __init__(self, compiled: Compile, takes_all: bool = False) -> None:
        self._compiled = compiled
        self._takes_all = takes_all
        self._twin: dict[FunctionType, Any] = {}
        self._globals: dict[int, dict[str, Any]] = {}
        self._modules: dict[ModuleType, ModuleType] = {}

    def of(self, function: FunctionType) -> Any:
        """The native twin of `function`. It is compiled when it is first called."""
        if function not in self._twin:
            space = self._globals.setdefault(id(function.__globals__), dict(function.__globals__))
            names = names_read(function.__code__)
            cells = tuple(CellType() for _ in function.__closure__ or ())
            copy = FunctionType(
                function.__code__, space, function.__name__, function.__defaults__, cells or None
            )
            copy.__module__ = __name__  # Numba looks it up, and a bound kernel is not registered
            self._twin[function] = self._compiled(copy, function)
            for name in names & function.__globals__.keys():
                space[name] = self._native(function.__globals__[name], names)
            for cell, original in zip(cells, function.__closure__ or (), strict=True):
                cell.cell_contents = self._native(original.cell_contents, names)
        return self._twin[function]

    def forget(self) -> None:
        """Let go of everything that was compiled. Call this when its machine code is made.

        Numba never forgets a module that it has seen, and so would keep what the module leads to.
        """
        for module in self._modules.values():
            module.__dict__.clear()
        for space in self._globals.values():
            space.clear()
        self._twin.clear()

    def _native(self, value: Any, names: set[str]) -> Any:
        if self._takes_all:
            value = getattr(value, "py_func", value)
        if is_plain(value):
            return self.of(value)
        if not is_own_module(value):
            return value
        if value not in self._modules:
            self._modules[value] = ModuleType(value.__name__)
            self._modules[value].__dict__.update(value.__dict__)
        twin = self._modules[value]
        for name in names & value.__dict__.keys():
            twin.__dict__[name] = self._native(value.__dict__[name], names)
        return twin


def reachable(functions: list[FunctionType]) -> list[FunctionType]:
    """The functions and everything that they can call, in a fixed order."""
    found: dict[FunctionType, None] = {}
    waiting = list(functions)
    while waiting:
        function = waiting.pop(0)
        if function in found:
            continue
        found[function] = None
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        for value in [*(value for _, value in globals_read(function)), *cells]:
            plain = getattr(value, "py_func", value)  # of a function that the user compiles
            if is_plain(plain):
                waiting.append(plain)
    return list(found)


def calls_itself(function: FunctionType) -> bool:
    """Whether a function is recursive, directly or through others."""
    values = (getattr(value, "py_func", value) for _, value in globals_read(function))
    called = [value for value in values if is_plain(value)]
    return bool(called) and function in reachable(called)


def fingerprint(functions: list[FunctionType]) -> str:
    """A hash of everything that the compiled functions depend on."""
    digest = hashlib.sha256()
    for function in reachable(functions):
        add_value(digest.update, function)
        for name, value in globals_read(function):
            digest.update(name.encode())
            add_value(digest.update, value)
    return digest.hexdigest()


def add_value(write: Callable[[bytes], None], value: Any) -> None:
    """Write bytes that identify a value. Machine code may contain it as a constant."""
    if isinstance(value, FunctionType):
        write(value.__qualname__.encode())
        add_value(write, getattr(value, APART, False))
        add_value(write, value.__defaults__)
        add_value(write, value.__code__)
        for cell in value.__closure__ or ():
            add_value(write, cell.cell_contents)
    elif isinstance(getattr(value, "py_func", None), FunctionType):
        add_value(write, value.py_func)
    elif isinstance(value, CodeType):
        write(value.co_code)
        add_value(write, (value.co_names, value.co_varnames, value.co_consts))
    elif isinstance(value, Enum):
        write(f"{value.name}={value.value!r};".encode())
    elif isinstance(value, (tuple, list)):
        write(f"{type(value).__name__}{len(value)}(".encode())
        for item in value:
            add_value(write, item)
    elif isinstance(value, (np.ndarray, np.generic)):
        write(f"{value.dtype!r}{value.shape}".encode() + value.tobytes())
    elif isinstance(value, type):
        write(value.__qualname__.encode())
        add_value(write, list(value) if issubclass(value, Enum) else None)
        add_value(write, getattr(value, "_fields", None))
        add_value(write, str(getattr(value, "_field_defaults", None)))
        add_value(write, list(map(str, getattr(value, "__annotations__", {}).items())))
    elif isinstance(value, ModuleType):
        write(value.__name__.encode())
    elif isinstance(value, dict):
        add_value(write, list(value.items()))
    elif isinstance(value, (set, frozenset)):
        add_value(write, sorted(map(repr, value)))
    elif isinstance(value, (int, float, complex, str, bytes, type(None), np.dtype)):
        write(f"{type(value).__name__}:{value!r};".encode())
    else:
        write(type(value).__qualname__.encode())
