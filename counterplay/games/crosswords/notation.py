"""Plays, racks and boards as players write them.

A play is its place and its word, `8D:QUARTZ`: row 8 and column D for a word across, `D8:QUARTZ` for
one down. Small letters are blanks. The word contains the tiles that lie there already; they can be
read as dots or in parentheses, too. An exchange is `-AEI`, a pass `-`.

A board is written row by row from the top, as CGP does it: letters, and numbers of empty squares,
with `/` between the rows. Or it has a line for each row, with a dot for each empty square.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.data_files import is_file
from counterplay.core.game.errors import InputError
from counterplay.games.crosswords.equipment import SLOTS
from counterplay.games.crosswords.moves import (
    BLANK,
    DOWN,
    EXCHANGE,
    LETTER,
    MOST_TILES,
    PASS,
    SQUARE,
    SQUARE_SHIFT,
    TILE_BITS,
    count_tiles,
    tile_of,
)

COLUMNS = "ABCDEFGHIJKLMNO"
PLACE = re.compile(r"(?:(\d{1,2})([A-Oa-o])|([A-Oa-o])(\d{1,2}))[ :]\s*(\S+)")
EMPTY_BOARD = "empty"


def tile_text(tile: int, letters: str) -> str:
    """A tile on the board: a small letter for a blank; `?` for a blank on a rack."""
    if tile & LETTER == 0:
        return "?"
    letter = letters[(tile & LETTER) - 1]
    return letter.lower() if tile >= BLANK else letter


def slot_text(slot: int, letters: str) -> str:
    """A tile in the bag or on a rack, by its number."""
    return letters[slot - 1] if slot else "?"


def rack_text(rack: Sequence[int], letters: str) -> str:
    """The tiles of a rack, the blanks last."""
    order = [*range(1, len(letters) + 1), 0]
    return "".join(slot_text(slot, letters) * int(rack[slot]) for slot in order)


def read_rack(text: str, letters: str, most: int) -> np.ndarray:
    """The rack that a text such as AEINRS? describes."""
    rack = np.zeros(SLOTS, np.int8)
    for sign in text.upper():
        if sign != "?" and sign not in letters:
            raise InputError(f"the rack {text!r} has {sign!r}: expected letters, and ? for a blank")
        rack[letters.index(sign) + 1 if sign != "?" else 0] += 1
    if not 0 < len(text) <= most:
        raise InputError(f"the rack {text!r} has {len(text)} tiles: expected 1 to {most}")
    return rack


def place_text(square: int, down: bool, size: int) -> str:
    """The place where a word begins: 8D across, D8 down."""
    row, column = str(square // size + 1), COLUMNS[square % size]
    return column + row if down else row + column


def word_of(board: np.ndarray, a: int, size: int) -> tuple[int, list[int]]:
    """The square where the word of a play begins, and its tiles, laid and there before."""
    step = size if a & DOWN else 1
    square = a >> SQUARE_SHIFT & SQUARE

    def room(at: int) -> int:
        return at // size if a & DOWN else at % size

    while room(square) > 0 and board[square - step] > 0:
        square -= step
    start, word, used = square, [], 0
    while True:
        if board[square] > 0:
            word.append(int(board[square]))
        elif tile_of(a, used) > 0:
            word.append(tile_of(a, used))
            used += 1
        else:
            break
        if room(square) == size - 1:
            break
        square += step
    return start, word


def move_text(board: np.ndarray, a: int, letters: str, size: int) -> str:
    """A move as players write it."""
    if a == PASS:
        return "-"
    if a & EXCHANGE:
        return "-" + "".join(tile_text(tile_of(a, i), letters) for i in range(count_tiles(a)))
    start, word = word_of(board, a, size)
    spelled = "".join(tile_text(tile, letters) for tile in word)
    return f"{place_text(start, bool(a & DOWN), size)}:{spelled}"


def read_move(board: np.ndarray, text: str, letters: str, size: int) -> int:
    """The move that a text describes; ValueError says what is wrong. Nothing says it is legal."""
    if text in ("-", "pass"):
        return PASS
    if text.startswith("-"):
        slots = sorted(_slot(sign, letters) for sign in text[1:])
        return EXCHANGE | _packed([slot or BLANK for slot in slots])
    found = PLACE.fullmatch(text)
    if not found:
        raise ValueError("expected a place and a word, as in 8D:QUARTZ, or -AEI, or -")
    down = found[3] is not None
    row = int(found[4] if down else found[1]) - 1
    column = COLUMNS.index((found[3] if down else found[2]).upper())
    word = re.sub(r"[()]", "", found[5])
    step = size if down else 1
    last = (row if down else column) + len(word) - 1
    if not 0 <= row < size or column >= size or last >= size:
        raise ValueError(f"{text} does not fit on the board")
    start = row * size + column
    laid = []
    for i, sign in enumerate(word):
        square = start + i * step
        if board[square] == 0 and sign != ".":
            tile = _slot(sign.upper(), letters)
            laid.append((square, tile if sign.isupper() else tile + BLANK))
        elif board[square] == 0:
            raise ValueError(f"{text}: there is no tile on {place_text(square, False, size)}")
        elif sign not in (".", tile_text(int(board[square]), letters)):
            raise ValueError(f"{text}: another tile is on {place_text(square, False, size)}")
    if not 0 < len(laid) <= MOST_TILES:
        raise ValueError(f"{text} lays {len(laid)} tiles")
    direction = DOWN if down else 0
    if len(laid) == 1:
        direction = _only_direction(board, laid[0][0], size)
    return laid[0][0] << SQUARE_SHIFT | direction | _packed([tile for _, tile in laid])


def _only_direction(board: np.ndarray, square: int, size: int) -> int:
    """The direction of a play of one tile: across if it is beside a tile in its row."""
    column = square % size
    left = column > 0 and board[square - 1] > 0
    right = column < size - 1 and board[square + 1] > 0
    return 0 if left or right else DOWN


def _slot(sign: str, letters: str) -> int:
    if sign == "?":
        return 0
    if sign not in letters:
        raise ValueError(f"{sign!r} is not one of the letters {letters}")
    return letters.index(sign) + 1


def _packed(tiles: Sequence[int]) -> int:
    return sum(tile << TILE_BITS * i for i, tile in enumerate(tiles))


def board_text(board: np.ndarray, letters: str, size: int) -> str:
    """A board row by row, with `/` between the rows."""
    rows = []
    for first in range(0, size * size, size):
        signs = "".join(
            tile_text(int(t), letters) if t else "." for t in board[first : first + size]
        )
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), signs))
    return "/".join(rows)


def read_board(text: str, letters: str, size: int) -> np.ndarray:
    """The board that a text or the file of this name describes; `empty` is an empty one."""
    if text == EMPTY_BOARD:
        return np.zeros(size * size, np.int8)
    if is_file(text):
        try:
            text = Path(text).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise InputError(f"{text} is not UTF-8 text: save it as UTF-8") from None
    rows = [re.sub(r"\d+", _empty, row) for row in re.split(r"[/\s]+", text.strip(" /\n"))]
    if len(rows) != size or any(len(row) != size for row in rows):
        widths = sorted({len(row) for row in rows})
        raise InputError(
            f"the board has {len(rows)} rows of {widths} squares: expected {size} rows of {size}, "
            "with letters, dots or numbers of empty squares, and / between rows"
        )
    known: dict[str, Any] = {".": 0}
    for number, letter in enumerate(letters, 1):
        known |= {letter: number, letter.lower(): number + BLANK}
    for sign in "".join(rows):
        if sign not in known:
            raise InputError(f"the board has {sign!r}: expected letters, dots and numbers")
    return np.array([known[sign] for row in rows for sign in row], np.int8)


def _empty(number: re.Match[str]) -> str:
    """The number of empty squares. No board has room for a number of more than three digits."""
    return "." * int(number[0] if len(number[0]) < 4 else 1_000)
