"""Load a game: run its Python file with parameters, and check that it defines the contract."""

from __future__ import annotations

import difflib
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from counterplay.core.game.contract import (
    NAMES,
    RENAMED,
    REQUIRED,
    RULE,
    arguments_of,
    takes_data,
)
from counterplay.core.game.errors import (
    ContractError,
    CounterplayError,
    GameError,
    InputError,
    blame,
    is_interrupt,
    line_in_files,
)
from counterplay.core.game.evaluator import Evaluator, evaluator_of, network_evaluator
from counterplay.core.game.facts import Facts, Parameter, building
from counterplay.core.game.game import Game
from counterplay.core.game.shape import Shape, shape_of
from counterplay.core.game.syntax import line_of_name
from counterplay.core.game.time_limit import OvertimeError, call_limited, loading_seconds
from counterplay.core.network.learned import Learned
from counterplay.core.network.network import SUFFIX as NETWORK_SUFFIX
from counterplay.core.network.network import read_network
from counterplay.core.patterns.layout import Groups, groups_of
from counterplay.core.patterns.patterns import SUFFIX as PATTERNS_SUFFIX
from counterplay.core.patterns.patterns import read_patterns

MOST_DISTINCT = 1 << 20
"""The largest DISTINCT_ACTIONS: a network has one output for each."""

LEARNED: dict[str, Callable[[Path], Learned]] = {
    NETWORK_SUFFIX: read_network,
    PATTERNS_SUFFIX: read_patterns,
}
"""What reads the file of a learned evaluation, by how its name ends."""

LONGER = "If it only needs longer, set COUNTERPLAY_LOAD_SECONDS"

STARRED = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
EXAMPLE = 'facts = cp.Facts(title="My game", most_actions=9, longest_game=9)'


def load_file(path: str | Path, parameters: Mapping[str, Any], name: str | None = None) -> Game:
    """The game that the file at `path` defines, built with `parameters`."""
    path = Path(path)
    file = str(path)
    with building(parameters) as declared:
        space = run_file(path, name)
    functions = functions_of(space)
    _refuse_unknown(name or path.stem, parameters, declared)
    faults = contract_faults(space, functions, file)
    if faults:
        raise ContractError(faults)
    shape = shape_of(space, file)
    data = data_of(space, file)
    facts: Facts = space["facts"]
    evaluator = evaluator_of(space, name or path.stem, file)
    network = _network_of(space, file)
    functions.pop("evaluate", None)
    settings = space.get("SEARCH", {})
    if not isinstance(settings, dict) or not all(isinstance(key, str) for key in settings):
        what = 'SEARCH must be a dictionary of search settings: {"killers": False}'
        raise GameError(what, file, line_of_name(file, "SEARCH"))
    numbers = space.get("DISTINCT_ACTIONS", 0)
    if type(numbers) is not int or not 0 <= numbers <= MOST_DISTINCT:
        what = f"DISTINCT_ACTIONS={numbers!r} must be a whole number from 0 to {MOST_DISTINCT}"
        what += ": leave it out if moves are larger numbers"
        raise GameError(what, file, line_of_name(file, "DISTINCT_ACTIONS"))
    game = Game(
        name or path.stem, file, facts, declared, functions, shape, data, evaluator, settings,
        numbers, _patterns_of(space, file),
    )  # fmt: skip
    return game if network is None else _with_network(game, network)


def _network_of(space: Mapping[str, Any], file: str) -> Path | None:
    """The file of the network that a game names, beside its own file."""
    name = space.get("NETWORK")
    if name is None:
        return None
    if not isinstance(name, str) or Path(name).suffix not in LEARNED:
        ends = " or ".join(LEARNED)
        what = f"NETWORK={name!r} must be the name of a file that ends in {ends}"
        raise GameError(what, file, line_of_name(file, "NETWORK"))
    return Path(file).parent / name


def _patterns_of(space: Mapping[str, Any], file: str) -> Groups:
    """The patterns that a game names; none if it names none."""
    try:
        return groups_of(space.get("PATTERNS", ()))
    except ValueError as error:
        raise GameError(f"PATTERNS: {error}", file, line_of_name(file, "PATTERNS")) from None


def _with_network(game: Game, path: Path) -> Game:
    """The game with its network. It is for the usual parameters: others play without it."""
    try:
        return game.with_evaluator(load_evaluator(path))
    except InputError as error:
        if any(p.value != p.default for p in game.parameters.values()):
            return game
        line = line_of_name(game.path, "NETWORK")
        raise GameError(f"NETWORK: {error}", game.path, line) from None


