"""The text of a user's file: the expression that a frame is computing, and where names occur."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from types import CodeType, FrameType

from counterplay.core.game.syntax import tree_of


def expression_at(frame: FrameType) -> ast.AST | None:
    """The innermost expression or statement that a frame is computing; None if not known."""
    return expression_of(frame.f_code, frame.f_lasti)


@lru_cache(maxsize=4096)
def expression_of(code: CodeType, instruction: int) -> ast.AST | None:
    """The part of the text that an instruction was made from."""
    places = next(islice(code.co_positions(), instruction // 2, None), None)
    if places is None or None in places:
        return None
    line, end_line, column, end_column = places
    for node in ast.walk(tree_of(code.co_filename)):
        where = (
            getattr(node, "lineno", None),
            getattr(node, "end_lineno", None),
            getattr(node, "col_offset", None),
            getattr(node, "end_col_offset", None),
        )
        if where == (line, end_line, column, end_column) and not isinstance(node, ast.Expr):
            return node
    return None


def names_used(path: str) -> set[str]:
    """Every name that a file reads anywhere, as a name, an attribute or a text."""
    used: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            used.add(node.id)
        elif isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            used.add(node.value)
    return used


def names_defined(path: str) -> dict[str, int]:
    """The names that a file defines at its top level, with their lines."""
    defined: dict[str, int] = {}
    for node in tree_of(path).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            defined.setdefault(node.name, node.lineno)
        for target in _targets(node):
            if isinstance(target, ast.Name):
                defined.setdefault(target.id, node.lineno)
    return defined


def defined_twice(path: str) -> Iterator[tuple[str, int, int]]:
    """The functions that a later one of the same name replaces, with both lines."""
    lines: dict[str, int] = {}
    for node in tree_of(path).body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            if node.name in lines:
                yield node.name, lines[node.name], node.lineno
            lines[node.name] = node.lineno


def _targets(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []
