"""Players by name: `alphabeta:killers=off`, `textbook:beam:depth=3`, `my_player.py`, `random`.

    KIND                     a player as it comes
    KIND:name=value,…        with settings
    textbook:NAME:…          an algorithm of the textbook
    uci:COMMAND:…            a UCI program; option.NAME=value sets an option of its own
    ugi:COMMAND:…            a UGI program, likewise
    gtp:COMMAND:…            a GTP program

KIND is a method of `cp.search`, `auto` for the one that fits the game, `textbook`, `random`,
`casual`, or a Python file. For all of them `time`, `depth` and `nodes` replace the limit of the
match, and `name` is what the player is called. `evaluator`, `weights`, `book` and `tables` name
files, `tables` also a folder. Other settings are the method's.

COMMAND is a program and its arguments, as in a shell: a colon, a comma or a space that belongs to a
name or a value is quoted. The path of a program may have spaces without that.
"""

from __future__ import annotations

import dataclasses
import re
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.formats.polyglot.book import OWN

TEXTBOOK = "textbook"
RANDOM = "random"
PROGRAMS = ("uci", "ugi", "gtp")
"""Protocols that other programs are spoken to in."""
OPTION = "option."
QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'|.')
NUMBERS = {"time": float, "depth": int, "nodes": int}


@dataclass(frozen=True)
class Spec:
    """What a player is made from.

    kind       a method, `auto`, `textbook`, `random`, or the path of a Python file
    algorithm  which of the textbook's
    command    of a program: where it is, and its arguments
    options    of a program, its own
    settings   those of the method, as text
    limit      the player's own; None for that of the match
    evaluator  a file; None for the game's own
    weights    a file, or a name that the evaluator knows; None for its own
    book       a file of openings that a search asks first, or own; None for none
    tables     a solution, or a folder of endgame tables, that a search asks; None for none
    """

    text: str
    kind: str
    name: str
    algorithm: str = ""
    command: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    limit: Limit | None = None
    evaluator: str | None = None
    weights: str | None = None
    book: str | None = None
    tables: str | None = None

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the player is made from."""
        own = [self.kind] if self.kind.endswith(".py") else []
        own += self.command[:1]
        weights = self.weights if self.weights and Path(self.weights).suffix else None
        book = self.book if self.book != OWN else None
        return tuple(file for file in (*own, self.evaluator, weights, book) if file)


def parse_spec(text: str) -> Spec:
    """The player that a text names; what cannot be read is refused in a sentence."""
    kind, _, rest = text.strip().partition(":")
    algorithm = ""
    command: tuple[str, ...] = ()
    called = text.strip()
    if kind == TEXTBOOK:
        algorithm, _, rest = rest.partition(":")
    if kind in PROGRAMS:
        program, *settings = _split(rest, ":", 1)
        command, rest = _command(text, program), "".join(settings)
        called = Path(command[0]).stem
    given = _settings(text, rest)
    options = {name: given.pop(name) for name in tuple(given) if name.startswith(OPTION)}
    if options and kind not in PROGRAMS:
        raise InputError(
            f"player {text!r}: only uci:PROGRAM and the like have options, {next(iter(options))}"
        )
    limits = {name: given.pop(name) for name in NUMBERS if name in given}
    return Spec(
        text=text.strip(),
        kind=kind,
        name=given.pop("name", called),
        algorithm=algorithm,
        command=command,
        options=tuple((name.removeprefix(OPTION), value) for name, value in options.items()),
        evaluator=given.pop("evaluator", None),
        weights=given.pop("weights", None),
        book=given.pop("book", None) if _is_search(kind) else None,
        tables=given.pop("tables", None) if _is_search(kind) else None,
        settings=tuple(given.items()),
        limit=_limit(text, limits) if limits else None,
    )


def _is_search(kind: str) -> bool:
    """Whether a player is a search, which may have a book and tables."""
    return kind not in (TEXTBOOK, *PROGRAMS, RANDOM) and not kind.endswith(".py")


def parse_pair(one: str, other: str) -> tuple[Spec, Spec]:
    """Two players who can be told apart by their names."""
    first, second = parse_spec(one), parse_spec(other)
    if first.name == second.name:
        named = (f"{first.name} ({letter})" for letter in "AB")
        first, second = (
            dataclasses.replace(spec, name=name)
            for spec, name in zip((first, second), named, strict=True)
        )
    return first, second


def _settings(text: str, listed: str) -> dict[str, str]:
    named: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in _split(listed, ","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        value = value[1:-1] if len(value) > 1 and value[0] == value[-1] in "'\"" else value
        is_name = name.isidentifier() or (len(name) > len(OPTION) and name.startswith(OPTION))
        if not equals or not is_name or not value:
            raise InputError(
                f"player {text!r}: {part!r} is not of the form name=value, as in alphabeta:depth=6"
            )
        if name in named:
            raise InputError(f"player {text!r}: {name} is given twice")
        named[name] = value
    return named


def _split(text: str, mark: str, most: int = -1) -> list[str]:
    """The parts of a text between marks that are not in quotes."""
    parts = [""]
    for piece in QUOTED.findall(text):
        if piece == mark and len(parts) - 1 != most:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _command(text: str, said: str) -> tuple[str, ...]:
    """The program and its arguments, the program where it is found."""
    said = said.strip()
    try:
        words = [said] if Path(said).is_file() else shlex.split(said)
    except ValueError:
        raise InputError(f"player {text!r}: a quotation mark in {said!r} is not closed") from None
    if not words:
        kind = text.strip().partition(":")[0]
        raise InputError(f"player {text!r} names no program: write {kind}:PROGRAM, or its path")
    found = shutil.which(words[0])
    if found is None:
        raise InputError(f"player {text!r}: there is no program {words[0]!r} that can be run")
    return (found, *words[1:])


def _limit(text: str, given: Mapping[str, str]) -> Limit:
    """The limit that a player sets itself."""
    numbers = {}
    for name, value in given.items():
        try:
            numbers[name] = NUMBERS[name](value)
        except ValueError:
            what = "a number of seconds" if name == "time" else "a whole number"
            raise InputError(f"player {text!r}: {name}={value} is not {what}") from None
    try:
        return Limit(**numbers)
    except InputError as error:
        raise InputError(f"player {text!r}: {error}") from None