def functions_of(space: Mapping[str, Any]) -> dict[str, FunctionType]:
    """The functions of the contract that a file defines, by name.

    A hook with its name from before 0.2.0 is listed under its new name. If the file also has a
    function with the new name, that one is the hook, unless its arguments say that it is a helper.
    """
    functions = {n: f for n in NAMES if isinstance(f := space.get(n), FunctionType)}
    for old, new in RENAMED.items():
        hook = space.get(old)
        is_taken = new in functions and takes_inputs(functions[new], new)
        if isinstance(hook, FunctionType) and takes_inputs(hook, new) and not is_taken:
            functions[new] = hook
    return functions


def takes_inputs(function: FunctionType, name: str) -> bool:
    """Whether a function takes as many arguments as the rule called `name` should."""
    given = len(arguments_of(function)) - takes_data(function)
    return given == len(RULE[name].inputs)


def load_evaluator(path: str | Path) -> Evaluator:
    """Load an evaluator from a file of its own.

    It is a network (`.network`), pattern tables (`.patterns`), or a Python file with `evaluate`,
    and `WEIGHTS` if it has any.
    """
    read = LEARNED.get(Path(path).suffix)
    if read is not None:
        return network_evaluator(read(Path(path)), Path(path).stem, str(path))
    made = evaluator_of(run_file(Path(path)), Path(path).stem, str(path))
    if made is None:
        raise GameError("evaluate(s, …) is missing: the file defines no evaluator", str(path))
    return made


def run_file(path: Path, name: str | None = None) -> dict[str, Any]:
    """Run a file as a module and return its names. Errors give the line of the file.

    The module and its errors have the `name` of the game, by default that of the file.
    """
    file, name = str(path), name or path.stem
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not a UTF-8 text: {error}") from None
    module = ModuleType(f"counterplay_file_{name}")
    module.__file__ = file
    sys.modules[module.__name__] = module
    try:
        with _beside(path.parent):
            call_limited(exec, compile(text, file, "exec"), module.__dict__)
    except SyntaxError as error:
        raise GameError(f"SyntaxError: {error.msg}", error.filename, error.lineno) from None
    except GameError as error:
        place = line_in_files(error, [file])
        if error.path or place is None:
            raise
        raise GameError(error.text, *place) from None
    except CounterplayError as error:
        raise InputError(f"{name}: {error}") from None
    except SystemExit as error:
        where, line = line_in_files(error, [file]) or (file, None)
        raise GameError("the file calls sys.exit(): remove that line", where, line) from None
    except OvertimeError as error:
        where, line = line_in_files(error, [file]) or (file, None)
        what = f"the file still ran after {loading_seconds.get():g} s: does this loop end?"
        raise GameError(f"{what} {LONGER}", where, line) from None
    except BaseException as error:
        if is_interrupt(error):
            raise
        blamed = blame(error, [file], "the file")
        about = _about_facts(str(error)) if isinstance(error, TypeError) else None
        raise GameError(about or blamed.text, blamed.path, blamed.line) from error
    return module.__dict__


def _about_facts(text: str) -> str | None:
    """A plain sentence for a call of `cp.Facts` with wrong names; None for another error."""
    names = [field.name for field in fields(Facts)]
    unknown = re.search(r"Facts\.__init__\(\) got an unexpected keyword argument '(\w+)'", text)
    if unknown:
        near = difflib.get_close_matches(unknown[1], names, 1, 0.6)
        hint = f"did you mean {near[0]}?" if near else f"the facts are {', '.join(names)}"
        return f"facts: there is no fact {unknown[1]!r}: {hint}"
    missing = re.search(r"Facts\.__init__\(\) missing \d+ required .*?: (.*)", text)
    if missing:
        return f"facts: {missing[1]} must be declared: write a line such as {EXAMPLE}"
    return None


@contextmanager
def _beside(folder: Path) -> Iterator[None]:
    """Let a file import modules from its own folder. They are imported again for the next file."""
    here, before = folder.resolve(), set(sys.modules)
    sys.path.insert(0, str(here))
    try:
        yield
    finally:
        sys.path.remove(str(here))
        for name in set(sys.modules) - before:
            source = getattr(sys.modules[name], "__file__", None)
            if source and Path(source).resolve().is_relative_to(here) and "." not in name:
                del sys.modules[name]


def is_compiled(value: Any) -> bool:
    """Whether a file has compiled a function itself, with `@njit`."""
    return callable(value) and isinstance(getattr(value, "py_func", None), FunctionType)


