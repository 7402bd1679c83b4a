"""Turn a Numba error into one sentence with the line of the user's file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from numba import from_dtype, typeof, types

from counterplay.core.bits.casts import MIXED, complaint
from counterplay.core.compile.functions import for_cpu
from counterplay.core.compile.native import Twins, reachable
from counterplay.core.game.contract import RULE, takes_data
from counterplay.core.game.errors import GameError
from counterplay.core.game.syntax import function_at, uncompilable_at

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


COLOURS = re.compile(r"\x1b\[[0-9;]*m")
KINDS = {
    r"Literal\[(\w+)\]\((.*?)\)": r"\1",
    r"unicode_type|\[?unichr x \d+\]?": "str",
    r"<iv=[^>]*>": "",
    r"array\((\w+), (\d)d, \w\)": r"\2-dimensional array of \1",
    r"(?:reflected )?list\((\w+)\)": r"list of \1",
    r"DictType\[[^\]]*\]": "dict",
    r"(?:Uni)?Tuple\(([^()]*)\)": r"tuple (\1)",
    r"OptionalType\((\w+)\)|\?\w+": r"\1 or None",
}
"""Numba's names of types, and plainer ones."""

GENERAL = (
    "the compiler does not know something that is used here. Rules can use numbers, tuples, "
    "arrays, loops and other functions"
)

UNSIGNED = "next to unsigned integers write np.uint64(1), not 1"


def diagnose(error: Exception, game: Game) -> GameError:
    """The rule that does not compile and why. It is found by compiling each rule alone."""
    fault = next(rule_faults(game, (*RULE, "evaluate")), None)
    return fault or sentence(str(error), game.files, "the rules")


def needs_python(game: Game, text: str) -> GameError:
    """The rule whose machine code calls Python itself. Numba does not say which one it is, so the
    text of the rules must show it."""
    rules = [f for name, f in game.functions.items() if name in RULE]
    evaluators = [game.evaluator.function] if game.evaluator else []
    found = []
    for function in reachable([*rules, *evaluators]):
        path, start = function.__code__.co_filename, function.__code__.co_firstlineno
        culprit = uncompilable_at(path, start) if path in game.files_of("evaluate") else None
        if culprit is not None:
            line, what = culprit
            found.append(GameError(f"{function.__name__}() cannot be compiled: {what}", path, line))
    likely = [fault for fault in found if "dictionary" in fault.text]
    return next(iter((*likely, *found)), GameError(text, game.path))


def rule_faults(game: Game, names: Iterable[str]) -> Iterator[GameError]:
    """The faults of these rules: they do not compile, or return a wrong type."""
    twins = Twins(for_cpu)  # a function that several rules call is compiled once
    try:
        for name in names:
            fault = _rule_fault(game, name, twins)
            if fault is not None:
                yield fault
    finally:
        twins.forget()


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
        return sentence(str(error), game.files_of(name), f"{name}()", reachable([function]))
    gives = twin.overloads[given].signature.return_type
    if name == "features":
        return None
    if isinstance(gives, (types.Optional, types.NoneType)) and not _writes_state(game, name):
        line = function.__code__.co_firstlineno
        what = f"{name}() does not return a value on every path: end each with `return …`"
        return GameError(what, game.path, line)
    wanted = RULE[name].gives if name in RULE else "int"
    line = function.__code__.co_firstlineno
    if wanted == "state" and not game.shape.is_record:
        return _state_fault(game, name, gives, line)
    if wanted in ("int", "count", "key") and not isinstance(gives, (types.Integer, types.Boolean)):
        what = complaint(gives, isinstance(gives, types.Float))
        return GameError(f"{name}() must return an integer: {what}", game.path, line)
    return None


def _writes_state(game: Game, name: str) -> bool:
    """Whether a rule writes its state into `out` and returns nothing."""
    return game.shape.is_record and name in RULE and RULE[name].gives == "state"


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
    if name in ("probabilities", "chances"):
        return types.Array(types.float64, 1, "C")
    if name == "words":
        return types.Array(types.uint64, 1, "C")
    if name == "weights" and game.evaluator is not None:
        return typeof(game.evaluator.weights)
    return types.int64


