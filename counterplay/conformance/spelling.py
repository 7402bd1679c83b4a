"""Finds names of the contract that are misspelt: `evalute`, `show_moves`, `SERCH`.

A file may have helpers with any name, so a name is only suspected if it is close to a name of the
contract that the file does not define, and if it looks the same: as many arguments, or a constant.
If nothing in the file uses the name, that is a fault. A function that the file itself calls may be
a helper, so it is a note, and only if the names are closer still.
"""

from __future__ import annotations

import builtins
import difflib
import dis
import inspect
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from counterplay.conformance.findings import Findings
from counterplay.conformance.source import defined_twice, names_defined, names_used
from counterplay.core.compile.native import reachable
from counterplay.core.game.contract import NAMES, PEOPLE, RENAMED, RULE, arguments_of
from counterplay.core.game.game import Game

CONSTANTS = (
    "SEARCH", "DISTINCT_ACTIONS", "WEIGHTS", "FEATURES", "UNITS", "NAMED_WEIGHTS", "NETWORK",
    "FEATURE_WORDS", "PATTERNS", "data",
)  # fmt: skip
LIKENESS = 0.75
"""How alike two names are by difflib, from 0 to 1, to be taken for each other."""

LIKENESS_OF_USED = 0.85
"""The same for the name of a function that the file calls."""

ENDINGS = ("s", "es", "d", "ed", "n", "r", "er", "ing")
"""What makes another word of one: `draw` and `order` are no slips for `drawn` and `orders`."""

SYNONYMS = {
    "eval": "evaluate", "heuristic": "evaluate", "evaluation": "evaluate", "score": "evaluate",
    "hash": "key", "zobrist": "key", "hash_key": "key", "symmetry": "canonical",
    "canonicalize": "canonical", "canonicalise": "canonical", "normalize": "canonical",
    "render": "board", "display": "board", "draw": "board", "show_board": "board",
    "show": "board", "move_name": "show_move", "move_text": "show_move", "is_draw": "drawn",
    "is_drawn": "drawn", "draw_by_rule": "drawn", "null_move": "null", "is_check": "in_check",
    "captures": "loud", "is_noisy": "noisy", "is_capture": "noisy", "see": "exchange",
    "determinize": "resample",
    "information_set": "information", "observation": "information",
    "read_move": "parse_move", "move_from_text": "parse_move", "read_position": "parse_position",
    "position_from_text": "parse_position", "from_text": "parse_position",
    "write_move": "show_move", "format_move": "show_move", "move_to_text": "show_move",
    "write_position": "show_position", "position_text": "show_position", "to_text": "show_position",
}  # fmt: skip
"""What other libraries and books call the functions of the contract."""


def check_spelling(game: Game, findings: Findings) -> None:
    """No name of the file is almost one of the contract."""
    space = _space(game)
    used, defined = names_used(game.path), names_defined(game.path)
    for name, line in defined.items():
        value = space.get(name)
        if name in NAMES or name in CONSTANTS or name in RENAMED:
            continue
        is_function = isinstance(value, FunctionType)
        if isinstance(value, FunctionType) and value.__code__.co_filename != game.path:
            continue
        if name in used:
            slip = _slip(name, value, space)
            if slip is not None:
                findings.note(
                    f"line {line}: {name}() is called only by this file: did you mean {slip}(), "
                    "which counterplay calls? Then rename the function"
                )
            continue
        meant = meant_by(name, value, space)
        if meant is not None:
            call, what = ("()", "function") if is_function else ("", "constant")
            text = (
                f"{name}{call} is not used: did you mean {meant}{call}? Rename the {what}, or give "
                "it a name that is less like it"
            )
            findings.add(f"name {name}", text, name, None, (game.path, line))


def check_defined_once(game: Game, findings: Findings) -> None:
    """No function of the contract is written twice: the first one would never be called."""
    for name, first, second in defined_twice(game.path):
        if name in NAMES:
            text = (
                f"{name}() is defined in line {first} and again in line {second}, and only the "
                "second one is used: remove one of them"
            )
            findings.add(f"name {name}", text, name, None, (game.path, second))


def check_defined(game: Game, findings: Findings) -> None:
    """Every global name that a function reads exists: random play may not have come there."""
    own = [f for f in game.functions.values() if isinstance(f, FunctionType)]
    if game.evaluator is not None:
        own.append(game.evaluator.function)
    for function in reachable(own):
        code, space = function.__code__, function.__globals__
        if code.co_filename not in game.files_of("evaluate"):
            continue
        for instruction in dis.get_instructions(function):
            name = instruction.argval
            if instruction.opname != "LOAD_GLOBAL" or name in space or hasattr(builtins, name):
                continue
            near = difflib.get_close_matches(name, [*space, *code.co_varnames], 1, LIKENESS)
            hint = f"did you mean {near[0]}?" if near else "define it, or correct the name"
            line = instruction.positions.lineno if instruction.positions else None
            text = f"{function.__name__}() uses the name {name!r}, which is not defined: {hint}"
            place = (code.co_filename, line or code.co_firstlineno)
            findings.add(f"name {name}", text, function.__name__, None, place)


def meant_by(name: str, value: Any, space: Mapping[str, Any]) -> str | None:
    """The name of the contract that an unused name was meant to be; None if it is a helper."""
    if isinstance(value, FunctionType):
        free = _free(value, space)
        if SYNONYMS.get(name.lower()) in free:
            return SYNONYMS[name.lower()]
        return _nearest(name.strip("_"), free, LIKENESS)
    if isinstance(value, type) or inspect.ismodule(value) or callable(value):
        return None
    return _nearest(name.strip("_"), [n for n in CONSTANTS if n not in space], LIKENESS)


def _slip(name: str, value: Any, space: Mapping[str, Any]) -> str | None:
    """The name of the contract that a function may have been meant to have, although the file calls
    it by its own; None if it looks like a helper."""
    if not isinstance(value, FunctionType) or name.startswith("_"):
        return None
    meant = _nearest(name, _free(value, space), LIKENESS_OF_USED)
    if meant is None or "_" in meant:
        return meant
    short, long = sorted((name, meant), key=len)
    is_other_word = long.startswith(short) and long.removeprefix(short) in ENDINGS
    return None if is_other_word else meant


def _free(function: FunctionType, space: Mapping[str, Any]) -> list[str]:
    """The names of the contract that a function could have."""
    return [n for n in NAMES if n not in space and _fits(function, n)]


def _nearest(name: str, names: list[str], likeness: float) -> str | None:
    by_lower = {n.lower(): n for n in names}
    near = difflib.get_close_matches(name.lower(), by_lower, 1, likeness)
    return by_lower[near[0]] if near else None


def _fits(function: FunctionType, name: str) -> bool:
    """Whether a function takes as many arguments as the one of the contract, give or take `data`
    and `out`, or for `evaluate` and `board` what they may take."""
    given = len(arguments_of(function))
    wanted = {f.name: len(f.inputs) for f in (*RULE.values(), *PEOPLE)}.get(name, 1)
    return wanted <= given <= wanted + (3 if name == "evaluate" else 2)


def _space(game: Game) -> Mapping[str, Any]:
    """The names of the game's file."""
    own = (f for f in game.functions.values() if f.__code__.co_filename == game.path)
    return next((f.__globals__ for f in own), {})
