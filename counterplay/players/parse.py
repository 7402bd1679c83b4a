"""Read the text of a player: `alphabeta:killers=off`, `textbook:beam:depth=3`, `my_player.py`.

    KIND                     a player with default settings
    KIND:name=value,…        with settings
    textbook:NAME:…          a textbook algorithm
    habit:NAME               a player of poker with a habit: calling, raising or tight
    double_dummy:worlds=N    a player of bridge
    uci:COMMAND:…            a UCI program; option.NAME=value sets one of its options
    ugi:COMMAND:…            a UGI program, likewise
    gtp:COMMAND:…            a GTP program
    nboard:COMMAND:depth=N   an NBoard program, for Othello
    gnubg:…                  GNU Backgammon; path=COMMAND names another program than gnubg
    FILE.py:…                a Python file that defines choose(position, limit)

`kinds.KINDS` lists the kinds. Settings that all players understand: `name`, and (but for `random`)
`time`, `depth` and `nodes`, which replace the limit of the match. Engines also understand
`evaluator`, `weights`, `book`, `tables` and `ponder`. Other settings belong to the kind.

COMMAND is a program and its arguments, as in a shell. Quote a colon, a comma or a space that is
part of a name or a value. The path of a program may contain spaces without quotes.
"""

from __future__ import annotations

import dataclasses
import re
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from counterplay.core.data_files import is_file
from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.engine.settings import NO, YES
from counterplay.players.kinds import kind_of
from counterplay.players.spec import Spec

OPTION = "option."
QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'|.')
GAMES_FOLDER = "/usr/games"
"""Where Debian has programs that play; it is not on every path."""
LIMITS = {"time": float, "depth": int, "nodes": int}


def parse_spec(text: str) -> Spec:
    """The player that a text describes. Raises InputError if the text cannot be read.

    An unknown kind is not an error here, but in `make_player`.
    """
    kind_name, _, rest = text.strip().partition(":")
    kind = kind_of(kind_name)
    algorithm = ""
    command: tuple[str, ...] = ()
    name = text.strip()
    if kind.subject == "NAME":
        algorithm, _, rest = rest.partition(":")
    if kind.subject == "PROGRAM":
        program, *settings = _split(rest, ":", 1)
        command, rest = _command(text, program), "".join(settings)
        name = Path(command[0]).stem
    values = _settings(text, rest)
    if kind.program:
        command = _command(text, values.pop("path", kind.program))
    options = {name: values.pop(name) for name in tuple(values) if name.startswith(OPTION)}
    if options and kind.subject != "PROGRAM":
        raise InputError(
            f"player {text!r}: {next(iter(options))} is for programs, such as uci:PROGRAM"
        )
    limits = {name: values.pop(name) for name in LIMITS if name in values}
    return Spec(
        text=text.strip(),
        kind=kind_name,
        name=values.pop("name", name),
        algorithm=algorithm,
        command=command,
        options=tuple((name.removeprefix(OPTION), value) for name, value in options.items()),
        evaluator=values.pop("evaluator", None),
        weights=values.pop("weights", None),
        book=values.pop("book", None) if kind.is_engine else None,
        tables=values.pop("tables", None) if kind.is_engine else None,
        ponder=_switch(text, "ponder", values.pop("ponder", "off")) if kind.is_engine else False,
        settings=tuple(values.items()),
        limit=_limit(text, limits) if limits else None,
    )


def parse_pair(one: str, other: str) -> tuple[Spec, Spec]:
    """Two players. If their names are equal, (A) and (B) are added."""
    first, second = parse_spec(one), parse_spec(other)
    if first.name == second.name:
        return (
            dataclasses.replace(first, name=f"{first.name} (A)"),
            dataclasses.replace(second, name=f"{second.name} (B)"),
        )
    return first, second


def _settings(text: str, listed: str) -> dict[str, str]:
    """The names and values of `name=value,name=value`."""
    values: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in _split(listed, ","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        value = value[1:-1] if len(value) > 1 and value[0] == value[-1] in "'\"" else value
        is_name = name.isidentifier() or (len(name) > len(OPTION) and name.startswith(OPTION))
        if not equals or not is_name or not value:
            raise InputError(
                f"player {text!r}: {part!r} is not of the form name=value, as in alphabeta:depth=6"
            )
        if name in values:
            raise InputError(f"player {text!r}: {name} is given twice")
        values[name] = value
    return values


def _split(text: str, separator: str, most: int = -1) -> list[str]:
    """Split a text at separators that are not in quotes, at most `most` times."""
    parts = [""]
    for piece in QUOTED.findall(text):
        if piece == separator and len(parts) - 1 != most:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _command(text: str, command: str) -> tuple[str, ...]:
    """The path of a program and its arguments."""
    command = command.strip()
    try:
        words = [command] if is_file(command) else shlex.split(command)
    except ValueError:
        raise InputError(f"player {text!r}: {command!r} has an unclosed quote") from None
    if not words:
        kind = text.strip().partition(":")[0]
        raise InputError(f"player {text!r} names no program: write {kind}:PROGRAM, or its path")
    path = shutil.which(words[0]) or shutil.which(words[0], path=GAMES_FOLDER)
    if path is None:
        raise InputError(f"player {text!r}: there is no program {words[0]!r} that can be run")
    return (path, *words[1:])


def _switch(text: str, name: str, value: str) -> bool:
    """A setting that is on or off."""
    if value.lower() not in {**YES, **NO}:
        raise InputError(f"player {text!r}: {name}={value} is not on or off")
    return value.lower() in YES


def _limit(text: str, texts: Mapping[str, str]) -> Limit:
    """The limit per move that a player sets for itself."""
    numbers = {}
    for name, value in texts.items():
        try:
            numbers[name] = LIMITS[name](value)
        except ValueError:
            what = "a number of seconds" if name == "time" else "a whole number"
            raise InputError(f"player {text!r}: {name}={value} is not {what}") from None
    try:
        return Limit(**numbers)
    except InputError as error:
        raise InputError(f"player {text!r}: {error}") from None
