"""A kernel in several files: parts that speak of the rules, and helpers that do not.

A kernel's file says `from counterplay.core.unbound import rules`. It may import names from other
files that say so too: its parts. They are never imported; the binder puts their text in place of
the import, each once, so that all of it is one module in which functions can call each other
both ways. What a kernel imports from files that know no rules are helpers, ordinary modules.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

UNBOUND = "from counterplay.core.unbound import rules"
PACKAGE = Path(__file__).parents[1]


@cache
def kernel_text(kernel: Path) -> str:
    """The source of a kernel with its parts put in; it says once where the rules go."""
    return f"{UNBOUND}\n{_assembled(kernel, set())}"


@cache
def helpers(kernel: Path) -> tuple[Path, ...]:
    """The files outside `core` that a kernel imports, and those that they import."""
    found: dict[Path, None] = {}
    waiting = list(_imported(kernel_text(kernel)))
    while waiting:
        path = waiting.pop(0)
        if path not in found and path.parent != Path(__file__).parent:
            found[path] = None
            waiting += _imported(path.read_text(encoding="utf-8"))
    return tuple(found)


def _assembled(path: Path, taken: set[Path]) -> str:
    """The text of a file without the line about rules, its parts in place of their imports."""
    taken.add(path)
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    if UNBOUND not in lines:
        raise ImportError(f"{path.name} is no kernel: it does not say {UNBOUND}")
    inserted = {}
    for node in ast.parse(text).body:
        if not isinstance(node, ast.ImportFrom):
            continue
        first, last = node.lineno - 1, node.end_lineno or node.lineno
        part = _part(node)
        if part is not None or lines[first] == UNBOUND:
            fresh = part is not None and part not in taken
            inserted[first] = (last, _assembled(part, taken) if part and fresh else "")
    out, i = [], 0
    while i < len(lines):
        end, line = inserted.get(i, (i + 1, lines[i]))
        out.append(line)
        i = end
    return "\n".join(out) + "\n"


def _part(node: ast.ImportFrom) -> Path | None:
    """The file of a part that this line imports from; None where it is something else."""
    path = _file(node.module)
    if path is None or UNBOUND not in path.read_text(encoding="utf-8").splitlines():
        return None
    return path


def _imported(text: str) -> Iterator[Path]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            path = _file(node.module)
            if path is not None:
                yield path


def _file(module: str | None) -> Path | None:
    """The file of a module of this package."""
    names = (module or "").split(".")
    path = PACKAGE.joinpath(*names[1:]).with_suffix(".py")
    return path if names[0] == PACKAGE.name and path.is_file() else None
