"""Patch of Numba: functions that only native code calls get no machine code of their own.

Numba optimises every function together with everything that it calls, and generates machine code.
Then it does the same for the caller, and so on: the core of a search is compiled as many times as
there are functions above it. With this patch a function without wrappers for Python or C
(`INNER_FLAGS`) is optimised alone, with only the rules inlined (`RULE_FLAGS`), and no machine code
is generated. `linked` then puts all functions of a kernel into one LLVM module and optimises it
once, for the object file.
"""

from __future__ import annotations

from typing import Any

from numba.core import codegen, cpu, typed_passes

INNER, MERGED, APART = "_counterplay_inner", "_counterplay_merged", "_counterplay_apart"
"""Marks of a library: only native code calls it; it is inlined into its callers; the libraries that
it calls but does not contain."""


def _with_callees(libraries: list[Any]) -> list[Any]:
    """These libraries and all that they call but do not contain, each once, in order."""
    found: dict[Any, None] = {}
    waiting = list(libraries)
    while waiting:
        library = waiting.pop(0)
        if library not in found:
            found[library] = None
            waiting += getattr(library, APART, [])
    return list(found)


def _finalize_inner(library: Any) -> None:
    """Link in the libraries to be inlined, optimise cheaply, and leave the rest to the entry."""
    for other in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(other._reload_init)
        is_apart = getattr(other, INNER, False) and not getattr(other, MERGED, False)
        if not is_apart:
            library._final_module.link_in(other._get_module_for_linking(), preserve=True)
    named = [other for other in library._linking_libraries if getattr(other, INNER, False)]
    setattr(library, APART, [o for o in _with_callees(named) if not getattr(o, MERGED, False)])
    optimise(library._final_module, library._codegen, is_final=False)
    library._finalize_dynamic_globals()
    library._finalized = True


def linked(libraries: list[Any]) -> Any:
    """One LLVM module of these functions and everything that they call. It is not optimised."""
    for library in libraries:
        library._ensure_finalized()
    module = libraries[0]._final_module
    for library in libraries[1:]:
        module.link_in(library._final_module, preserve=True)
    for library in _with_callees(libraries):
        if library not in libraries:
            module.link_in(library._get_module_for_linking(), preserve=True)
    return module


def optimise(module: Any, codegen: Any, *, is_final: bool = True) -> None:
    """Optimise a module with the passes that Numba uses; cheaply if it will be linked to others."""
    cheap = {"loop_vectorize": False, "slp_vectorize": False, "opt": codegen._opt_level}
    passes, builder = codegen._module_pass_manager(
        **({} if is_final else cheap | {"cost": "cheap"})
    )
    passes.run(module, builder)


def drop_unused(module: Any, codegen: Any) -> None:
    """Drop what no public function needs. Before, resolve the calls that go through pointers."""
    passes, builder = codegen._module_pass_manager(
        loop_vectorize=False, slp_vectorize=False, opt=0, cost="cheap"
    )
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)


def install() -> None:
    """Replace the functions of Numba that lower, finalize and load a compiled function."""
    lowering, library = typed_passes.BaseNativeLowering, codegen.CPUCodeLibrary
    run_pass, finalize = lowering.run_pass, library.finalize
    optimize_functions = library._optimize_functions
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
        # A function that Python calls, outside of kernels.
        for other in _with_callees(self._linking_libraries):
            if other not in self._linking_libraries:
                self._linking_libraries.append(other)
        finalize(self)

    def optimize_outer(self: Any, module: Any) -> None:
        if getattr(self, INNER, False):
            module.data_layout = self._codegen._data_layout
        else:
            optimize_functions(self, module)

    def executable_or_none(self: Any, made: Any, fndesc: Any, env: Any) -> Any:
        if getattr(made, INNER, False):
            return [].append  # Numba needs a new built-in function each time; it is never called
        return executable(self, made, fndesc, env)

    lowering.run_pass = mark_and_run
    library.finalize = finalize_once
    library._optimize_functions = optimize_outer
    cpu.CPUContext.get_executable = executable_or_none
