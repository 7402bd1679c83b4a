"""Bind a kernel to a game: join their code, compile it, keep the machine code on disk.

There is one compiled kernel for each (game, evaluator, kernel, parameters). It is named by a hash
of everything that it depends on. If the cache has its machine code, that is loaded and no compiler
is imported. Otherwise all entries are compiled at once: the user sees what takes time, and an error
in the rules becomes a sentence about the rules.
"""

from __future__ import annotations

import linecache
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType

import numpy as np

from counterplay.core.compile import cache as store
from counterplay.core.compile import rules as rules_of
from counterplay.core.compile.assistant import fork_assistant, start_assistant
from counterplay.core.compile.declarations import Source, source_of
from counterplay.core.compile.digest import digest_of
from counterplay.core.compile.machine_code import ObjectFile, load
from counterplay.core.compile.parts import UNBOUND, kernel_name, kernel_text
from counterplay.core.compile.switch import is_interpreted
from counterplay.core.game.checked import is_checked
from counterplay.core.game.errors import CounterplayError, UnfitError
from counterplay.core.game.game import Game

QUIET_SECONDS = 1.0
"""A compilation that takes longer than this is announced."""

_binding = threading.RLock()
_modules: dict[str, ModuleType] = {}
"""The bound kernels of this process, by digest. Games that differ only in their data share one."""


def bind(
    game: Game, kernel: Path, *, is_guarded: bool = False, is_alone: bool = False
) -> ModuleType:
    """The kernel in the file `kernel`, bound to `game` and compiled.

    The module has the names of the kernel and `rules`, `DTYPE` (the type of its context) and
    `SECONDS` (the compile time; 0.0 if the machine code was in the cache). The rules of a game that
    was never checked, and with `is_guarded` all rules, are compiled with guards: a fault in them
    raises an exception (`guards.py`). A process `is_alone` if it does nothing but compile; it may
    then be copied, to use a second core.
    """
    is_guarded = is_guarded or not is_checked(game)
    digest = _digest(game, kernel, is_guarded)
    with _binding:
        if digest in _modules:
            _modules[digest].SECONDS = 0.0  # type: ignore[attr-defined]
        else:
            _modules[digest] = _bind(game, kernel, digest, is_guarded, is_alone)
        return _modules[digest]


def is_ready(game: Game, kernel: Path) -> bool:
    """Whether `bind` needs no compiler: the kernel is loaded, or its machine code is stored."""
    digest = _digest(game, kernel, not is_checked(game))
    return is_interpreted() or digest in _modules or store.has(_name(game, kernel, digest))


def _digest(game: Game, kernel: Path, is_guarded: bool) -> str:
    """The hash of a bound kernel, which names it."""
    return digest_of(game, kernel) + ("_guarded" if is_guarded else "")


def _bind(game: Game, kernel: Path, digest: str, is_guarded: bool, is_alone: bool) -> ModuleType:
    name = _name(game, kernel, digest)
    stored = None if is_interpreted() else store.read(name)
    code = stored.code if stored else _code_of(game, kernel, name)
    module = _module(game, code)
    if not is_interpreted():
        if stored is None:
            machine_code = _compile(game, kernel, module, is_guarded, is_alone)
            if machine_code.is_lasting:
                store.write(name, store.Stored(code, machine_code))
        else:
            machine_code = stored.machine_code
        try:
            module.__dict__.update(load(machine_code))
        except UnfitError as error:
            from counterplay.core.compile.diagnose import needs_python

            raise needs_python(game, str(error)) from error
    return module


def _module(game: Game, code: CodeType) -> ModuleType:
    """The kernel with the rules of the game, as plain Python."""
    module = ModuleType(code.co_filename)
    module.__file__ = code.co_filename
    module.rules = rules_of.for_kernels(game)  # type: ignore[attr-defined]
    exec(code, module.__dict__)
    context = [*module.rules.CONTEXT, *module.CONTEXT]
    module.DTYPE = np.dtype(context, align=True)  # type: ignore[attr-defined]
    module.SECONDS = 0.0  # type: ignore[attr-defined]
    return module


def source(game: Game, kernel: Path) -> Source:
    """What the compiler gets: for an assistant, which compiles a part of it."""
    name = _name(game, kernel, digest_of(game, kernel))
    return source_of(_module(game, _code_of(game, kernel, name)))


def _name(game: Game, kernel: Path, digest: str) -> str:
    """The name of a bound kernel, in the cache and for people."""
    return f"{kernel_name(kernel)}_{game.name}_{digest}"


def _code_of(game: Game, kernel: Path, name: str) -> CodeType:
    """The kernel's Python code. Its text is kept for error messages, which quote lines of it."""
    text = module_text(game, kernel)
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    return compile(text, name, "exec", dont_inherit=True)


def module_text(game: Game, kernel: Path) -> str:
    """The source of the bound module, as it is compiled. `rules` is in its namespace."""
    header = f"# Generated by counterplay: kernel {kernel_name(kernel)} for {game.name}.\n"
    return header + kernel_text(kernel).replace(UNBOUND, "")


def _compile(
    game: Game, kernel: Path, module: ModuleType, is_guarded: bool, is_alone: bool
) -> ObjectFile:
    """The machine code of the kernel's entries."""
    started = time.perf_counter()
    text = f"counterplay: compiling {kernel_name(kernel)} for {game.name} (the first time only) …"
    with announced(text):
        parts = source_of(module)
        assistant = None
        if not is_alone:  # the new process imports the compiler while this one does
            assistant = start_assistant(game, kernel, is_guarded, parts.needed)
        try:
            from counterplay.core.compile.compiler import compile_kernel

            if is_alone:
                assistant = fork_assistant(parts, is_guarded)
            machine_code = compile_kernel(parts, is_guarded, assistant)
        except CounterplayError:
            raise
        except Exception as error:  # Numba also lets errors of its own machinery through
            from counterplay.core.compile.diagnose import diagnose

            raise diagnose(error, game) from error
        finally:
            if assistant is not None:
                assistant.end()
    module.SECONDS = time.perf_counter() - started  # type: ignore[attr-defined]
    return machine_code


@contextmanager
def announced(text: str) -> Iterator[None]:
    """Print `text` to standard error if the block takes longer than `QUIET_SECONDS`."""
    timer = threading.Timer(QUIET_SECONDS, lambda: print(text, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
