"""EPD, Extended Position Description: a chess position on each line, and what is said of it.

    1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";

The first four fields of a FEN, then operations, each with its operands and a semicolon: `bm` the
best moves, `am` moves to avoid, `dm` a mate in so many moves, `id` a name, `c0` to `c9` comments.
Two more numbers after the fields are those of a FEN, as many files have them. In `bm` some files
give a mate, #4, where others give a move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.game.errors import InputError
from counterplay.core.game.position import Position
from counterplay.formats.chess.native import chess

OPERAND = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";][^\s;]*)|(;))')
FIELDS = re.compile(r"\s*(\S+\s+[wb]\s+\S+\s+[^\s;]+)((?:\s+\d+\s+\d+(?=\s|;|$))?)(.*)", re.DOTALL)
NUMBER = re.compile(r"[+-]?\d{1,18}(\.\d+)?")
NAME = re.compile(r'[^\s";][^\s;]*')
MOVES_TO_MATE = re.compile(r"-?0*[1-9]\d{0,3}")
MATE = re.compile(r"#([+-]?0*[1-9]\d{0,3})")
CHOICES = ("bm", "am", "sm", "pm")
"""Operations whose operands are moves of the position itself."""

LINES = ("pv",)
"""Operations whose operands are moves one after the other."""


@dataclass(frozen=True)
class Record:
    """A line of the file. `position` is a text that `game.position` of chess reads."""

    position: str
    operations: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """In the order of the line: a name, and its operands without quotation marks."""

    line: int = 0
    """The number of the line in its file."""

    def operands(self, name: str) -> tuple[str, ...]:
        """What the line says by the first operation of that name; nothing where there is none."""
        return next((operands for given, operands in self.operations if given == name), ())

    @property
    def id(self) -> str:
        return " ".join(self.operands("id"))

    @property
    def best_moves(self) -> tuple[str, ...]:
        return tuple(text for text in self.operands("bm") if not MATE.fullmatch(text))

    @property
    def moves_to_avoid(self) -> tuple[str, ...]:
        return self.operands("am")

    @property
    def mate(self) -> int | None:
        """In how many moves the side to move gives mate; below zero: is mated. None: not said."""
        named = [found for found in map(MATE.fullmatch, self.operands("bm")) if found]
        given = (*self.operands("dm"), *(found[1] for found in named))
        return int(given[0]) if given else None


def read_epd(path: str | Path, faults: list[str] | None = None) -> list[Record]:
    """The records of a file, in its order; empty lines and those that begin with # are passed over.

    A line that cannot be read is an `InputError`, or a sentence in `faults` if that is given.
    """
    try:
        text = Path(path).read_bytes().decode("utf-8-sig", errors="replace")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    return list(parse_epd(text.splitlines(), str(path), faults))


def parse_epd(
    lines: Iterable[str], name: str = "EPD", faults: list[str] | None = None
) -> Iterator[Record]:
    """The records of some lines; `name` says in errors where they come from."""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield _record(line, number)
        except InputError as error:
            sentence = f"{name}, line {number}: {error}"
            if faults is None:
                raise InputError(sentence) from None
            faults.append(sentence)


def show_epd(record: Record) -> str:
    """The record as a line."""
    shown = [" ".join(record.position.split())]
    for name, operands in record.operations:
        if not NAME.fullmatch(name):
            raise InputError(f"{name!r} cannot name an operation of EPD: it is one word, as bm is")
        is_bare = name in CHOICES or name in LINES
        shown.append(" ".join([name, *(_quoted(text, is_bare) for text in operands)]) + ";")
    return " ".join(shown)


def write_epd(path: str | Path, records: Iterable[Record]) -> None:
    """Write the records, one on each line."""
    text = "".join(f"{show_epd(record)}\n" for record in records)
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def _quoted(text: str, is_bare: bool) -> str:
    if "\n" in text or "\r" in text:
        raise InputError(f"{text!r} cannot stand in EPD, which has one position on each line")
    if NUMBER.fullmatch(text) or (is_bare and NAME.fullmatch(text)):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _record(line: str, number: int) -> Record:
    read = FIELDS.fullmatch(line)
    if read is None:
        raise InputError("a line begins with four fields of a FEN, board w KQkq -")
    fields, clocks, rest = read.groups()
    record = Record(" ".join((fields + clocks).split()), tuple(_operations(rest)), number)
    position = chess().position(record.position)
    _require_moves(record, position)
    return record


def _operations(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    words: list[str] = []
    place, text = 0, text.strip()
    while place < len(text):
        read = OPERAND.match(text, place)
        if read is None:
            raise InputError(
                f'a quotation mark is missing: {text[place : place + 40].strip()} has one "'
            )
        quoted, bare, end = read.groups()
        if quoted is not None and not words:
            raise InputError(f'an operation begins with its name, not with "{quoted[:40]}"')
        if end is None:
            words.append(bare if quoted is None else re.sub(r"\\(.)", r"\1", quoted))
        elif words:
            yield words[0], tuple(words[1:])
            words = []
        place = read.end()
    if words:
        yield words[0], tuple(words[1:])


def _require_moves(record: Record, position: Position) -> None:
    """Refuse moves that are not legal, and a mate in no number of moves."""
    for name, operands in record.operations:
        if name == "dm" and not (len(operands) == 1 and MOVES_TO_MATE.fullmatch(operands[0])):
            raise InputError(f"dm is a number of moves to mate, not {' '.join(operands)!r}")
        if name in CHOICES:
            for text in operands:
                if not MATE.fullmatch(text):
                    _read(position, name, text)
        if name in LINES:
            after = position
            for text in operands:
                after = after.play(_read(after, name, text))


def _read(position: Position, name: str, text: str) -> int:
    if position.is_over:
        raise InputError(f"{name} {text}: the game is over there")
    try:
        return position.game.parse_move(position.state, text)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
