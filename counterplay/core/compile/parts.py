"""A kernel in several files: its parts, which use the rules, and its helpers, which do not.

A kernel's file contains `from counterplay.core.compile.unbound import rules`. It may import names
from other files that contain this line: its parts. Parts are never imported as modules. The binder
replaces each such import by the text of the part, once, so the whole kernel is one module and its
functions can call each other in both directions. Therefore a part cannot be imported under an
alias, and two parts cannot define the same name. (A file may redefine a name that it imports, to
extend it: `CONTEXT = [*CONTEXT, …]`.)

Files that a kernel imports and that do not use the rules are helpers: ordinary modules. The name of
the compiled kernel is a hash of all parts and all helpers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from counterplay.core.parsing import parsed

UNBOUND = "from counterplay.core.compile.unbound import rules"
PACKAGE = Path(__file__).parents[2]

MAIN_FILES = ("kernel", "search")
"""File names that say nothing by themselves: the kernel is called like their folder."""


def kernel_name(kernel: Path) -> str:
    """The name of a kernel for people: `alphabeta` for `engine/alphabeta/kernel/search.py`."""
    if kernel.stem not in MAIN_FILES:
        return kernel.stem
    folder = kernel.parent
    return folder.parent.name if folder.name == "kernel" else folder.name


def uses_rules(text: str) -> bool:
    """Whether a line of the text marks where the rules go. A comment may follow."""
    return any(line.partition("#")[0].rstrip() == UNBOUND for line in text.splitlines())


@cache
def kernel_text(kernel: Path) -> str:
    """The source of a kernel with its parts inserted; one line marks where the rules go."""
    return f"{UNBOUND}\n{_assembled(kernel, {})}"


@cache
def helpers_of(text: str) -> tuple[Path, ...]:
    """Every file of this package that a text imports, directly or through other files.

    The name of a compiled kernel is a hash of these files, so none of them may be missing here.
    """
    found: dict[Path, None] = {}
    waiting = list(_imported(text))
    while waiting:
        path = waiting.pop(0)
        if path not in found:
            found[path] = None
            waiting += _imported(path.read_text(encoding="utf-8"))
    return tuple(found)


def _assembled(path: Path, defined: dict[Path, dict[str, int]]) -> str:
    """The text of a file without the line about rules, its parts in place of their imports.

    `defined` maps each file inserted so far to the names that it defines at its top level.
    """
    text = path.read_text(encoding="utf-8")
    lines, body = text.splitlines(), parsed(text).body
    if not uses_rules(text):
        raise ImportError(f"{_shown(path)} is not a kernel: it does not contain {UNBOUND!r}")
    defined[path] = _defined_in(body)
    _refuse_collisions(path, defined)
    inserted = {}
    for node in body:
        if not isinstance(node, ast.ImportFrom):
            continue
        first, last = node.lineno - 1, node.end_lineno or node.lineno
        part = _part(node)
        if part is None:
            if uses_rules(lines[first]):
                inserted[first] = (last, "")
            continue
        inserted[first] = (last, "" if part in defined else _assembled(part, defined))
        _refuse_aliases(path, node, part, defined[part])
    out, i = [], 0
    while i < len(lines):
        end, line = inserted.get(i, (i + 1, lines[i]))
        out.append(line)
        i = end
    return "\n".join(out) + "\n"


def _defined_in(body: list[ast.stmt]) -> dict[str, int]:
    """The names that a file defines at its top level, each with its line.

    A name that the file imports and then redefines is left out: the file extends it, for example
    by adding fields to the CONTEXT of another kernel.
    """
    found: dict[str, int] = {}
    rebound = {
        alias.name for node in body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node.lineno
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                names = (n for n in ast.walk(target) if isinstance(n, ast.Name))
                found.update({name.id: node.lineno for name in names})
    return {name: line for name, line in found.items() if name not in rebound}


def _refuse_collisions(path: Path, defined: dict[Path, dict[str, int]]) -> None:
    """All parts become one module, so two of them cannot define the same name."""
    for other, names in defined.items():
        for name in defined[path].keys() & names.keys() if other != path else ():
            raise ImportError(
                f"{_shown(path)}, line {defined[path][name]}: {name} is also defined in "
                f"{_shown(other)}, line {names[name]}, and both are parts of one kernel: "
                "rename one of them, or import it"
            )


def _refuse_aliases(path: Path, node: ast.ImportFrom, part: Path, names: dict[str, int]) -> None:
    """The text of a part replaces its import, so a name must exist there and keep its name."""
    where = f"{_shown(path)}, line {node.lineno}"
    for alias in node.names:
        if alias.asname not in (None, alias.name):
            raise ImportError(
                f"{where}: a part of a kernel cannot be imported under another name: "
                f"write {alias.name} in place of {alias.asname}"
            )
        if alias.name not in names:
            raise ImportError(f"{where}: {_shown(part)} defines no {alias.name}")


def _part(node: ast.ImportFrom) -> Path | None:
    """The file of the part that this line imports from; None if it is not a part."""
    path = _file(node.module or "")
    return path if path is not None and uses_rules(path.read_text(encoding="utf-8")) else None


def _imported(text: str) -> Iterator[Path]:
    """The files of this package that a text imports, at its top level or inside a function."""
    waiting: list[ast.AST] = [parsed(text)]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        waiting += (n for n in ast.iter_child_nodes(node) if isinstance(n, ast.stmt))
        names = []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from filter(None, map(_file, names))


def _file(module: str) -> Path | None:
    """The file of a module of this package; None for other packages and for `unbound`."""
    names = module.split(".")
    if names[0] != PACKAGE.name or len(names) < 2 or module == UNBOUND.split()[1]:
        return None
    path = PACKAGE.joinpath(*names[1:])
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    return None


def _shown(path: Path) -> str:
    return str(path.relative_to(PACKAGE) if path.is_relative_to(PACKAGE) else path)
