"""EPD, Extended Position Description: a chess position on each line, with operations.

    1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";

A line has the first four fields of a FEN, then operations, each with operands and a semicolon:
`bm` best moves, `am` moves to avoid, `dm` mate in n moves, `id` a name, `c0` to `c9` comments. Many
files also have the last two numbers of a FEN. Some files write a mate as `bm #4`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.data_files import replace_file
from counterplay.core.game.errors import InputError
from counterplay.core.game.position import Position
from counterplay.formats.chess.game import chess
from counterplay.formats.record import PositionRecord

OPERAND = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";][^\s;]*)|(;))')
FIELDS = re.compile(r"\s*(\S+\s+[wb]\s+\S+\s+[^\s;]+)((?:\s+\d+\s+\d+(?=\s|;|$))?)(.*)", re.DOTALL)
NUMBER = re.compile(r"[+-]?\d{1,18}(\.\d+)?")
NAME = re.compile(r'[^\s";][^\s;]*')
MOVES_TO_MATE = re.compile(r"-?0*[1-9]\d{0,3}")
MATE = re.compile(r"#([+-]?0*[1-9]\d{0,3})")
SNIFF = re.compile(rb"(?:#.*\n\s*)*[1-8KQRBNPkqrbnp/]{15,} [wb] \S+ \S+ .*;")
CHOICES = ("bm", "am", "sm", "pm")
"""Operations whose operands are moves in the position."""

LINES = ("pv",)
"""Operations whose operands are a line of moves."""


@dataclass(frozen=True)
class Record:
    """A line of the file. `position` is a text that `game.position` of chess reads."""

    position: str
    operations: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """In the order of the line: a name, and its operands without quotes."""

    line: int = 0
    """The number of the line in its file."""

    def operands(self, name: str) -> tuple[str, ...]:
        """The operands of the first operation with this name; empty if there is none."""
        return next((operands for other, operands in self.operations if other == name), ())

    @property
    def id(self) -> str:
        return " ".join(self.operands("id"))

    @property
    def name(self) -> str:
        """The same as `id`; every `PositionRecord` has a name."""
        return self.id

    @property
    def best_moves(self) -> tuple[str, ...]:
        return tuple(text for text in self.operands("bm") if not MATE.fullmatch(text))

    @property
    def moves_to_avoid(self) -> tuple[str, ...]:
        return self.operands("am")

    @property
    def mate(self) -> int | None:
        """Mate in n moves; negative if the side to move is mated, None if the line does not say."""
        in_bm = [match for match in map(MATE.fullmatch, self.operands("bm")) if match]
        mates = (*self.operands("dm"), *(match[1] for match in in_bm))
        return int(mates[0]) if mates else None


def sniff(head: bytes, path: Path) -> bool:
    return path.suffix.lower() == ".epd" or SNIFF.match(head) is not None


def read_epd(path: str | Path, faults: list[str] | None = None) -> list[Record]:
    """The records of a file, in its order; empty lines and lines that begin with # are skipped.

    A line that cannot be read is an `InputError`, or a sentence in `faults` if a list is given.
    """
    try:
        text = Path(path).read_bytes().decode("utf-8-sig", errors="replace")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    return list(parse_epd(text.splitlines(), str(path), faults))


def parse_epd(
    lines: Iterable[str], name: str = "EPD", faults: list[str] | None = None
) -> Iterator[Record]:
    """The records of some lines; errors call the file `name`."""
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
    """A record as a line."""
    shown = [" ".join(record.position.split())]
    for name, operands in record.operations:
        if not NAME.fullmatch(name):
            raise InputError(
                f"{name!r} is not a name of an EPD operation: write one word, such as bm"
            )
        is_bare = name in CHOICES or name in LINES
        shown.append(" ".join([name, *(_quoted(text, is_bare) for text in operands)]) + ";")
    return " ".join(shown)


def show_records(records: Iterable[PositionRecord]) -> str:
    """Positions of any format as the text of an EPD file."""
    return "".join(
        f"{show_epd(one if isinstance(one, Record) else _with_name(one))}\n" for one in records
    )


def _with_name(record: PositionRecord) -> Record:
    operations = (("bm", record.best_moves), ("id", (record.name,) if record.name else ()))
    return Record(record.position, tuple(one for one in operations if one[1]), record.line)


def write_epd(path: str | Path, records: Iterable[Record]) -> None:
    """Write the records, one on each line."""
    text = "".join(f"{show_epd(record)}\n" for record in records)
    replace_file(Path(path), text)


def _quoted(text: str, is_bare: bool) -> str:
    if "\n" in text or "\r" in text:
        raise InputError(f"{text!r} has a line break: EPD has one position on each line")
    if NUMBER.fullmatch(text) or (is_bare and NAME.fullmatch(text)):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _record(line: str, number: int) -> Record:
    read = FIELDS.fullmatch(line)
    if read is None:
        raise InputError("a line must begin with four fields of a FEN: board w KQkq -")
    fields, clocks, rest = read.groups()
    record = Record(" ".join((fields + clocks).split()), tuple(_operations(rest)), number)
    position = chess().position(record.position)
    _require_moves(record, position)
    return record


def _operations(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    words: list[str] = []
    at, text = 0, text.strip()
    while at < len(text):
        read = OPERAND.match(text, at)
        if read is None:
            raise InputError(f"a closing quote is missing after {text[at : at + 40].strip()}")
        quoted, bare, end = read.groups()
        if quoted is not None and not words:
            raise InputError(f'an operation must begin with its name, not with "{quoted[:40]}"')
        if end is None:
            words.append(bare if quoted is None else re.sub(r"\\(.)", r"\1", quoted))
        elif words:
            yield words[0], tuple(words[1:])
            words = []
        at = read.end()
    if words:
        yield words[0], tuple(words[1:])


def _require_moves(record: Record, position: Position) -> None:
    """InputError if a move is not legal, or `dm` is not a number."""
    for name, operands in record.operations:
        if name == "dm" and not (len(operands) == 1 and MOVES_TO_MATE.fullmatch(operands[0])):
            raise InputError(f"dm must be a number of moves, not {' '.join(operands)!r}")
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
        raise InputError(f"{name} {text}: the game is over in this position")
    try:
        return position.game.parse_move(position.state, text)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
