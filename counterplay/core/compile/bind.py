"""Bind a kernel to a game: one generated module for each (game, evaluator, kernel, parameters).

The module is the kernel's own source with the game's rules put in; it is named by a hash of all
it depends on and lives in the cache folder, where Numba keeps its machine code. It is compiled
here and now, with the one signature its entries have, so that a user sees what takes time, and
an error in the rules comes out as a sentence about the rules.
"""

from __future__ import annotations

import hashlib
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import llvmlite
import numba
import numpy as np
from numba import config, types
from numba.core.registry import CPUDispatcher

from counterplay.core.compile import cache as store
from counterplay.core.compile import rules as rules_of
from counterplay.core.compile.diagnose import diagnose
from counterplay.core.compile.native import add_value, fingerprint
from counterplay.core.compile.parts import UNBOUND, helpers, kernel_name, kernel_text
from counterplay.core.game.contract import RULE
from counterplay.core.game.game import Game

QUIET_SECONDS = 1.0
"""How long a compilation may take before it says so."""

_binding = threading.RLock()
_modules: dict[str, ModuleType] = {}
"""Bound kernels of this process, by their digest: games that differ in their data share one."""

_digests: WeakKeyDictionary[Game, dict[Path, str]] = WeakKeyDictionary()


def bind(game: Game, kernel: Path) -> ModuleType:
    """The kernel in the file `kernel`, bound to `game` and compiled.

    The module has the kernel's names, `rules`, `DTYPE` (of its context), and `SECONDS`: how long
    it took to compile, 0.0 where the machine code was at hand.
    """
    digest = digest_of(game, kernel)
    with _binding:
        if digest in _modules:
            _modules[digest].SECONDS = 0.0  # type: ignore[attr-defined]
        else:
            try:
                _modules[digest] = _bind(game, kernel, digest, store.folder())
                store.prune()
            except OSError as error:
                store.say_temporary(error)
                _modules[digest] = _bind(game, kernel, digest, store.temporary_folder())
        return _modules[digest]


def _bind(game: Game, kernel: Path, digest: str, folder: Path) -> ModuleType:
    rules = rules_of.native(game, f"counterplay_rules_{digest}")
    source = folder / f"{kernel_name(kernel)}_{game.name}_{digest}.py"
    store.put(source, module_text(game, kernel, digest))
    if not config.DISABLE_JIT:
        store.drop_damaged(source)
    module = _import(source)
    module.DTYPE = np.dtype([*rules.CONTEXT, *module.CONTEXT], align=True)  # type: ignore[attr-defined]
    module.SECONDS = 0.0  # type: ignore[attr-defined]
    if not config.DISABLE_JIT:
        _compile(game, kernel, module)
        if module.SECONDS:
            store.seal(source)
    return module


def module_text(game: Game, kernel: Path, digest: str) -> str:
    """The source of the generated module."""
    header = f"# Made by counterplay: kernel {kernel_name(kernel)} for {game.name}.\n"
    bound = f"import counterplay_rules_{digest} as rules"
    return header + kernel_text(kernel).replace(UNBOUND, bound)


def digest_of(game: Game, kernel: Path) -> str:
    """A hash of everything that the compiled kernel depends on, worked out once.

    Rules that are loaded do not change: those of an edited file are another game.
    """
    known = _digests.setdefault(game, {})
    if kernel not in known:
        known[kernel] = _digest_of(game, kernel)
    return known[kernel]


def _digest_of(game: Game, kernel: Path) -> str:
    data = [(n, np.asarray(v).dtype, np.ndim(v)) for n, v in rules_of.data_items(game)]
    parts = [
        fingerprint([f for n, f in game.functions.items() if n in RULE]),
        repr(rules_of.constants(game)),
        repr(data),
        code_digest(kernel_text(kernel)),
        *(file_digest(path) for path in helpers(kernel)),
        repr((numba.__version__, llvmlite.__version__, np.__version__, sys.version)),
    ]
    if game.evaluator is not None:
        parts += [fingerprint([game.evaluator.function]), repr(game.evaluator.weights.dtype)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20]


@cache
def file_digest(path: Path) -> str:
    """A hash of the code in a file."""
    return code_digest(path.read_text(encoding="utf-8"))


def code_digest(text: str) -> str:
    """A hash of the code in a text. Comments, docstrings and layout do not count."""
    digest = hashlib.sha256()
    add_value(digest.update, compile(text, "", "exec", dont_inherit=True, optimize=2))
    return digest.hexdigest()


def _import(source: Path) -> ModuleType:
    """Run the generated file as a module of its own name."""
    module = ModuleType(source.stem)
    module.__file__ = str(source)
    sys.modules[module.__name__] = module
    # Machine code goes beside the source, where its checksums are, whatever NUMBA_CACHE_DIR says.
    elsewhere, config.CACHE_DIR = config.CACHE_DIR, ""
    try:
        exec(compile(source.read_text(encoding="utf-8"), str(source), "exec"), module.__dict__)
    finally:
        config.CACHE_DIR = elsewhere
    return module


def _compile(game: Game, kernel: Path, module: ModuleType) -> None:
    """Compile the kernel's entries, or load their machine code."""
    context = types.Array(numba.from_dtype(module.DTYPE), 1, "C")
    started = time.perf_counter()
    text = f"counterplay: compiling {kernel_name(kernel)} for {game.name} (the first time only) …"
    with nullcontext() if store.machine_code(Path(module.__file__ or "")) else _saying(text):
        for function in entries(module):
            try:
                function.compile((context,))
            except OSError:
                raise
            except Exception as error:  # Numba also lets errors of its own machinery through
                raise diagnose(error, game) from error
            function.disable_compile()
    compiled = any(sum(f.stats.cache_misses.values()) for f in entries(module))
    module.SECONDS = time.perf_counter() - started if compiled else 0.0  # type: ignore[attr-defined]


def entries(module: ModuleType) -> list[Any]:
    """The functions of a bound kernel that Python calls."""
    return [
        f
        for f in module.__dict__.values()
        if isinstance(f, CPUDispatcher)
        and f.py_func.__module__ == module.__name__
        and f.py_func.__code__.co_varnames[:1] == ("contexts",)
    ]


@contextmanager
def _saying(text: str) -> Iterator[None]:
    """Print `text` if what is done inside takes more than a moment."""
    timer = threading.Timer(QUIET_SECONDS, lambda: print(text, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
