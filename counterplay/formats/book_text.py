"""Opening books as text, written by people: lines of moves with comments.

    # A small repertoire.
    e4 e5 Nf3 Nc6 Bb5           one line of play; its moves are in the game's notation
    3: d4 d5 c4                 a line that weighs 3 instead of 1
    e4 f6? d4!                  f6 is only there to be answered; d4 weighs three times as much
    FEN or position | moves     a line that starts from a position

`#` begins a comment, and {…} is one inside a line. Numbers of moves, as in `1.`, are left out. A
move weighs the sum of the lines that it is in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

COMMENT = re.compile(r"\{[^}]*\}|(?<!\S)#.*")
NUMBER = re.compile(r"\d+\.+")
WEIGHT = re.compile(r"\s*(\d+)\s*:(?!\S)")
MARKS = re.compile(r"[!?]+$")
GOOD = 3
"""How many times as much a move with an exclamation mark weighs."""


@dataclass(frozen=True)
class BookLine:
    """One line: where it starts, its moves, and what each of them weighs; 0 for a move to avoid."""

    start: Position
    moves: tuple[int, ...]
    weights: tuple[int, ...]


def read_book_text(game: Game, path: str | Path) -> list[BookLine]:
    """Read the lines of a file. Raises InputError with the number of the line that is wrong."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text: save it as UTF-8") from None
    found = list(_lines(game, str(path), text))
    if not found:
        raise InputError(f"{path} has no lines of moves: write one in each line, as in: e4 e5 Nf3")
    return found


def _lines(game: Game, path: str, text: str) -> Iterator[BookLine]:
    for number, line in enumerate(text.splitlines(), 1):
        words = COMMENT.sub(" ", line)
        if not words.strip():
            continue
        try:
            yield _line(game, words)
        except CounterplayError as error:
            raise InputError(f"{path}, line {number}: {error}") from None


def _line(game: Game, words: str) -> BookLine:
    weight = 1
    if given := WEIGHT.match(words):
        weight, words = int(given[1]), words[given.end() :]
        if weight < 1:
            raise InputError("a line must weigh 1 or more")
    before, bar, after = words.rpartition("|")
    start = position = game.position(before.strip() if bar else "startpos")
    moves, weights = [], []
    for word in after.split():
        if NUMBER.fullmatch(word):
            continue
        shown = MARKS.sub("", NUMBER.sub("", word) if "." in word else word)
        marks = word[len(word.rstrip("!?")) :]
        if position.is_over:
            raise InputError(f"the game is over before {shown!r}")
        move = game.parse_move(position.state, shown)
        moves.append(move)
        weights.append(0 if "?" in marks else weight * GOOD if "!" in marks else weight)
        position = position.play(move)
    if not moves:
        raise InputError("there is no move in this line")
    return BookLine(start, tuple(moves), tuple(weights))
