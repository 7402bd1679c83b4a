"""Drawings of games that return only a text, or have no `board` at all.

A text with rows of signs is drawn as a grid, with or without names of rows and columns. Without
`board` and `show_position`, an array of the state is drawn as a grid, and other fields are listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from math import isqrt
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from counterplay.core.game.errors import CounterplayError
from counterplay.presentation.drawings import EMPTY, Grid, read_grid

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

LOOKS = (
    {"x": "cross blue", "o": "ring red", "X": "cross blue", "O": "ring red"},
    {"w": "disc white", "b": "disc black", "W": "disc white", "B": "disc black"},
    {"#": "box blue", "@": "disc black", "*": "disc black"},
    {"1": "disc blue 1", "2": "disc red 2", "-1": "disc red -1"},
)
"""Pictures for pieces of texts, if all pieces of a text are in one of these."""
RULED = re.compile(r"^[\s+\-=_]+$")
"""A line between the rows of a board whose squares have `|` between them: `-+-+-`."""
LONGEST_ROW, LARGEST_SIGN = 32, 2

_is_board: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()


def default_drawing(game: Game, s: Any, text: str) -> Grid | str:
    """A drawing of a state whose text is `text`; the text itself if it shows no board."""
    named = read_grid(text)
    if named is not None:
        return replace(named, looks=default_looks(named.pieces))
    if not {"board", "show_position"} & game.functions.keys():
        return array_grid(game, s) or fields_text(game, s)
    return (read_rows(text) if shows_board(game) else None) or text


def shows_board(game: Game) -> bool:
    """Whether the text of the first position has rows with empty squares or the usual pieces. Then
    later ones are read as boards, too."""
    if game not in _is_board:
        _is_board[game] = False
        with suppress(CounterplayError):
            read = read_rows(str(game.drawing(game.initial())))
            _is_board[game] = read is not None and ("" in read.pieces or bool(read.looks))
    return _is_board[game]


def read_rows(text: str) -> Grid | None:
    """The grid in a text with one sign for each square: in lines, or with `/` between rows.

    Signs stand together, or with spaces or `|` between them. What follows the rows after an empty
    line, or after a space if `/` divides them, is a note.
    """
    if "\n" in text.strip("\n"):
        lines = text.strip("\n").split("\n")
        drawn = lines[: lines.index("")] if "" in lines else lines
        notes = " ".join(filter(None, lines[len(drawn) :]))
    else:
        board, _, notes = text.strip().partition(" ")
        drawn = board.split("/")
    has_bars = any("|" in line for line in drawn)
    lines = [line for line in drawn if not (has_bars and RULED.match(line))]
    has_frame = all(line.startswith("|") and line.rstrip().endswith("|") for line in lines)
    rows = [signs(line.rstrip()[1:-1] if has_frame else line) for line in lines]
    widths = {len(row) for row in rows}
    if len(rows) < 2 or len(widths) != 1 or not 2 <= min(widths) <= LONGEST_ROW:
        return None
    if any(len(sign) > LARGEST_SIGN or sign.isdecimal() for row in rows for sign in row):
        return None
    return unnamed_grid(rows, notes.strip(), text)


def signs(line: str) -> list[str]:
    """The signs of a row."""
    if "|" in line:
        return [sign.strip() or "." for sign in line.split("|")]
    return line.split() if " " in line.strip() else [*line.strip()]


def unnamed_grid(rows: Sequence[Sequence[str]], notes: str, text: str) -> Grid:
    """A grid whose squares have no names that moves could contain, only some for people."""
    names = [f"row {r + 1}, column {c + 1}" for r, row in enumerate(rows) for c in range(len(row))]
    grid = Grid(rows, [""] * len(rows[0]), [""] * len(rows), names, notes=notes, text=text)
    return replace(grid, looks=default_looks(grid.pieces))


def default_looks(pieces: Iterable[str]) -> dict[str, str]:
    """Pictures for the pieces of a text; empty if they are none of the usual ones."""
    found = set(pieces) - EMPTY
    return next((looks for looks in LOOKS if found and found <= looks.keys()), {})


def array_grid(game: Game, s: Any) -> Grid | None:
    """The array of a state as a grid of numbers, 0 for an empty square; None without one array.

    Nine or more numbers whose count is a square are drawn as one.
    """
    values = fields_of(game, s)
    arrays = {name: np.asarray(value) for name, value in values.items() if np.size(value) > 1}
    if len(arrays) != 1:
        return None
    [(name, array)] = arrays.items()
    side = isqrt(array.size)
    if array.ndim == 1 and array.size >= 9 and side * side == array.size:
        array = array.reshape(side, side)
    array = np.atleast_2d(array)
    if array.ndim != 2 or array.shape[1] > LONGEST_ROW:
        return None
    rows = [[str(n) if n else "." for n in row] for row in array.tolist()]
    notes = ", ".join(f"{other} {values[other]}" for other in values if other != name)
    return unnamed_grid(rows, notes, fields_text(game, s))


def fields_text(game: Game, s: Any) -> str:
    """The fields of a state, one a line."""
    values = fields_of(game, s)
    wide = max(map(len, values), default=0)
    return "\n".join(f"{name.ljust(wide)}  {value}" for name, value in values.items())


def fields_of(game: Game, s: Any) -> dict[str, Any]:
    """The fields of a state by name: numbers, or lists of numbers."""
    encoded = game.shape.encode(s)
    names = encoded.dtype.names or ()
    return {name: np.asarray(encoded[name]).tolist() for name in names}
