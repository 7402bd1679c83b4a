"""Options as UCI and UGI declare them: `option name Hash type spin default 16 min 1 max 1024`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.core.game.numbers import whole_number
from counterplay.protocols.lines import shortened

TRUTHS = {
    "true": "true",
    "on": "true",
    "yes": "true",
    "false": "false",
    "off": "false",
    "no": "false",
}
EMPTY = "<empty>"


@dataclass(frozen=True)
class Option:
    """An option of a program.

    kind      check (true or false), spin (a whole number), combo (one of `choices`), string, or
              button, which has no value
    low, high the range of a spin
    """

    name: str
    kind: str
    default: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The line that declares it, after the word `option`."""
        words = [f"name {self.name} type {self.kind}"]
        if self.kind != "button":
            words.append(f"default {self.default or EMPTY}")
        if self.low is not None and self.high is not None:
            words.append(f"min {self.low} max {self.high}")
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    def read(self, text: str) -> str:
        """A value in the form of UCI. Raise InputError if it does not fit."""
        text = text.strip()
        if self.kind == "check":
            if text.lower() not in TRUTHS:
                raise InputError(f"option {self.name} is true or false, not {text!r}")
            return TRUTHS[text.lower()]
        if self.kind == "spin":
            if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
                raise InputError(f"option {self.name} is a whole number, not {text!r}")
            number = int(text)
            fits = (self.low is None or number >= self.low) and (
                self.high is None or number <= self.high
            )
            if not fits:
                raise InputError(
                    f"option {self.name} is a number from {self.low} to {self.high}, not {text}"
                )
            return str(number)
        if self.kind == "combo":
            for choice in self.choices:
                if choice.lower() == text.lower():
                    return choice
            listed = ", ".join(self.choices)
            raise InputError(f"option {self.name} is one of {listed}; not {text!r}")
        return text


class Options:
    """The options in the order in which they are shown, and their current values."""

    def __init__(self, options: Iterable[Option]) -> None:
        self._known = {option.name.lower(): option for option in options}
        self.values = {option.name: option.default for option in self._known.values()}

    def declared(self) -> list[str]:
        """One line for each option."""
        return [f"option {option}" for option in self._known.values()]

    def set(self, text: str) -> Option:
        """Carry out `setoption`, given the text after that word. Return the option.

        A button has no value: the caller does what it stands for.
        """
        word, _, named = text.partition(" ")
        name, _, value = (part.strip() for part in f"{named} ".partition(" value "))
        if word != "name" or not name:
            raise InputError("setoption: 'name', a name, 'value' and a value are needed")
        option = self._known.get(name.lower())
        if option is None:
            listed = ", ".join(option.name for option in self._known.values())
            raise InputError(f"there is no option {shortened(name)!r}: there are {listed}")
        if option.kind != "button":
            self.values[option.name] = option.read("" if value == EMPTY else value)
        return option


def parse_option(line: str) -> Option | None:
    """The option that a line declares; None if the line makes no sense."""
    found = re.fullmatch(r"option\s+name\s+(?P<name>.+?)\s+type\s+(?P<kind>\w+)(?P<rest>.*)", line)
    if found is None:
        return None
    rest = re.split(r"\s+(?=(?:default|min|max|var)(?:\s|$))", found["rest"])
    named: dict[str, list[str]] = {"default": [], "min": [], "max": [], "var": []}
    for part in filter(None, map(str.strip, rest)):
        word, _, value = part.partition(" ")
        if word in named:
            named[word].append(value.strip())
    low, high = (whole_number("".join(named[end][:1])) for end in ("min", "max"))
    default = "".join(named["default"][:1])
    return Option(
        found["name"], found["kind"], "" if default == EMPTY else default,
        low, high, tuple(named["var"]),
    )  # fmt: skip
