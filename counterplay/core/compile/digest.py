"""The name of a compiled kernel: a hash of everything that its machine code depends on.

The hash covers the code of every function that the rules can reach and every global that they
read, the constants of the game, the kernel with all its parts and helpers, the files of the
compiler, the versions of Python, NumPy, Numba and LLVM, and the CPU. Comments, docstrings and
layout do not count.

Reading the code of a kernel takes longer than loading its machine code. Its hash is therefore kept
in the cache folder, together with the time and size of every file of this package.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path
from weakref import WeakKeyDictionary

import llvmlite
import numpy as np

from counterplay.core.compile import cache as store
from counterplay.core.compile import rules
from counterplay.core.compile.machine_code import host
from counterplay.core.compile.native import fingerprint, reachable
from counterplay.core.compile.parts import PACKAGE, helpers_of, kernel_text
from counterplay.core.game.contract import RULE
from counterplay.core.game.game import Game
from counterplay.core.parsing import parsed

COMPILER = PACKAGE / "core" / "compile" / "compiler.py"

_digests: WeakKeyDictionary[Game, dict[Path, str]] = WeakKeyDictionary()


def digest_of(game: Game, kernel: Path) -> str:
    """A hash of everything that the compiled kernel depends on.

    It is computed once for each game and kernel: a loaded game does not change.
    """
    known = _digests.setdefault(game, {})
    if kernel not in known:
        known[kernel] = _digest_of(game, kernel)
    return known[kernel]


def _digest_of(game: Game, kernel: Path) -> str:
    data = [(n, np.asarray(v).dtype, np.ndim(v)) for n, v in rules.data_items(game)]
    functions = {n: f for n, f in game.functions.items() if n in RULE}
    order = {function: i for i, function in enumerate(reachable(list(functions.values())))}
    parts = [
        fingerprint(list(functions.values())),
        repr([(name, order[function]) for name, function in functions.items()]),
        repr(rules.constants(game)),
        repr(data),
        kernel_digest(kernel),
        repr(environment()),
    ]
    if game.evaluator is not None:
        parts += [fingerprint([game.evaluator.function]), repr(game.evaluator.weights.dtype)]
        parts += [] if game.evaluator.network is None else [game.evaluator.network.kind]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20]


@cache
def environment() -> tuple[str, ...]:
    """The versions and the CPU that machine code depends on."""
    return (version("numba"), llvmlite.__version__, np.__version__, sys.version, *host())


@cache
def kernel_digest(kernel: Path) -> str:
    """A hash of the code of a kernel, of the files that it imports, and of the compiler."""
    if not kernel.is_relative_to(PACKAGE):
        return code_of_kernel(kernel)
    name = str(kernel.relative_to(PACKAGE))
    stamp, known = _package_stamp(), store.read_notes()
    if known.get("stamp") != stamp:
        known = {"stamp": stamp}
    if name not in known:
        known[name] = code_of_kernel(kernel)
        store.write_notes(known)
    return known[name]


def code_of_kernel(kernel: Path) -> str:
    """The same, read from the files."""
    text = kernel_text(kernel)
    compiler = COMPILER.read_text(encoding="utf-8")
    files = dict.fromkeys([*helpers_of(text), COMPILER, *helpers_of(compiler)])
    parts = [code_digest(text), *(file_digest(path) for path in files)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def _package_stamp() -> str:
    """A hash of the path, time and size of every Python file of this package."""
    stats = ((str(path), path.stat()) for path in sorted(PACKAGE.rglob("*.py")))
    rows = [(path, stat.st_mtime_ns, stat.st_size) for path, stat in stats]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


@cache
def file_digest(path: Path) -> str:
    """A hash of the code in a file; see `code_digest`."""
    return code_digest(path.read_text(encoding="utf-8"))


def code_digest(text: str) -> str:
    """A hash of the code in a text. Comments, docstrings and layout do not count."""
    tree = parsed(text)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [n for n in body if not _is_text(n)]  # type: ignore[attr-defined]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def _is_text(node: ast.stmt) -> bool:
    """Whether a statement is a bare string: a docstring."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
