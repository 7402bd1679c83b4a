"""Drawings of a state, which `board(s)` can return: Grid, Points, Cards, and Stacks (`stacks.py`).

A drawing has cells: the squares of a grid, the points of a net, or cards. A cell has a name, which
the texts of moves contain, and a piece, a short text. `looks` maps pieces to pictures: a kind and a
colour, such as "disc black" or "queen white", and a label if the piece has one: "disc black 3".
Dice can lie below the cells (`dice.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from counterplay.core.game import display
from counterplay.core.game.facts import CHANCE
from counterplay.presentation.dice import dice_words, read_dice, with_dice, with_roll
from counterplay.presentation.stacks import Stacks

if TYPE_CHECKING:
    from counterplay.core.game.game import Game
    from counterplay.core.game.position import Position

EMPTY = frozenset((".", "-", "_", " ", "", "·"))
"""Pieces that mean an empty cell."""

KINDS = ("disc", "crown", "king", "queen", "rook", "bishop", "knight", "pawn", "cross", "ring",
         "stick", "edge", "dot", "box")  # fmt: skip
COLOURS = ("white", "black", "red", "yellow", "blue", "green")
Ground = Literal["plain", "chequered", "felt", "wells", "lines", "crossings", "bare"]
"""The background of a grid: plain squares, squares of two colours, green cloth, holes for discs,
lines between dots (every other row and column is narrow), lines that cross in the middle of each
square, or nothing."""
STAR = "+"
"""An empty square of `crossings` with a point that helps to find one's way."""


