"""The words and signs of a line of the text format, each with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from counterplay.core.game.errors import InputError

QUOTED = r'"(?:[^"\\]|\\.)*"'
WORD = r'[^\s:",=#][^\s:",=]*'
TOKEN = re.compile(
    rf"\s*(?:(?P<comment>(?<!\S)#.*)|(?P<assigned>{WORD}=(?:{QUOTED}|[^\s:\"]*))"
    rf"|(?P<quoted>{QUOTED})|(?P<bare>{WORD})|(?P<sign>[:,])|(?P<other>\S))"
)
BARE = re.compile(WORD)


@dataclass(frozen=True)
class Token:
    """A word or a sign: "assigned" is `eval=3`, "quoted" a text in quotation marks, else "bare"."""

    kind: str
    text: str
    line: int
    column: int

    @property
    def where(self) -> str:
        return f"line {self.line}, column {self.column}"

    @property
    def word(self) -> str:
        """The word, without quotation marks."""
        return unquoted(self.text) if self.kind == "quoted" else self.text

    @property
    def pair(self) -> tuple[str, str]:
        """The name and the value of `name=value`."""
        name, _, value = self.text.partition("=")
        return name, unquoted(value)

    def refuse(self, what: str) -> NoReturn:
        raise InputError(f"{self.where}: {what}")


def tokens_of(line: str, number: int) -> Iterator[Token]:
    """Yield the words and signs of a line, without its comment."""
    at = 0
    while match := TOKEN.match(line, at):
        kind = str(match.lastgroup)
        if kind == "comment":
            return
        token = Token(kind, match[kind], number, match.start(kind) + 1)
        if kind == "other":
            token.refuse(
                f"{token.text!r} is unexpected here: put texts with signs in double quotes"
            )
        _check_quotes(token)
        yield token
        at = match.end()


def unquoted(text: str) -> str:
    """The text in quotation marks; another text unchanged."""
    return str(json.loads(text, strict=False)) if text[:1] == '"' else text


def quoted(text: str, taken: tuple[str, ...] = ()) -> str:
    """The word as it is written: in quotation marks if it is not plain, or if it is `taken`."""
    plain = BARE.fullmatch(text) and text not in taken
    return text if plain else json.dumps(text, ensure_ascii=False)


def _check_quotes(token: Token) -> None:
    try:
        unquoted(token.text.partition("=")[2] if token.kind == "assigned" else token.text)
    except ValueError:
        token.refuse(f"{token.text} is not a text in double quotes, as JSON has them")
