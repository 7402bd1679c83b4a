"""Turn a Numba error into one sentence with the line of the user's file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from numba import from_dtype, typeof, types

from counterplay.core.bits.casts import MIXED, complaint
from counterplay.core.compile.native import Twins
from counterplay.core.game.contract import RULE, takes_data
from counterplay.core.game.errors import GameError

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

PLACE = re.compile(
    r'File "(?P<file>[^"]+)", line (?P<line>\d+)|Raised from (?P<raised>\S.*?) \((?P<at>\d+)\)'
)
OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<",
    "rshift": ">>", "invert": "~", "iadd": "+=", "isub": "-=", "iand": "&=", "ior": "|=",
    "ixor": "^=", "ilshift": "<<=", "irshift": ">>=", "getitem": "[ ]",
}  # fmt: skip


def diagnose(error: Exception, game: Game) -> GameError:
    """The rule that does not compile and why. It is found by compiling each rule alone."""
    fault = next(rule_faults(game, (*RULE, "evaluate")), None)
    return fault or sentence(str(error), game.files, "the rules")


def rule_faults(game: Game, names: Iterable[str]) -> Iterator[GameError]:
    """The faults of these rules: they do not compile, or return a wrong type."""
    twins = Twins(__name__)  # a function that several rules call is compiled once
    for name in names:
        fault = _rule_fault(game, name, twins)
        if fault is not None:
            yield fault


def _rule_fault(game: Game, name: str, twins: Twins) -> GameError | None:
    function: Any = game.functions.get(name)
    if name == "evaluate":
        function = game.evaluator.function if game.evaluator else None
    if not isinstance(function, FunctionType):
        return None
    twin = twins.of(function)
    given = tuple(_argument(game, n) for n in _inputs(game, function, name))
    try:
        twin.compile(given)
    except Exception as error:  # Numba also lets errors of its own machinery through
        return sentence(str(error), game.files, f"{name}()")
    gives = twin.overloads[given].signature.return_type
    wanted = RULE[name].gives if name in RULE else "int"
    line = function.__code__.co_firstlineno
    if wanted == "state" and not game.shape.is_record:
        return _state_fault(game, name, gives, line)
    if wanted in ("int", "count", "key") and not isinstance(gives, (types.Integer, types.Boolean)):
        what = complaint(gives, isinstance(gives, types.Float))
        return GameError(f"{name}() must return an integer: {what}", game.path, line)
    return None


def _state_fault(game: Game, name: str, gives: Any, line: int) -> GameError | None:
    if not isinstance(gives, types.BaseNamedTuple):
        return GameError(f"{name}() returns {gives}, not a State", game.path, line)
    for field, kind in zip(gives.fields, gives.types, strict=True):
        if not isinstance(kind, (types.Integer, types.Boolean)):
            what = complaint(kind, isinstance(kind, types.Float))
            return GameError(f"{name}() returns a wrong State.{field}: {what}", game.path, line)
    return None


def _inputs(game: Game, function: FunctionType, name: str) -> tuple[str, ...]:
    """The arguments of a rule, by their names in the contract."""
    given = function.__code__.co_varnames[: function.__code__.co_argcount]
    if name not in RULE:
        return ("s", *given[1:])
    out = ("out",) if game.shape.is_record and RULE[name].gives == "state" else ()
    return (*RULE[name].inputs, *out, *(("data",) if takes_data(function) else ()))


def _argument(game: Game, name: str) -> Any:
    """The native type of an argument of the contract."""
    if game.shape.is_record and name in ("s", "out"):
        return from_dtype(game.shape.dtype)
    if name == "data":
        return typeof(game.data)
    if name == "s":
        words = [types.uint64 if game.shape.is_unsigned(f) else types.int64
                 for f in game.shape.fields]  # fmt: skip
        if len(set(words)) == 1:
            return types.NamedUniTuple(words[0], len(words), game.shape.state)
        return types.NamedTuple(words, game.shape.state)
    if name in ("moves", "outcomes"):
        return types.Array(types.int64, 1, "C")
    if name == "probabilities":
        return types.Array(types.float64, 1, "C")
    if name == "weights" and game.evaluator is not None:
        return typeof(game.evaluator.weights)
    return types.int64


def sentence(text: str, files: list[str], doing: str) -> GameError:
    """One sentence for a Numba error, with the innermost line of the user's files in it."""
    own = {str(Path(file).resolve()): file for file in files}  # Numba writes paths its own way
    found = ((m["file"] or m["raised"], m["line"] or m["at"]) for m in PLACE.finditer(text))
    named = [(str(Path(file).resolve()), int(line)) for file, line in found]
    places = [(own[file], line) for file, line in named if file in own]
    path, line = places[-1] if places else (files[0], None)
    return GameError(f"{doing} cannot be compiled: {_reason(text)}", path, line)


def _reason(text: str) -> str:
    if "became a float" in text or "were mixed" in text:
        return MIXED.format(kind="float64")
    signature = re.search(r"found for signature:\s+>>> (\w+)\((.*)\)", text)
    if signature:
        operator, kinds = signature.groups()
        shown = OPERATORS.get(operator, operator)
        if "float64" in kinds:
            return f"`{shown}` is used with ({kinds}): {MIXED.format(kind='float64')}"
        return f"`{shown}` cannot be used with ({kinds})"
    untyped = re.search(r"Untyped global name '(\w+)':?\s*(.*)", text)
    if untyped:
        return (f"it uses {untyped[1]!r}, which cannot be compiled: rules can use numbers, tuples, "
                "arrays and other functions")  # fmt: skip
    undefined = re.search(r"NameError: (name '\w+' is not defined)", text)
    if undefined:
        return undefined[1]
    unify = re.search(r"Cannot unify (.+?) and (.+?) for '([^'.]+)", text)
    if unify:
        return (f"{unify[3]!r} has two types, {unify[1]} and {unify[2]}: compiled code needs one "
                "type for each name")  # fmt: skip
    lines = [part.strip() for part in text.splitlines() if part.strip()]
    useful = [part for part in lines if not part.startswith(("Failed in", "During", "File", "<"))]
    return useful[0] if useful else text
