"""The text of a user's file as a syntax tree: functions by line, and what cannot be compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from counterplay.core.parsing import parsed

Function = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

TEXTS = "texts are only for functions that are not compiled, such as show_move"
BITS = {
    "bin": "write cp.bits.popcount(x) to count the bits of a number",
    "bit_count": "write cp.bits.popcount(x)",
    "bit_length": "write cp.bits.highest(x) + 1",
}
TOP = "define it at the top level of the file"


def tree_of(path: str) -> ast.Module:
    """The syntax tree of a file; an empty one if it cannot be read."""
    try:
        return _parsed(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return _parsed("")


@lru_cache(maxsize=16)
def _parsed(text: str) -> ast.Module:
    try:
        return parsed(text)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def function_at(path: str, line: int) -> Function | None:
    """The function at the top level of a file that contains a line."""
    for node in tree_of(path).body:
        if isinstance(node, Function) and node.lineno <= line <= (node.end_lineno or line):
            return node
    return None


def line_of_name(path: str, name: str) -> int | None:
    """The line of a file that gives a name its value at the top level, the last if there are
    several; None if no line does so."""
    lines = [node.lineno for node in _statements(tree_of(path).body) if name in _names_of(node)]
    return lines[-1] if lines else None


def line_of_field(path: str, state: str, field: str) -> int | None:
    """The line that declares a field of a class or a record; if it is not found, the line of the
    class or the record."""
    line = line_of_name(path, state)
    for node in _statements(tree_of(path).body):
        if node.lineno != line:
            continue
        for part in ast.walk(node):
            is_name = isinstance(part, ast.AnnAssign) and _names_of(part) == {field}
            if isinstance(part, (ast.Constant, ast.AnnAssign)) and (
                is_name or getattr(part, "value", None) == field
            ):
                return part.lineno
    return line


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements at the top level, also those in `if`, `for`, `try` and `with`."""
    for node in body:
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            for part in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, part, []))
            for handler in getattr(node, "handlers", []):
                yield from _statements(handler.body)


def _names_of(node: ast.stmt) -> set[str]:
    """The names to which a statement gives a value."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, (ast.AnnAssign, ast.AugAssign)):
        targets = [node.target]
    parts = [part for target in targets for part in ast.walk(target)]
    return {part.id for part in parts if isinstance(part, ast.Name)}


def uncompilable_at(path: str, line: int, only_there: bool = False) -> tuple[int, str] | None:
    """What cannot be compiled at a line, or else elsewhere in its function: its line, and a
    sentence that begins with `it`. None if everything looks usual."""
    function = function_at(path, line)
    if function is None:
        return None
    found = list(_constructs(function))
    here = [(at, text) for at, text in found if at == line]
    return next(iter(here if only_there else here or found), None)


def _constructs(function: Function) -> Iterator[tuple[int, str]]:
    """Everything in a function that the compiler may refuse, with its line."""
    if function.args.kwarg is not None:
        yield function.lineno, f"it takes `**{function.args.kwarg.arg}`: name each argument"
    for node in ast.walk(function):
        if node is function or not isinstance(node, (ast.expr, ast.stmt)):
            continue
        text = _about(node, function.name)
        if text is not None:
            yield node.lineno, text


def _about(node: ast.expr | ast.stmt, function: str) -> str | None:
    called = node.func if isinstance(node, ast.Call) else None
    name = called.id if isinstance(called, ast.Name) else ""
    if name == function:
        return "it calls itself: write a loop, or a stack in an array"
    if isinstance(node, (ast.Set, ast.SetComp)) or name in ("set", "frozenset"):
        return "it uses a set: use the bits of an integer, or an array"
    if isinstance(node, (ast.Dict, ast.DictComp)) or name in ("dict", "defaultdict", "Counter"):
        return "it uses a dictionary: use an array or a tuple"
    if isinstance(node, ast.Try):
        return "it uses `try`: test what can go wrong before you compute it"
    if isinstance(node, (ast.Yield, ast.YieldFrom, ast.GeneratorExp)):
        return "it uses a generator: write a loop"
    if isinstance(node, (ast.Lambda, ast.FunctionDef)):
        return f"it defines a function inside a function: {TOP}"
    if isinstance(node, ast.ClassDef):
        return f"it defines a class: {TOP}, and do not use it in rules"
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return "it imports a module: import it at the top of the file"
    if isinstance(node, ast.With):
        return "it uses `with`: rules can only compute"
    if isinstance(node, ast.Starred):
        return "it unpacks with `*`: name each part"
    if isinstance(node, ast.JoinedStr) or name in ("str", "repr", "format", "ord", "chr"):
        return f"it uses a text: {TEXTS}"
    if name in BITS:
        return f"it calls {name}(): {BITS[name]}"
    if isinstance(node, ast.Attribute) and node.attr in BITS:
        return f"it uses `.{node.attr}`, which cannot be compiled: {BITS[node.attr]}"
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Constant):
        return f"it uses a text: {TEXTS}" if isinstance(node.value.value, str) else None
    if name in ("print", "input", "open"):
        return f"it calls {name}(): rules can only compute"
    if name in ("any", "all", "sorted", "filter", "map", "reversed", "isinstance", "getattr"):
        return f"it calls {name}(), which cannot be compiled: write a loop"
    if isinstance(node, (ast.List, ast.ListComp)) and not isinstance(
        getattr(node, "ctx", None), ast.Store
    ):
        return "it uses a list: use a tuple of numbers or an array"
    return None
