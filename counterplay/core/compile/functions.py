"""How Numba compiles one function of a kernel or of the rules, by its mark.

Only this file, `unit.py`, `compiler.py`, `native_forms`, `numba_patches` and `diagnose.py` import
Numba for the CPU. They are imported when something is compiled: a kernel whose machine code is in
the cache does not need them (`machine_code.py`), which saves a second at every start.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from numba import njit, types

from counterplay.core.compile import native_forms
from counterplay.core.compile.guards import guard_kernel, guard_rule
from counterplay.core.compile.kernel import MARK
from counterplay.core.compile.native import APART, Twins, calls_itself
from counterplay.core.compile.numba_patches import install

__all__ = ["compiled", "for_cpu", "guarded", "native_forms"]

install()

FLAGS = {"nogil": True, "error_model": "numpy", "boundscheck": False}
"""Compiler flags of all functions: they release the GIL, and division never raises."""

INNER_FLAGS = {
    **FLAGS,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "forceinline": False,  # said, because Numba would take it over from the caller
}
"""Flags of functions that only native code calls. They compile in two thirds of the time."""

RULE_FLAGS = {**INNER_FLAGS, "forceinline": True}
"""Flags of the rules of a game: inlined into kernels, where constants unroll their loops."""


def for_cpu(copy: FunctionType, original: FunctionType) -> Any:
    """A function compiled for the CPU as its mark says. It is compiled when its type is needed.

    A function without a mark is a rule of a game, or a wrapper around one.
    """
    mark = getattr(original, MARK, None)
    if mark == "merged":
        return njit(inline="always", **INNER_FLAGS)(copy)
    is_recursive = calls_itself(original)  # it cannot be inlined into itself
    is_apart = is_recursive or mark in ("native", "entry") or getattr(original, APART, False)
    dispatcher = njit(**(INNER_FLAGS if is_apart else RULE_FLAGS))(copy)
    if mark is not None or is_recursive:
        _forget_literals(dispatcher)
    return dispatcher


def _forget_literals(dispatcher: Any) -> None:
    """Compile a function once for all constants. By default each gets a compilation of its own."""
    fold = dispatcher._compiler.fold_argument_types

    def folded(arguments: Any, keywords: Any) -> Any:
        signature, given = fold(arguments, keywords)
        return signature, tuple(map(types.unliteral, given))

    dispatcher._compiler.fold_argument_types = folded


def compiled(function: FunctionType) -> Any:
    """A function that Python calls, compiled with all that it calls: for tests and benchmarks."""

    def form(copy: FunctionType, original: FunctionType) -> Any:
        return njit(**FLAGS)(copy) if original is function else for_cpu(copy, original)

    return Twins(form).of(function)


def guarded(copy: FunctionType, original: FunctionType) -> Any:
    """The same as `for_cpu`, but faults raise exceptions: see `guards.py`."""
    dispatcher = for_cpu(copy, original)
    if getattr(original, MARK, None) is not None:  # a function of a kernel
        return guard_kernel(dispatcher)
    return guard_rule(dispatcher, calls_itself(original))