@dataclass(frozen=True)
class Grid:
    """Squares in rows.

    rows      the rows from the top, each a text with one character for each square, or a list
    columns   the names of the columns; a, b, c, … by default
    numbers   the names of the rows from the top; by default numbers, the last row is 1
    names     the names of the squares, row by row; column and number by default. Several squares
              can share a name, for example all of a column if a move names the column
    looks     the pictures of the pieces
    ground    the background
    above     True if the names of the columns are above the board, not below
    notes     a line of text below the board
    text      what a terminal shows; by default the rows with their names
    dice      the dice below the board: numbers, or texts such as "3 black" and "?"
    marks     the squares that are marked, by number, row by row: a king in check, a line that wins
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
    dice: Sequence[int | str] = ()
    marks: Sequence[int] = ()

    def __post_init__(self) -> None:
        read_dice(self.dice)
        widths = {len(row) for row in self.rows}
        if len(widths) != 1 or widths == {0}:
            raise ValueError(
                "the rows of a Grid must have the same length, and at least one square"
            )
        for name, given, wanted in (
            ("columns", self.columns, self.width),
            ("numbers", self.numbers, self.height),
            ("names", self.names, self.width * self.height),
        ):
            if given is not None and len(given) != wanted:
                raise ValueError(f"a Grid with these rows needs {wanted} {name}, not {len(given)}")

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def pieces(self) -> list[str]:
        """The piece on each square, row by row; an empty text for an empty square."""
        star = STAR if self.ground == "crossings" else ""
        return ["" if p == star else _or_nothing(p) for row in self.rows for p in row]

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
            return with_dice(self.text, self.dice)
        columns, numbers = self.column_names, self.row_names
        wide = max(max(map(len, row)) for row in (*self.rows, columns) if row)
        margin = max(map(len, numbers))
        across = " ".join(name.rjust(wide) for name in columns)
        heading = [(" " * (margin + 1) if margin else "") + across] if any(columns) else []
        drawn = [
            (number.rjust(margin) + " " if margin else "")
            + " ".join((piece or ".").rjust(wide) for piece in row)
            for number, row in zip(numbers, self.rows, strict=True)
        ]
        lines = [*heading, *drawn] if self.above else [*drawn, *heading]
        return with_dice("\n".join([*lines, "", self.notes] if self.notes else lines), self.dice)

    def _repr_svg_(self) -> str | None:
        """A picture of the board, for notebooks."""
        return display.svg(self)


@dataclass(frozen=True)
class Points:
    """A net of points with lines between them.

    at        the place of each point: from the left, from the top
    pieces    the piece on each point
    names     the name of each point
    lines     pairs of points with a line between them
    looks     the pictures of the pieces
    notes     a line of text below
    text      what a terminal shows; by default a list of the pieces
    dice      the dice below the net, as of a Grid
    """

    at: Sequence[tuple[float, float]]
    pieces: Sequence[str]
    names: Sequence[str]
    lines: Sequence[tuple[int, int]] = ()
    looks: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""
    text: str = ""
    dice: Sequence[int | str] = ()

    def __post_init__(self) -> None:
        read_dice(self.dice)
        if not len(self.at) == len(self.pieces) == len(self.names) > 0:
            raise ValueError("Points needs a place, a piece and a name for each point")

    @property
    def cell_names(self) -> list[str]:
        return [*self.names]

    def __str__(self) -> str:
        if self.text:
            return with_dice(self.text, self.dice)
        pairs = zip(self.names, self.pieces, strict=True)
        taken = [f"{name} {piece}" for name, piece in pairs if _or_nothing(piece)]
        lines = [", ".join(taken) or "no pieces", *filter(None, [self.notes])]
        return with_dice("\n".join(lines), self.dice)

    def _repr_svg_(self) -> str | None:
        """A picture of the net, for notebooks."""
        return display.svg(self)


@dataclass(frozen=True)
class Cards:
    """Cards in rows, each with a heading: hands, tricks, the cards on the table.

    A card is a short text, which is also its name: a rank and a suit, "A♠" or "Td", or any other.
    "?" is a hidden card. `chips` has the number of chips of some rows, such as a bet or the pot; a
    picture shows them, and `notes` can say them in a terminal. `dice` are the dice below the cards,
    as of a Grid.
    """

    rows: Mapping[str, Sequence[str]]
    notes: str = ""
    text: str = ""
    dice: Sequence[int | str] = ()
    chips: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        read_dice(self.dice)
        unknown = set(self.chips) - set(self.rows)
        if unknown:
            raise ValueError(f"Cards has chips of {sorted(unknown)[0]!r}, which is not a row")

    @property
    def cell_names(self) -> list[str]:
        return [card for row in self.rows.values() for card in row]

    def __str__(self) -> str:
        if self.text:
            return with_dice(self.text, self.dice)
        wide = max(map(len, self.rows), default=0)
        lines = [f"{name.rjust(wide)}  {' '.join(cards)}" for name, cards in self.rows.items()]
        return with_dice("\n".join([*lines, *filter(None, [self.notes])]), self.dice)

    def _repr_svg_(self) -> str | None:
        """A picture of the cards, for notebooks."""
        return display.svg(self)


Drawing = Grid | Points | Cards | Stacks


def drawing_of(game: Game, s: Any, viewer: int | None = None) -> Drawing | str:
    """The drawing of a state as `viewer` sees it. A text that looks like a grid becomes a Grid."""
    from counterplay.presentation.default_drawing import default_drawing  # which imports this file

    drawn = game.drawing(s, viewer)
    return drawn if isinstance(drawn, Drawing) else default_drawing(game, s, str(drawn))


def drawing_at(position: Position, viewer: int | None = None) -> Drawing | str:
    """The drawing of a position. Dice that are not rolled show the last move, if it was a roll.

    So Pig can show a roll that its state does not contain.
    """
    game = position.game
    drawing = drawing_of(game, position.state, viewer)
    if isinstance(drawing, str) or not (drawing.dice and position.past) or game.facts.hidden:
        return drawing
    before, move = position.past[-1], position.moves[-1]
    if game.player(before) != CHANCE:
        return drawing
    return replace(drawing, dice=with_roll(drawing.dice, game.show_move(before, move)))


def roll_at(position: Position) -> str:
    """The roll that was just made, in words: `White rolled 3 and 1`, or `rolled 3 and 1` if the
    game does not say who rolled. Empty if there are no dice, or not rolled."""
    drawing = drawing_at(position)
    words = "" if isinstance(drawing, str) else dice_words(read_dice(drawing.dice))
    by = rolled_by(position)
    return f"{position.game.facts.names[by]} {words}" if words and by is not None else words


def rolled_by(position: Position) -> int | None:
    """The player who has just rolled, and is to move; None if no one has, or it is not known."""
    game = position.game
    if not position.past or "roller" not in game.functions:
        return None
    before = position.past[-1]
    if game.player(before) != CHANCE or position.is_over:
        return None
    roller = int(game.call("roller", before))
    return roller if roller == position.turn else None


def cells_of(game: Game, s: Any, a: int, names: Sequence[str]) -> list[str]:
    """The cells that a person clicks to make a move, in order."""
    if "cells" in game.functions:
        return [str(name) for name in game.call("cells", s, a)]
    return touched(names, game.show_move(s, a))


def letters(column: int) -> str:
    """The name of a column: a, b, … z, aa, ab, …"""
    before = letters(column // 26 - 1) if column >= 26 else ""
    return before + chr(ord("a") + column % 26)


def read_grid(text: str) -> Grid | None:
    """The grid that a text shows; None if it shows something else.

    A grid has rows of characters separated by spaces, with the name of the row on the left, and the
    names of the columns above or below, indented.
    """
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
                pieces = [row[1:] for row in body]
                return Grid(pieces, heading, numbers, above=above, notes=notes, text=text)
    return None


def touched(names: Sequence[str], move: str) -> list[str]:
    """The cells that the text of a move names, in its order.

    That is one cell if its name is the whole text, else all cells whose names are in the text.
    """
    if move and move in names:
        return [move]
    return _any_of(tuple(names)).findall(move)


@lru_cache(64)  # called for every move of a position
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern that finds the longest name at each place of a text."""
    longest = sorted({re.escape(name) for name in names if name}, key=len, reverse=True)
    return re.compile("|".join(longest) or "(?!)")


def _or_nothing(piece: str) -> str:
    return "" if piece in EMPTY else piece
