"""The generated source of a kernel, for people: `counterplay warm --show DIR` writes it.

Two files describe what is compiled for a game and a kernel: the kernel with all its parts, and the
wrappers around the rules of the game (`core/compile/rules.py`).
"""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import fill
from types import ModuleType

from counterplay.core.compile import rules
from counterplay.core.compile.bind import module_text
from counterplay.core.compile.digest import digest_of
from counterplay.core.compile.parts import kernel_name
from counterplay.core.game.contract import RULE
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.parsing import parsed

ABOUT = {
    "inputs": "Write the inputs of a network, as player p sees the state.",
    "as_state": "Cast every field of a state to its declared type.",
    "store": "Copy a state into a record.",
    "load": "Read a state from a record.",
    "data_of": "The run-time data of the game, from the context.",
    "evaluate": "The static evaluation for player p, in score points.",
    "side": "The player from whose side a network sees the state.",
    "score": "The payoff of an ended game for player p, in score points.",
    "terminal_by_rules": "terminal() of the game's file, without drawn().",
    "utility_by_rules": "utility() of the game's file, without drawn().",
    "score_by_rules": "The same as score, without drawn().",
    "key": "A hash of the fields of the state.",
}
"""What the wrappers do that are not functions of the contract."""


def write_sources(game: Game, kernel: Path, folder: Path) -> list[Path]:
    """Write the generated source of a kernel and of the rules of a game. Returns the two files."""
    files = {
        folder / f"{kernel_name(kernel)}_{game.name}.py": kernel_source(game, kernel),
        folder / f"rules_{game.name}.py": rules_source(game),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}") from None
    return list(files)


def kernel_source(game: Game, kernel: Path) -> str:
    """The module that Numba compiles, with a header: the kernel with its parts in one text."""
    digest = digest_of(game, kernel)
    header = (
        f"The kernel {kernel_name(kernel)}, bound to {game.name}: the text of all its parts as one "
        f"module. `rules` are the wrappers in rules_{game.name}.py. Its hash is {digest}."
    )
    return f"{_comment(header)}\n{module_text(game, kernel)}"


def rules_source(game: Game) -> str:
    """The generated wrappers around the rules of a game, one after the other, with comments."""
    space = ModuleType("rules")
    rules.build(game, space, rules.plies(game))
    header = (
        f"The rules of {game.name} as kernels see them. raw_NAME is the function NAME of "
        f"{game.path}, compiled; the wrappers give every game the same arguments and types. "
        "This file is for reading: it is not imported."
    )
    constants = [f"{name} = {value!r}" for name, value in rules.constants(game).items()]
    blocks = [_comment(header), "\n".join(constants)]
    for name, text in space.__dict__["__texts__"].items():
        blocks.append(f"{_comment(_about(game, name))}\n{ast.unparse(parsed(text))}")
    return "\n\n\n".join(blocks) + "\n"


def _about(game: Game, name: str) -> str:
    """What a wrapper does, in one or two sentences."""
    if name in game.functions:
        file = Path(game.functions[name].__code__.co_filename).name
        return f"{name}() in {file}, line {game.line_of(name)}. {RULE[name].about}"
    about = ABOUT.get(name) or RULE[name].about
    return f"{game.name} does not define {name}(). {about}" if name in RULE else about


def _comment(text: str) -> str:
    return fill(text, 98, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
