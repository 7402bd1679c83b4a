"""From the functions of a kernel to one object file, by Numba and LLVM."""

from __future__ import annotations

import gc
import sys
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
from numba.core import event
from numba.core.registry import cpu_target

from counterplay.core.compile.declarations import Part, Source
from counterplay.core.compile.machine_code import ObjectFile, Symbol
from counterplay.core.compile.numba_patches import is_tested, linking, untested
from counterplay.core.compile.unit import Unit

if TYPE_CHECKING:
    from counterplay.core.compile.assistant import Assistant


def compile_kernel(
    source: Source, is_guarded: bool = False, assistant: Assistant | None = None
) -> ObjectFile:
    """Compile the entries of a kernel, and everything that they call, to one object file.

    An entry takes an array of contexts. Its machine code takes their address and number. An
    assistant compiles functions of the same kernel in another process meanwhile.
    """
    warn_untested()
    with no_garbage_collection(), no_timers():
        unit = Unit(source, is_guarded)
        module = _shared(unit, assistant)
        # What a process left out failed to compile. It fails here again, and we hear why.
        while missing := unit.missing(module):
            module.link_in(unit.compile(missing))
        _close(module, source.entries)
        if is_tested():
            linking.optimise(module, codegen())
        code = _target_machine().emit_object(module)
    unit.forget()
    return ObjectFile(
        code,
        {f.__name__: Symbol(s, unit.returns[s]) for s, f in source.entries.items()},
        unresolved=[f.name for f in module.functions if f.is_declaration],
        is_lasting=_is_lasting(module),
    )


def _shared(unit: Unit, assistant: Assistant | None) -> Any:
    """What this process and the assistant compile side by side, in one LLVM module."""
    if assistant is None or not is_tested():
        return unit.compile(unit.source.entries)
    module = unit.compile_all(assistant.claims())
    part = assistant.wait()
    if part is not None:
        other = llvm.parse_bitcode(part.bitcode)
        unit.returns.update(part.returns)
        if module is None:
            return other
        module.link_in(other)
    return unit.compile(unit.source.entries) if module is None else module


def compile_part(source: Source, is_guarded: bool, claims: Iterable[str]) -> Part | None:
    """The functions with the claimed symbols; None if nothing is of use in another process."""
    if not is_tested():
        return None
    with no_garbage_collection(), no_timers():
        unit = Unit(source, is_guarded)
        module = unit.compile_all(claims)
        if module is None:
            return None
        _close(module, {*source.declared, *source.entries, *REFERENCES})
        linking.optimise(module, codegen(), is_final=False)
        linking.drop_unused(module, codegen())
        return Part(bytes(module.as_bitcode()), unit.returns) if _is_lasting(module) else None


def _is_lasting(module: Any) -> bool:
    """Whether code is of use in other processes: Numba refers to a very large array by address."""
    names = (variable.name for variable in module.global_variables)
    return not any(name.startswith("numba.dynamic.globals") for name in names)


REFERENCES = ("NRT_incref", "NRT_decref")
"""Numba's functions that count references. LLVM knows them by name, and drops calls of them."""

UNRESOLVED = ".numba.unresolved$"
"""Numba calls a function that is not yet compiled, a recursive one, through such a pointer."""


def _close(module: Any, public: Container[str]) -> None:
    """Resolve recursive calls, and hide all but the public functions: LLVM drops what is unused."""
    for name in [variable.name for variable in module.global_variables]:
        if name.startswith(UNRESOLVED):
            function = name.removeprefix(UNRESOLVED)
            text = f'@"{name}" = constant ptr @"{function}"\ndeclare void @"{function}"()\n'
            module.link_in(llvm.parse_assembly(text))
    for function in module.functions:
        if not function.is_declaration and function.name not in public:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    module.verify()


def codegen() -> Any:
    """Numba's code generator of this machine."""
    return cpu_target.target_context.codegen()


def _target_machine() -> Any:
    """LLVM's description of this machine, as Numba uses it."""
    if is_tested():
        return codegen()._tm
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
