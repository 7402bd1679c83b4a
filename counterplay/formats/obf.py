"""OBF, the Othello Board Format: a position on each line, with the scores of its moves.

    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % FFO 1

A line has the squares row by row from a1, the side to move, then a move with its score after each
semicolon. A score without a move is that of the position. A score is the difference in discs for
the side to move; empty squares go to the winner. A percent sign begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from counterplay.core.game.errors import InputError

SIDES = {"x": "X", "*": "X", "o": "O"}
SCORE = re.compile(r"(?:([a-h][1-8]|--|pass|ps|pa)\s*:)?\s*([+-]?\d+)", re.IGNORECASE)

SNIFF = re.compile(rb"(?:%.*\n\s*)*[-.xo*]{16,64} ?[xo*]\s*;", re.IGNORECASE)


@dataclass(frozen=True)
class Problem:
    """A line of the file. `position` is a text that `game.position` of othello reads."""

    position: str
    scores: tuple[tuple[str, int], ...] = ()
    """Moves in lower case with their scores, in the order of the line."""

    value: int | None = None
    """The score of the position, else that of the best move; None if the line has neither."""

    comment: str = ""
    line: int = field(default=0, compare=False)
    """The number of the line in its file."""

    @property
    def name(self) -> str:
        """The same as `comment`; every `PositionRecord` has a name."""
        return self.comment

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The moves whose score is the value."""
        return tuple(move for move, score in self.scores if score == self.value)


def sniff(head: bytes, path: Path) -> bool:
    return path.suffix.lower() == ".obf" or SNIFF.match(head) is not None


def read_obf(path: str | Path) -> list[Problem]:
    """The problems of a file, in its order; empty lines and comments are skipped."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text: save it as UTF-8") from None
    return parse_obf(text.splitlines(), str(path))


def parse_obf(
    lines: Iterable[str], name: str = "OBF", faults: list[str] | None = None
) -> list[Problem]:
    """The problems of some lines; errors call the file `name`.

    A line that cannot be read is an `InputError`, or a sentence in `faults` if a list is given.
    """
    problems = []
    for number, line in enumerate(lines, 1):
        fields, _, comment = line.partition("%")
        if fields.strip():
            try:
                problems.append(_problem(fields, comment.strip(), number))
            except ValueError as error:
                sentence = f"{name}, line {number}: {error}"
                if faults is None:
                    raise InputError(sentence) from None
                faults.append(sentence)
    return problems


def _problem(line: str, comment: str, number: int) -> Problem:
    board, *rest = (part.strip() for part in line.split(";"))
    squares, side = board[:-1].rstrip(), board[-1:].lower()
    if len(squares) not in (16, 36, 64) or not re.fullmatch(r"[-.xo*]+", squares.lower()):
        raise ValueError(f"a line must begin with 64 squares, each -, X or O, not with {squares!r}")
    if side not in SIDES:
        raise ValueError(f"after the squares write the side to move, X or O, not {side!r}")
    scores: list[tuple[str, int]] = []
    value = None
    for text in filter(None, rest):
        read = SCORE.fullmatch(text)
        if read is None:
            raise ValueError(f"{text!r} is not a move with its score: write it as G8:+18")
        move, score = read[1], int(read[2])
        if abs(score) > len(squares):
            raise ValueError(
                f"{text!r}: a score must be between -{len(squares)} and {len(squares)}"
            )
        if move is None:
            value = score
        else:
            scores.append((move.lower() if len(move) == 2 and move[1].isdigit() else "pass", score))
    if value is None and scores:
        value = max(score for _, score in scores)
    return Problem(f"{squares} {SIDES[side]}", tuple(scores), value, comment, number)
