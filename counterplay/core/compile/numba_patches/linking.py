"""Functions that only native code calls are optimised alone, and once more where they end up.

Numba optimises every function together with all that it calls, and makes machine code of it; then
its caller, with all that it calls, and so on. The heart of a search is compiled as many times as
there are functions above it. Here a function without wrappers for Python or C (`INNER_FLAGS`) is
optimised with those alone that are to be merged into it (`RULE_FLAGS`), without machine code.
The entry, which Python calls, brings all of them together. If a later Numba no longer has what is
replaced here, it goes the long way, with the same result.
"""

from __future__ import annotations

from typing import Any

from numba.core import codegen, cpu, typed_passes

INNER, MERGED, APART = "_counterplay_inner", "_counterplay_merged", "_counterplay_apart"
"""Marks of a library: only native code calls it, it is merged into its callers, and the libraries
that it calls but does not hold."""

REPLACED = (
    (typed_passes, "BaseNativeLowering", ("run_pass",)),
    (
        codegen,
        "CPUCodeLibrary",
        ("finalize", "_get_module_for_linking", "_finalize_dynamic_globals"),
    ),
    (cpu, "CPUContext", ("get_executable",)),
)


def _held_apart(libraries: list[Any]) -> list[Any]:
    """These libraries and all that they hold apart, each once, in order."""
    found: dict[Any, None] = {}
    waiting = list(libraries)
    while waiting:
        library = waiting.pop(0)
        if library not in found:
            found[library] = None
            waiting += getattr(library, APART, [])
    return list(found)


def _finalize_inner(library: Any) -> None:
    """Merge in what is to be merged, optimise cheaply, and leave the rest to the entry."""
    for other in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(other._reload_init)
        is_apart = getattr(other, INNER, False) and not getattr(other, MERGED, False)
        if not is_apart:
            library._final_module.link_in(other._get_module_for_linking(), preserve=True)
    named = [other for other in library._linking_libraries if getattr(other, INNER, False)]
    setattr(library, APART, [o for o in _held_apart(named) if not getattr(o, MERGED, False)])
    passes, builder = library._codegen._module_pass_manager(
        loop_vectorize=False, slp_vectorize=False, opt=library._codegen._opt_level, cost="cheap"
    )
    passes.run(library._final_module, builder)
    library._finalize_dynamic_globals()
    library._finalized = True


def install() -> None:
    """Have Numba do so from now on."""
    for module, owner, names in REPLACED:
        if not all(hasattr(getattr(module, owner, None), name) for name in names):
            return
    lowering, library = typed_passes.BaseNativeLowering, codegen.CPUCodeLibrary
    run_pass, finalize = lowering.run_pass, library.finalize
    executable = cpu.CPUContext.get_executable

    def mark_and_run(self: Any, state: Any) -> Any:
        flags = state.flags
        if state.library is None and flags.no_cpython_wrapper and flags.no_cfunc_wrapper:
            made = state.targetctx.codegen().create_library(state.func_id.func_qualname)
            setattr(made, INNER, True)
            setattr(made, MERGED, bool(flags.forceinline))
            state.library = made
        return run_pass(self, state)

    def finalize_once(self: Any) -> None:
        if getattr(self, INNER, False):
            _finalize_inner(self)
            return
        for other in _held_apart(self._linking_libraries):
            if other not in self._linking_libraries:
                self._linking_libraries.append(other)
        finalize(self)

    def executable_or_none(self: Any, made: Any, fndesc: Any, env: Any) -> Any:
        if getattr(made, INNER, False):
            return [].append  # Numba wants a built-in function, each of its own; nobody calls it
        return executable(self, made, fndesc, env)

    lowering.run_pass = mark_and_run
    library.finalize = finalize_once
    cpu.CPUContext.get_executable = executable_or_none