def contract_faults(
    space: dict[str, Any], functions: Mapping[str, FunctionType], path: str
) -> list[GameError]:
    """Every reason why a file is not a game, one sentence each."""
    faults = []
    helpers = [n for n, f in space.items() if isinstance(f, FunctionType) and n not in NAMES]
    for name in REQUIRED:
        if name in space and name not in functions:
            kind = "compiled function" if is_compiled(space[name]) else type(space[name]).__name__
            what = f"{name} is a {kind}, not a plain function"
            hint = (
                "remove the decorator"
                if callable(space[name])
                else f"write def {RULE[name].signature}:"
            )
            faults.append(GameError(f"{what}: {hint}", path, line_of_name(path, name)))
        elif name not in functions:
            near = difflib.get_close_matches(name, helpers, 1, 0.75)
            hint = f" Is {near[0]}() a misspelling of it?" if near else ""
            text = f"{RULE[name].signature} is missing. {RULE[name].about}{hint}"
            faults.append(GameError(text, path, line_of_name(path, near[0]) if near else None))
    facts = space.get("facts")
    if not isinstance(facts, Facts):
        what = (
            f"facts is a {type(facts).__name__}, not cp.Facts" if facts else "the facts are missing"
        )
        line = line_of_name(path, "facts")
        faults.append(GameError(f"{what}: write a line such as {EXAMPLE}", path, line))
    try:
        shape: Shape | None = shape_of(space, path)
    except GameError as error:
        faults.append(error)
        shape = None
    if shape is not None:
        faults += _argument_faults(functions, shape.is_record, "data" in space, path)
        if shape.is_record and "key" not in functions:
            line = line_of_name(path, "State")
            text = "key(s) is missing: games with record states need it"
            faults.append(GameError(text, path, line))
    if isinstance(facts, Facts) and facts.chance and not {"chance", "sample"} & functions.keys():
        text = "chance(s, outcomes, probabilities) is missing: the facts declare chance=True"
        faults.append(GameError(text, path, line_of_name(path, "facts")))
    return faults


def _argument_faults(
    functions: Mapping[str, FunctionType], is_record: bool, has_data: bool, path: str
) -> Iterator[GameError]:
    for name, rule in RULE.items():
        if name not in functions:
            continue
        code = functions[name].__code__
        given = arguments_of(functions[name])
        if takes_data(functions[name]):
            given = given[:-1]
            if not has_data:
                what = f"{name}() takes data, but the file defines none: write data = Data(…)"
                yield GameError(what, path, code.co_firstlineno)
        wanted = (*rule.inputs, *(("out",) if is_record and rule.gives == "state" else ()))
        has_more = bool(code.co_kwonlyargcount or code.co_flags & STARRED)
        if len(given) != len(wanted) or has_more:
            text = f"write {name}({', '.join(wanted)}), with data as an optional last argument"
            if name in RENAMED.values():
                text += f"; if it is a helper, rename it: {name} is a hook since 0.2.0"
            more = inspect.signature(functions[name]) if has_more else f"({', '.join(given)})"
            shown = f"{name}{more}"
            yield GameError(f"{shown} has wrong arguments: {text}", path, code.co_firstlineno)


def _refuse_unknown(game: str, given: Mapping[str, Any], declared: Mapping[str, Parameter]) -> None:
    for name in given:
        if name not in declared:
            takes = ", ".join(declared) if declared else "none"
            raise InputError(f"{game} has no parameter {name!r}; its parameters are: {takes}")


def data_of(space: dict[str, Any], path: str) -> Any:
    """The game's run-time data, a NamedTuple of numbers and arrays; None without data."""
    data = space.get("data")
    if data is None:
        return None
    if not (isinstance(data, tuple) and hasattr(data, "_fields")):
        line = line_of_name(path, "data")
        raise GameError("data must be a NamedTuple of numbers and arrays", path, line)
    for name, value in zip(data._fields, data, strict=True):
        is_array = isinstance(value, np.ndarray) and value.ndim in (1, 2)
        is_fit = is_array and value.flags.c_contiguous and value.dtype.isnative
        if not (is_fit and value.dtype.kind in "iufb") and not isinstance(value, (int, float)):
            shown = (
                f"{value.dtype} in {value.ndim} dimensions" if is_array else type(value).__name__
            )
            raise GameError(
                f"data.{name} is {shown}, but must be a number or a contiguous array of numbers "
                "with one or two dimensions and the byte order of this machine",
                path,
                line_of_name(path, "data"),
            )
    return data
