"""Native twins of plain functions, and a fingerprint of all that their answers depend on.

A user's functions stay as they are: the twin of a function is a copy whose globals hold twins
of the functions it calls, so that one file serves people (plain) and kernels (native) alike.
The fingerprint covers the code of every function that can be reached and the value of every
global it reads. So an edit of a helper, in whatever file, is a new fingerprint, while an edit
of a comment is not; Numba's own cache notices neither (it looks at one file's time stamp).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from enum import Enum
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeGuard

import numpy as np
from numba import njit
from numba.core.registry import CPUDispatcher

from counterplay.core.bits import addresses as memory
from counterplay.core.bits import bits, casts
from counterplay.core.bits import rays as lines

FLAGS = {"nogil": True, "error_model": "numpy", "boundscheck": False}
"""How everything is compiled: threads run side by side, and division never raises."""

INNER_FLAGS = {**FLAGS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""For functions that only native code calls: a third of the time to compile them is saved."""

RULE_FLAGS = {**INNER_FLAGS, "forceinline": True}
"""For the rules of a game: merged into the kernels, where their constants unroll their loops."""

APART = "__apart__"


def apart(function: Any) -> Any:
    """For a large rule: it is compiled once and called, not merged into whatever calls it."""
    setattr(function, APART, True)
    return function


NATIVE_ALREADY: frozenset[object] = frozenset(
    (*bits.FORMS, *casts.FORMS, *lines.FORMS, memory.array_at)
)
"""Plain functions with native forms of their own."""


LEAVE = ("numpy", "math", "numba", "counterplay")
"""Packages whose modules Numba knows, or that hold native forms of their own."""


def is_plain(value: object) -> TypeGuard[FunctionType]:
    return isinstance(value, FunctionType) and value not in NATIVE_ALREADY


def is_own_module(value: object) -> TypeGuard[ModuleType]:
    """A module of the user's, whose functions need twins too."""
    return isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in LEAVE


def names_read(code: CodeType) -> set[str]:
    """Every global or attribute name that the code, or code inside it, mentions."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*(names_read(constant) for constant in inner))


def globals_read(function: FunctionType) -> list[tuple[str, Any]]:
    """The globals that a function reads, with those it reaches through modules, by name."""
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


Compile = Callable[[FunctionType, bool], Any]
"""What makes a plain function native; the second argument says whether it is to stand apart."""


def for_cpu(function: FunctionType, is_apart: bool) -> Any:
    return njit(**(INNER_FLAGS if is_apart else RULE_FLAGS))(function)


class Twins:
    """Makes and keeps the native twins of the functions of one game.

    `home` is the module they belong to, by which Numba's cached code finds them again.
    """

    def __init__(self, home: str, compiled: Compile = for_cpu) -> None:
        self._home = home
        self._compiled = compiled
        self._twin: dict[FunctionType, Any] = {}
        self._globals: dict[int, dict[str, Any]] = {}
        self._modules: dict[ModuleType, ModuleType] = {}

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
            copy.__module__ = self._home
            self._twin[function] = self._compiled(copy, getattr(function, APART, False))
            names = names_read(function.__code__)
            for name in names & function.__globals__.keys():
                space[name] = self._native(function.__globals__[name], names)
        return self._twin[function]

    def _native(self, value: Any, names: set[str]) -> Any:
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
    """The functions, and all that they can call, in a fixed order."""
    found: dict[FunctionType, None] = {}
    waiting = list(functions)
    while waiting:
        function = waiting.pop(0)
        if function in found:
            continue
        found[function] = None
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        for value in [*(value for _, value in globals_read(function)), *cells]:
            plain = value.py_func if isinstance(value, CPUDispatcher) else value
            if is_plain(plain):
                waiting.append(plain)
    return list(found)


def fingerprint(functions: list[FunctionType]) -> str:
    """A digest of all that the compiled functions depend on."""
    digest = hashlib.sha256()
    for function in reachable(functions):
        add_value(digest.update, function)
        for name, value in globals_read(function):
            digest.update(name.encode())
            add_value(digest.update, value)
    return digest.hexdigest()


def add_value(write: Callable[[bytes], None], value: Any) -> None:
    """Write the bytes that stand for a value which machine code may have frozen."""
    if isinstance(value, FunctionType):
        write(value.__qualname__.encode())
        add_value(write, getattr(value, APART, False))
        add_value(write, value.__defaults__)
        add_value(write, value.__code__)
        for cell in value.__closure__ or ():
            add_value(write, cell.cell_contents)
    elif isinstance(value, CPUDispatcher):
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