def sentence(
    text: str, files: list[str], doing: str, functions: Sequence[FunctionType] = ()
) -> GameError:
    """One sentence for a Numba error, with the innermost line of the user's files in it.

    Numba tells the innermost line first, then those of the calls that led to it. If it tells none,
    the text of the rule and of the `functions` that it calls shows what cannot be compiled.
    """
    text = COLOURS.sub("", text)
    own = {str(Path(file).resolve()): file for file in files}  # Numba writes paths its own way
    found = ((m["file"] or m["raised"], m["line"] or m["at"]) for m in PLACE.finditer(text))
    named = [(str(Path(file).resolve()), int(line)) for file, line in found]
    places = [(own[file], line) for file, line in named if file in own]
    path, line = places[0] if places else (files[0], None)
    reason, culprit = _reason(text), None
    if line is not None:
        culprit = uncompilable_at(path, line, only_there=reason is not None)
    if reason is None and culprit is None:
        for function in reversed(functions):  # those that are called, first
            place = function.__code__.co_filename, function.__code__.co_firstlineno
            if place[0] in files and (culprit := uncompilable_at(*place)) is not None:
                path, line = place[0], culprit[0]
                break
    if line is None and functions:
        line = functions[0].__code__.co_firstlineno  # at least the rule is known
        path = functions[0].__code__.co_filename
    if culprit is not None and not (reason and "float64" in reason):
        line, reason = culprit  # the text is plainer than what Numba says of it
    inner = function_at(path, line) if line else None
    if inner is not None and f"{inner.name}()" != doing:
        doing = f"{inner.name}(), called by {doing},"
    return GameError(f"{doing} cannot be compiled: {reason or GENERAL}", path, line)


def _reason(text: str) -> str | None:
    """What Numba says, in plain words; None if only its own words would do."""
    if "became a float" in text or "were mixed" in text:
        return MIXED.format(kind="float64")
    undefined = re.search(r"NameError: (name '\w+' is not defined)", text)
    if undefined:
        return undefined[1]
    attribute = re.search(r"Unknown attribute '(\w+)' of type (\w+)", text)
    if attribute and attribute[1] == "_replace":
        return "`._replace` cannot be compiled: return State(…) with every field"
    if attribute and attribute[2] == "Module":
        return (f"`.{attribute[1]}` of this module cannot be compiled: rules can use numbers, "
                "tuples, arrays and other functions")  # fmt: skip
    if attribute:
        return f"`.{attribute[1]}` cannot be used with {_kind(attribute[2])}"
    untyped = re.search(r"Untyped global name '(\w+)':?\s*(.*)", text)
    if untyped and untyped[1] == "facts":
        return "it uses 'facts': name the number outside the rules, as in WIN = facts.win_score"
    if untyped and "Int value is too large" in untyped[2]:
        return f"it uses {untyped[1]!r}, a number of more than 64 bits"
    if untyped:
        return (f"it uses {untyped[1]!r}, which cannot be compiled: rules can use numbers, tuples, "
                "arrays and other functions")  # fmt: skip
    unify = re.search(r"Cannot unify (.+?) and (.+?) for '([^'.]+)", text)
    if unify:
        return (f"{unify[3]!r} has two types, {_kind(unify[1])} and {_kind(unify[2])}: compiled "
                "code needs one type for each name")  # fmt: skip
    returned = re.search(r"Can't unify return type from the following types: (.*)", text)
    if returned:
        return _about_returned(returned[1])
    signature = re.search(r"found for signature:\s+>>> (\w+)\((.*)\)", text)
    if signature:
        operator, kinds = signature.groups()
        if "(<" in kinds or operator in ("exception_match", "setitem", "build_map", "build_set"):
            return None
        shown = OPERATORS.get(operator, operator)
        if "float64" in kinds:
            return f"`{shown}` is used with ({kinds}): {MIXED.format(kind='float64')}"
        return f"`{shown}` cannot be used with ({_kind(kinds)})"
    return None


def _about_returned(kinds: str) -> str:
    """What is wrong with a rule that returns values of several types."""
    found = list(dict.fromkeys(re.findall(r"\w+ ?\([^()]*\)|[^\s,()][^,()]*", _kind(kinds))))
    text = f"it returns {' and '.join(found)}, but every path must return the same types"
    is_mixed = any("int64" in kind.replace("uint64", "") for kind in found) and "uint64" in kinds
    return f"{text}: {UNSIGNED}" if is_mixed else text


def _kind(text: str) -> str:
    """Numba's name of a type, in plain words."""
    for pattern, plain in KINDS.items():
        text = re.sub(pattern, plain, text)
    return text
