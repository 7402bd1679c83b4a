"""From marked Python functions to one object file, by Numba and LLVM.

Only this file, `native_forms`, `numba_patches` and `diagnose.py` import Numba for the CPU. They are
imported when something is compiled: a kernel whose machine code is in the cache does not need them
(`machine_code.py`), which saves a second at every start.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import from_dtype, njit, types
from numba.core import event
from numba.extending import intrinsic

from counterplay.core.compile import native_forms
from counterplay.core.compile.kernel import MARK
from counterplay.core.compile.machine_code import ObjectFile, Symbol
from counterplay.core.compile.native import APART, Twins
from counterplay.core.compile.numba_patches import install, is_tested, linking, untested
from counterplay.core.compile.numba_patches.recursion import returning

__all__ = ["compile_entries", "compiled", "for_cpu", "native_forms"]

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

RETURNS = {types.int64: "int64", types.float64: "float64", types.boolean: "bool", types.none: ""}
"""The types that an entry may return, by the name in `Symbol.returns`."""


def for_cpu(copy: FunctionType, original: FunctionType) -> Any:
    """A function compiled for the CPU as its mark says. It is compiled when its type is needed.

    A function without a mark is a rule of a game, or a wrapper around one.
    """
    mark = getattr(original, MARK, None)
    if mark == "merged":
        return njit(inline="always", **INNER_FLAGS)(copy)
    if mark == "recursive":
        return njit(**INNER_FLAGS)(returning(types.int64)(copy))
    is_apart = mark in ("native", "entry") or getattr(original, APART, False)
    return njit(**(INNER_FLAGS if is_apart else RULE_FLAGS))(copy)


def compiled(function: FunctionType) -> Any:
    """A function that Python calls, compiled with all that it calls: for tests and benchmarks."""

    def form(copy: FunctionType, original: FunctionType) -> Any:
        return njit(**FLAGS)(copy) if original is function else for_cpu(copy, original)

    return Twins(form).of(function)


def with_bounds(copy: FunctionType, original: FunctionType) -> Any:
    """The same as `for_cpu`, but an index out of bounds raises IndexError."""
    dispatcher = for_cpu(copy, original)
    dispatcher.targetoptions["boundscheck"] = True
    return dispatcher


def compile_entries(
    entries: dict[str, FunctionType], context: np.dtype[Any], is_bounded: bool = False
) -> ObjectFile:
    """Compile entries, and everything that they call, to one object file.

    An entry takes an array of contexts. Its machine code takes their address and number.
    """
    warn_untested()
    twins = Twins(with_bounds if is_bounded else for_cpu)
    with no_garbage_collection(), no_timers():
        results = {n: _at_address(twins.of(f), context) for n, f in entries.items()}
        symbols = {
            name: Symbol(result.fndesc.llvm_func_name, RETURNS[result.signature.return_type])
            for name, result in results.items()
        }
        libraries = [result.library for result in results.values()]
        module = linking.linked(libraries) if is_tested() else _linked(libraries)
        _close(module, {symbol.name for symbol in symbols.values()})
        if is_tested():
            linking.optimise(module, libraries[0])
        code = _target_machine(libraries[0]).emit_object(module)
    names = [variable.name for variable in module.global_variables]
    return ObjectFile(
        code,
        symbols,
        unresolved=[f.name for f in module.functions if f.is_declaration],
        # Numba refers to a very large array by its address in this process.
        is_lasting=not any(name.startswith("numba.dynamic.globals") for name in names),
    )


def _at_address(entry: Any, context: np.dtype[Any]) -> Any:
    """The compilation of an entry as a function of the address and the number of its contexts."""
    contexts = types.Array(from_dtype(context), 1, "C")

    @intrinsic
    def contexts_at(typing_context, address, count):
        def generate(target, builder, signature, arguments):
            made = target.make_array(contexts)(target, builder)
            size = target.get_constant(types.intp, context.itemsize)
            target.populate_array(
                made,
                data=builder.inttoptr(arguments[0], made.data.type),
                shape=[arguments[1]],
                strides=[size],
                itemsize=size,
                meminfo=None,
            )
            return made._getvalue()

        return contexts(types.int64, types.int64), generate

    def run(address, count):
        return entry(contexts_at(address, count))

    signature = (types.int64, types.int64)
    dispatcher = njit(**INNER_FLAGS)(run)
    dispatcher.compile(signature)
    return dispatcher.overloads[signature]


def _linked(libraries: list[Any]) -> Any:
    """One LLVM module of compiled functions, through the public interface of any Numba."""
    module, *others = (llvm.parse_assembly(library.get_llvm_str()) for library in libraries)
    for other in others:
        module.link_in(other)
    return module


UNRESOLVED = ".numba.unresolved$"
"""Numba calls a function that is not yet compiled, a recursive one, through such a pointer."""


def _close(module: Any, entries: set[str]) -> None:
    """Resolve recursive calls, and hide all functions but the entries: LLVM drops unused ones."""
    for name in [variable.name for variable in module.global_variables]:
        if name.startswith(UNRESOLVED):
            function = name.removeprefix(UNRESOLVED)
            text = f'@"{name}" = constant ptr @"{function}"\ndeclare void @"{function}"()\n'
            module.link_in(llvm.parse_assembly(text))
    for function in module.functions:
        if not function.is_declaration and function.name not in entries:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    module.verify()


def _target_machine(library: Any) -> Any:
    """LLVM's description of this machine, as Numba uses it."""
    if is_tested():
        return library.codegen._tm
    target = llvm.Target.from_default_triple()
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(cpu=cpu, features=features, opt=3, jit=True)


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Numba makes millions of objects, nearly all of them for good: do not search them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def no_timers() -> Iterator[None]:
    """Numba adds two timers for each function that it is compiling, and every step notifies all."""
    install_timer = event.install_timer
    event.install_timer = lambda kind, callback: nullcontext()
    try:
        yield
    finally:
        event.install_timer = install_timer


@cache
def warn_untested() -> None:
    """Say once in a process if this Numba is not patched, because compiling then takes longer."""
    line = untested()
    if line is not None:
        print(line, file=sys.stderr, flush=True)
