"""Players by name: `alphabeta:killers=off`, `textbook:beam:depth=3`, `my_player.py`, `random`.

    KIND                     a player as it comes
    KIND:name=value,…        with settings
    textbook:NAME:…          an algorithm of the textbook

KIND is a method of `cp.search`, `auto` for the one that fits the game, `textbook`, `random`, or a
Python file. For all of them `time`, `depth` and `nodes` replace the limit of the match, and `name`
is what the player is called. `evaluator` and `weights` name files. Other settings are the method's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from counterplay.core.errors import InputError
from counterplay.core.limits import Limit

TEXTBOOK = "textbook"
NUMBERS = {"time": float, "depth": int, "nodes": int}


@dataclass(frozen=True)
class Spec:
    """What a player is made from.

    kind       a method, `auto`, `textbook`, `random`, or the path of a Python file
    algorithm  which of the textbook's
    settings   those of the method, as text
    limit      the player's own; None for that of the match
    evaluator, weights   files; None for the game's own
    """

    text: str
    kind: str
    name: str
    algorithm: str = ""
    settings: tuple[tuple[str, str], ...] = ()
    limit: Limit | None = None
    evaluator: str | None = None
    weights: str | None = None

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the player is made from."""
        own = self.kind if self.kind.endswith(".py") else None
        return tuple(file for file in (own, self.evaluator, self.weights) if file)


def parse_spec(text: str) -> Spec:
    """The player that a text names; what cannot be read is refused in a sentence."""
    kind, _, rest = text.strip().partition(":")
    algorithm = ""
    if kind == TEXTBOOK:
        algorithm, _, rest = rest.partition(":")
    given = _settings(text, rest)
    limits = {name: given.pop(name) for name in NUMBERS if name in given}
    return Spec(
        text=text.strip(),
        kind=kind,
        name=given.pop("name", text.strip()),
        algorithm=algorithm,
        evaluator=given.pop("evaluator", None),
        weights=given.pop("weights", None),
        settings=tuple(given.items()),
        limit=_limit(text, limits) if limits else None,
    )


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
    for part in filter(None, (part.strip() for part in listed.split(","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name.isidentifier() or not value:
            raise InputError(
                f"player {text!r}: {part!r} is not of the form name=value, as in alphabeta:depth=6"
            )
        if name in named:
            raise InputError(f"player {text!r}: {name} is given twice")
        named[name] = value
    return named


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
