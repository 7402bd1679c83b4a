"""Drawings of a state: what `board(s)` may give, for a terminal and for the page.

A drawing has cells: the squares of a grid, the points of a net, cards. A cell has a name, by which
moves speak of it, and what stands on it, a short text. `looks` says how that is drawn where there
is more to show than text: a kind and a colour, as in "disc black" or "queen white".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

EMPTY = frozenset((".", "-", "_", " ", "", "·"))
"""What stands for nothing on a cell."""

KINDS = ("disc", "crown", "king", "queen", "rook", "bishop", "knight", "pawn", "cross", "ring",
         "stick", "edge", "dot", "box")  # fmt: skip
COLOURS = ("white", "black", "red", "yellow", "blue", "green")
Ground = Literal["plain", "chequered", "felt", "wells", "lines", "bare"]
"""What a grid is drawn on: even squares, squares of two colours, green cloth, holes that discs drop
into, lines between dots, where every other row and column is narrow, or nothing."""


@dataclass(frozen=True)
class Grid:
    """Squares in rows.

    rows      from the top; a text with a sign for each square, or a list of texts
    columns   what columns are called: a, b, c … if left out
    numbers   what rows are called, from the top: the last is 1 if left out
    names     what squares are called, row by row: column and number if left out; several squares
              may share a name, as all of a column do where a move names the column
    looks     how what stands on a square is drawn, by its text
    above     whether columns are named above the board, not below
    notes     a line of text beneath
    text      what a terminal shows, where rows with their numbers will not do
    """

    rows: Sequence[str | Sequence[str]]
    columns: Sequence[str] | None = None
    numbers: Sequence[str] | None = None
    names: Sequence[str] | None = None
    looks: Mapping[str, str] = field(default_factory=dict)
    ground: Ground = "plain"
    above: bool = False
    notes: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        widths = {len(row) for row in self.rows}
        if len(widths) != 1 or widths == {0}:
            raise ValueError("the rows of a Grid must be of one length, and not be empty")
        for name, given, wanted in (
            ("columns", self.columns, self.width),
            ("numbers", self.numbers, self.height),
            ("names", self.names, self.width * self.height),
        ):
            if given is not None and len(given) != wanted:
                raise ValueError(f"a Grid of these rows needs {wanted} {name}, not {len(given)}")

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def pieces(self) -> list[str]:
        """What stands on each square, row by row; nothing where it is empty."""
        return [_or_nothing(piece) for row in self.rows for piece in row]

    @property
    def column_names(self) -> list[str]:
        return [letters(c) for c in range(self.width)] if self.columns is None else [*self.columns]

    @property
    def row_names(self) -> list[str]:
        if self.numbers is not None:
            return [*self.numbers]
        return [str(self.height - r) for r in range(self.height)]

    @property
    def cell_names(self) -> list[str]:
        if self.names is not None:
            return [*self.names]
        return [column + row for row in self.row_names for column in self.column_names]

    def __str__(self) -> str:
        if self.text:
            return self.text
        columns, numbers = self.column_names, self.row_names
        wide = max(len(text) for row in (*self.rows, columns) for text in row)
        margin = max(map(len, numbers))
        across = " ".join(name.rjust(wide) for name in columns)
        heading = [(" " * (margin + 1) if margin else "") + across] if any(columns) else []
        drawn = [
            (number.rjust(margin) + " " if margin else "")
            + " ".join((piece or ".").rjust(wide) for piece in row)
            for number, row in zip(numbers, self.rows, strict=True)
        ]
        lines = [*heading, *drawn] if self.above else [*drawn, *heading]
        return "\n".join([*lines, "", self.notes] if self.notes else lines)


@dataclass(frozen=True)
class Points:
    """A net of points with lines between them.

    at        where each point is, from the left and from the top
    pieces    what stands on each
    names     what each is called
    lines     pairs of points with a line between them
    """

    at: Sequence[tuple[float, float]]
    pieces: Sequence[str]
    names: Sequence[str]
    lines: Sequence[tuple[int, int]] = ()
    looks: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        if not len(self.at) == len(self.pieces) == len(self.names) > 0:
            raise ValueError("Points needs a place, a piece and a name for each point")

    @property
    def cell_names(self) -> list[str]:
        return [*self.names]

    def __str__(self) -> str:
        if self.text:
            return self.text
        pairs = zip(self.names, self.pieces, strict=True)
        taken = [f"{name} {piece}" for name, piece in pairs if _or_nothing(piece)]
        return "\n".join([", ".join(taken) or "no piece anywhere", *filter(None, [self.notes])])


@dataclass(frozen=True)
class Cards:
    """Cards in rows, each row with a heading: hands, tricks, what lies on the table.

    A card is a short text: its name too, unless it is hidden, "?".
    """

    rows: Mapping[str, Sequence[str]]
    notes: str = ""
    text: str = ""

    @property
    def cell_names(self) -> list[str]:
        return [card for row in self.rows.values() for card in row]

    def __str__(self) -> str:
        if self.text:
            return self.text
        wide = max(map(len, self.rows), default=0)
        lines = [f"{name.rjust(wide)}  {' '.join(cards)}" for name, cards in self.rows.items()]
        return "\n".join([*lines, *filter(None, [self.notes])])


Drawing = Grid | Points | Cards


def drawing_of(game: Game, s: Any, viewer: int | None = None) -> Drawing | str:
    """The drawing of a state, as `viewer` sees it. A text that shows a grid is read as one."""
    drawn = game.drawing(s, viewer)
    if isinstance(drawn, Drawing):
        return drawn
    return read_grid(str(drawn)) or str(drawn)


def cells_of(game: Game, s: Any, a: int, names: Sequence[str]) -> list[str]:
    """The cells, among those named, that a person touches to make a move, in order."""
    if "cells" in game.functions:
        return [str(name) for name in game.call("cells", s, a)]
    return touched(names, game.show_move(s, a))


def letters(column: int) -> str:
    """a, b, … z, aa, ab …"""
    before = letters(column // 26 - 1) if column >= 26 else ""
    return before + chr(ord("a") + column % 26)


def read_grid(text: str) -> Grid | None:
    """The grid that a text draws: rows of signs apart from each other, rows named on the left,
    columns above or below, further to the right than the rows; None where it draws something
    else."""
    lines = text.rstrip().split("\n")
    drawn = lines[: lines.index("")] if "" in lines else lines
    notes = " ".join(filter(None, lines[len(drawn) :]))
    rows = [line.split() for line in drawn]
    if len(rows) < 3:
        return None
    for above, heading, body in ((False, rows[-1], rows[:-1]), (True, rows[0], rows[1:])):
        is_apart = drawn[0 if above else -1].startswith(" ")
        is_named = is_apart and len(heading) > 1 and len(set(heading)) == len(heading)
        if is_named and all(len(row) == len(heading) + 1 for row in body):
            numbers = [row[0] for row in body]
            if len(set(numbers)) == len(numbers) and not set(heading) & EMPTY:
                signs = [row[1:] for row in body]
                return Grid(signs, heading, numbers, above=above, notes=notes, text=text)
    return None


def touched(names: Sequence[str], move: str) -> list[str]:
    """The cells that a move speaks of, in its order: one that is called like the whole move, or
    all whose names stand in its text."""
    if move and move in names:
        return [move]
    return _any_of(tuple(names)).findall(move)


@lru_cache(64)  # asked for every move of a position
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Finds names in a text, the longest that fits; nothing where there are none."""
    longest = sorted({re.escape(name) for name in names if name}, key=len, reverse=True)
    return re.compile("|".join(longest) or "(?!)")


def _or_nothing(piece: str) -> str:
    return "" if piece in EMPTY else piece
