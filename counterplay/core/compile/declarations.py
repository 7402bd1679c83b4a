"""The functions of a kernel whose types are known before anything is compiled.

The contract says what every rule takes and returns, a recursive function returns an int64 unless an
annotation says otherwise, and some functions of a kernel say what they return by an annotation.
Their callers can be compiled without them, in any order, and in two processes side by side
(`assistant.py`); `compiler.py` joins the parts. A declaration serves the calls with exactly these
types. Any other call gets a compilation of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from counterplay.core.compile.kernel import MARK
from counterplay.core.compile.native import names_read
from counterplay.core.game.contract import RULE

SYMBOL = "counterplay."
"""The beginning of the names of these functions in machine code."""

ARGUMENTS = {
    "ctx": "context",
    "s": "state",
    "child": "state",
    "moves": "moves",
    "outcomes": "moves",
    "probabilities": "probabilities",
    "chances": "probabilities",
    "seed": "key",
    "key": "key",
    "data": "key",
}
"""The kinds of arguments, by name, as all kernels use them. All others are integers, or numbers if
an annotation says so: `alpha: float`."""

RESULTS = {
    **{name: rule.gives for name, rule in RULE.items()},
    "evaluate": "int",
}
"""The kinds of results of a game's functions, as kernels see them (`rules.py`)."""

ANNOTATIONS: dict[Any, str] = {
    int: "int",
    float: "number",
    bool: "bool",
    np.uint64: "key",
    None: "nothing",
}
"""The kind of result that a kernel's function declares by its annotation: `-> int`."""


@dataclass(frozen=True)
class Declaration:
    """A function, and the kinds of its arguments and of its result."""

    function: FunctionType
    arguments: tuple[str, ...]
    result: str


@dataclass(frozen=True)
class Source:
    """What the compiler gets of a kernel.

    entries   the functions that Python calls, by symbol
    context   the type of the context
    state     a state of the game; None if it is a record, the type of the context's `root`
    declared  the functions whose types are known, by symbol
    needed    the symbols that are certainly needed, in the order in which to compile them
    """

    entries: dict[str, FunctionType]
    context: np.dtype[Any]
    state: Any = None
    declared: dict[str, Declaration] = field(default_factory=dict)
    needed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """A part of a kernel: LLVM bitcode, and what the entries in it return, by symbol."""

    bitcode: bytes
    returns: dict[str, str]


def entry_symbol(name: str) -> str:
    """The symbol of an entry."""
    return f"{SYMBOL}entry.{name}"


def source_of(module: ModuleType) -> Source:
    """The source of a bound kernel."""
    functions = [f for f in module.__dict__.values() if isinstance(f, FunctionType)]
    marks = {f: getattr(f, MARK, "") for f in functions}
    entries = {entry_symbol(f.__name__): f for f in functions if marks[f] == "entry"}
    recursive = {
        f"{SYMBOL}{f.__name__}": _declared(f, ANNOTATIONS[f.__annotations__.get("return", int)])
        for f in functions
        if marks[f] == "recursive"
    }
    annotated = {
        f"{SYMBOL}{f.__name__}": _declared(f, ANNOTATIONS[f.__annotations__["return"]])
        for f in functions
        if marks[f] in ("native", "hot") and "return" in f.__annotations__
    }
    used = set().union(*(names_read(f.__code__) for f in functions))
    rules = {
        f"{SYMBOL}rules.{name}": _declared(value, RESULTS[name])
        for name, value in module.rules.__dict__.items()
        if name in used and f"raw_{name}" in module.rules.__dict__
    }
    # The recursive function that the root calls takes longest. It alone says if others are needed.
    called = set().union(*(names_read(f.__code__) for f in functions if marks[f] != "recursive"))
    roots = [symbol for symbol, d in recursive.items() if d.function.__name__ in called]
    return Source(
        entries,
        module.DTYPE,
        _state(module.rules),
        {**recursive, **rules, **annotated},
        (*roots, *rules, *entries, *annotated),
    )


def _declared(function: FunctionType, result: str) -> Declaration:
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    kinds = (
        "number" if function.__annotations__.get(name) is float else ARGUMENTS.get(name, "int")
        for name in names
    )
    return Declaration(function, tuple(kinds), result)


def _state(rules: ModuleType) -> Any:
    """A state whose fields have the types that the rules give them; None if it is a record."""
    if rules.IS_RECORD:
        return None
    return rules.State(*(rules.STATE[name].type(0) for name in rules.STATE.names))
