"""Parse Python text in one thread at a time."""

from __future__ import annotations

import ast
import threading

_lock = threading.Lock()


def parsed(text: str) -> ast.Module:
    """The syntax tree of a text.

    Python before 3.13 counts how deep it is in a tree in one place for all threads. If two threads
    parse at once, it can fail with "AST constructor recursion depth mismatch".
    """
    with _lock:
        return ast.parse(text)
