"""OBF, the Othello Board Format: a position on each line, with the scores of its moves.

    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % FFO 1

Squares row by row from a1, the side to move, then a move and its score after each semicolon, or a
score alone, which is that of the position. A score is the difference in discs for the side to move,
empty squares to the winner. What follows a percent sign is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.game.errors import InputError

SIDES = {"x": "X", "*": "X", "o": "O"}
SCORE = re.compile(r"(?:([a-h][1-8]|--|pass|ps|pa)\s*:)?\s*([+-]?\d+)", re.IGNORECASE)


@dataclass(frozen=True)
class Problem:
    """A line of the file. `position` is a text that `game.position` of othello reads."""

    position: str
    scores: tuple[tuple[str, int], ...] = ()
    """Moves, in lower case, with their scores, in the order of the file."""

    value: int | None = None
    """The score of the position: as the line says, else that of the best move; None if neither."""

    comment: str = ""

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The moves that keep the value."""
        return tuple(move for move, score in self.scores if score == self.value)


def read_obf(path: str | Path) -> list[Problem]:
    """The problems of a file, in its order; empty lines and comments are passed over."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text in UTF-8") from None
    return parse_obf(text.splitlines(), str(path))


def parse_obf(lines: Iterable[str], name: str = "OBF") -> list[Problem]:
    """The problems of some lines; `name` says in errors where they come from."""
    problems = []
    for number, line in enumerate(lines, 1):
        fields, _, comment = line.partition("%")
        if fields.strip():
            try:
                problems.append(_problem(fields, comment.strip()))
            except ValueError as error:
                raise InputError(f"{name}, line {number}: {error}") from None
    return problems


def _problem(line: str, comment: str) -> Problem:
    board, *rest = (field.strip() for field in line.split(";"))
    squares, side = board[:-1].rstrip(), board[-1:].lower()
    if len(squares) not in (16, 36, 64) or not re.fullmatch(r"[-.xo*]+", squares.lower()):
        raise ValueError(f"a line begins with 64 squares, each -, X or O: {squares!r} is not that")
    if side not in SIDES:
        raise ValueError(f"after the squares comes the side to move, X or O, not {side!r}")
    scores: list[tuple[str, int]] = []
    value = None
    for field in filter(None, rest):
        read = SCORE.fullmatch(field)
        if read is None:
            raise ValueError(f"{field!r} is no move with its score, such as G8:+18")
        move, score = read[1], int(read[2])
        if abs(score) > len(squares):
            raise ValueError(f"{field!r}: a score lies between -{len(squares)} and {len(squares)}")
        if move is None:
            value = score
        else:
            scores.append((move.lower() if len(move) == 2 and move[1].isdigit() else "pass", score))
    if value is None and scores:
        value = max(score for _, score in scores)
    return Problem(f"{squares} {SIDES[side]}", tuple(scores), value, comment)
