"""What NumPy's integers do without a word: 8, 16 and 32 bits wrap around, which compiled rules do
not, and a division by zero gives 0."""

from __future__ import annotations

import ast
import sys
from collections.abc import Container
from types import CodeType, FrameType
from typing import Any

import numpy as np

from counterplay.conformance.source import expression_at


class NarrowOverflowError(Exception):
    """An integer of few bits overflowed. The message ends a sentence."""


class Overflows:
    """Called by NumPy when a scalar overflows, or is divided by zero. Words of 64 bits may
    overflow: they hash, and compiled ones wrap around, too."""

    def __init__(self, files: Container[str]) -> None:
        self._files = files
        self._harmless: set[tuple[CodeType, int]] = set()

    def __call__(self, kind: str, flag: int) -> None:
        frame = sys._getframe(1)
        place = (frame.f_code, frame.f_lasti)
        if place in self._harmless or frame.f_code.co_filename not in self._files:
            return
        if kind.startswith("divide"):
            if _divides_integers(frame):
                raise ZeroDivisionError("integer division or modulo by zero")
            return
        narrow = _narrow_operation(frame)
        if narrow is None:
            self._harmless.add(place)
            return
        text, word = narrow
        info = np.iinfo(word)
        raise NarrowOverflowError(
            f"computes `{text}` with the type {word}, which holds only {info.min} to {info.max}: "
            "write int(…) around a narrow number before you compute with it"
        )


def _divides_integers(frame: FrameType) -> bool:
    """Whether the operation is a division of single integers that gives one."""
    node = expression_at(frame)
    if isinstance(node, ast.BinOp):
        operator, divisor = node.op, _value(node.right, frame)
    elif isinstance(node, ast.AugAssign):
        operator, divisor = node.op, _value(node.value, frame)
    else:
        return False
    return isinstance(operator, (ast.FloorDiv, ast.Mod)) and isinstance(divisor, (int, np.integer))


def _narrow_operation(frame: FrameType) -> tuple[str, np.dtype[Any]] | None:
    """The text and the type of the operation that overflowed, if it has fewer than 64 bits."""
    node = expression_at(frame)
    if isinstance(node, ast.BinOp):
        operands: tuple[ast.expr, ...] = (node.left, node.right)
    elif isinstance(node, ast.AugAssign):
        operands = (node.target, node.value)
    elif isinstance(node, ast.UnaryOp):
        operands = (node.operand,)
    else:
        return None
    values = [_value(operand, frame) for operand in operands]
    words = [np.dtype(type(v)) for v in values if isinstance(v, np.generic)]
    if not words or any(value is None for value in values):
        return None
    word = np.result_type(*words)
    is_narrow = word.kind in "iu" and word.itemsize < 8
    return (ast.unparse(node), word) if is_narrow else None


def _value(node: ast.expr, frame: FrameType) -> Any:
    """The value of an operand, computed once more; rules are pure. None if that fails."""
    code = compile(ast.Expression(_loaded(node)), "operand", "eval")
    try:
        with np.errstate(all="ignore"):
            return eval(code, frame.f_globals, dict(frame.f_locals))
    except Exception:
        return None


def _loaded(node: ast.expr) -> ast.expr:
    """The expression, to be read: the target of `+=` is written and read."""
    return ast.parse(ast.unparse(node), mode="eval").body
