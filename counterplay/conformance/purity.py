"""Checks that no rule changes a global: compiled code would keep the old value."""

from __future__ import annotations

import ast
import dis
import hashlib
import random
from itertools import pairwise
from types import BuiltinFunctionType, FunctionType, ModuleType

import numpy as np

from counterplay.conformance.findings import Findings
from counterplay.core.compile.native import add_value, globals_read, reachable
from counterplay.core.game.contract import RULE
from counterplay.core.game.game import Game
from counterplay.core.game.syntax import tree_of


def compiled(game: Game) -> list[FunctionType]:
    """The functions of a game that are compiled: the rules and the evaluator."""
    rules = [f for name, f in game.functions.items() if name in RULE]
    return rules if game.evaluator is None else [*rules, game.evaluator.function]


def check_assignments(game: Game, findings: Findings) -> None:
    """No rule assigns to a global."""
    for function in reachable(compiled(game)):
        for instruction in dis.get_instructions(function):
            if instruction.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                name, code = function.__name__, function.__code__
                line = instruction.positions.lineno if instruction.positions else None
                text = f"{name}() assigns to the global {instruction.argval!r}: rules must be pure"
                place = (code.co_filename, line or code.co_firstlineno)
                findings.add("purity", text, name, None, place)


def check_random(game: Game, findings: Findings) -> None:
    """No rule draws at random, looks at the clock or asks someone."""
    for function in reachable(compiled(game)):
        code = function.__code__
        if code.co_filename not in game.files_of("evaluate"):
            continue
        instructions = list(dis.get_instructions(function))
        for instruction, after in pairwise(instructions):
            if instruction.opname != "LOAD_GLOBAL":
                continue
            name = instruction.argval
            value = function.__globals__.get(name, WAITING.get(name))
            if value is np and after.argval == "random":
                name = f"{name}.random"
            elif not _is_unsteady(value):
                continue
            elif isinstance(value, ModuleType):
                name = f"{name}.{after.argval}"
            line = instruction.positions.lineno if instruction.positions else None
            waits = name in WAITING and value is WAITING[name]
            hint = WAITS if waits else DRAWS
            text = f"{function.__name__}() uses {name}{hint}"
            place = (code.co_filename, line or code.co_firstlineno)
            findings.add("purity", text, function.__name__, None, place)


WAITING = {"input": input, "breakpoint": breakpoint}
"""The functions of Python that wait for a person."""

WAITS = "(), which waits for a person: a search calls rules millions of times, so remove it"
DRAWS = ": rules must be pure. Chance is a player, and sample() and resample() draw from their seed"

UNSTEADY = ("random", "secrets", "time", "uuid", "numpy.random")
"""The modules whose functions return something else in every call."""


def _is_unsteady(value: object) -> bool:
    """Whether a global is such a module, one of its functions, or a generator of random numbers."""
    if isinstance(value, ModuleType):
        return value.__name__ in UNSTEADY
    if any(value is function for function in WAITING.values()):
        return True
    owner = getattr(value, "__self__", value)  # `from random import choice` is a bound method
    if isinstance(owner, (random.Random, np.random.Generator, np.random.RandomState)):
        return True
    is_function = isinstance(value, BuiltinFunctionType)
    return is_function and getattr(value, "__module__", None) in UNSTEADY


def check_output(game: Game, findings: Findings) -> None:
    """No rule prints: a search calls it millions of times, and programs read what is printed."""
    for function in reachable(compiled(game)):
        code, name = function.__code__, function.__name__
        if code.co_filename not in game.files_of("evaluate") or "print" in function.__globals__:
            continue
        for instruction in dis.get_instructions(function):
            if instruction.opname == "LOAD_GLOBAL" and instruction.argval == "print":
                line = instruction.positions.lineno if instruction.positions else None
                text = (
                    f"{name}() calls print(): a search calls rules millions of times, so remove it"
                )
                findings.add("print", text, name, None, (code.co_filename, line or 0))


def snapshot(game: Game) -> dict[str, str]:
    """A hash of each global that the rules read, by name; functions and modules do not change."""
    found = {}
    for function in reachable(compiled(game)):
        for name, value in globals_read(function):
            if not isinstance(value, (FunctionType, ModuleType, type)):
                digest = hashlib.sha256()
                add_value(digest.update, value)
                found[name] = digest.hexdigest()
    return found


def check_unchanged(game: Game, findings: Findings, before: dict[str, str]) -> None:
    """Playing has not changed a global that the rules read."""
    for name, digest in snapshot(game).items():
        if before.get(name, digest) != digest:
            function, place = _writer(game, name)
            text = (
                f"{function}() changes the global {name}: rules must be pure, so put what changes "
                "into the State"
            )
            findings.add("purity", text, function, None, place)


def _writer(game: Game, name: str) -> tuple[str, tuple[str, int] | None]:
    """The function that changes a global, and the line where it does, as far as the text shows."""
    for function in reachable(compiled(game)):
        code = function.__code__
        lines = {line for *_, line in code.co_lines() if line}
        for node in ast.walk(tree_of(code.co_filename)):
            line = getattr(node, "lineno", 0)
            if line in lines and _changes(node, name):
                return function.__name__, (code.co_filename, line)
    reader = next(f for f in reachable(compiled(game)) if name in dict(globals_read(f)))
    return reader.__name__, (reader.__code__.co_filename, reader.__code__.co_firstlineno)


def _changes(node: ast.AST, name: str) -> bool:
    """Whether a statement writes into the global, or calls a method of it: `SEEN.append(a)`."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = [t for t in node.targets if isinstance(t, ast.Subscript)]
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript):
        targets = [node.target]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        targets = [node.func.value]
    return any(isinstance(t, ast.expr) and _root(t) == name for t in targets)


def _root(node: ast.expr) -> str:
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
