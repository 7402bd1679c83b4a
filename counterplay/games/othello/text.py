"""Othello notation: squares by column and row, boards with one character per square.

Boards are words of 8x8 bits, as in `rules.py`. A board of a smaller `size` uses their corner.
"""

import re

PASS = 64
MARKS = {"x": 0, "*": 0, "o": 1, "-": None, ".": None}


def show_square(a):
    return "pass" if a == PASS else f"{'abcdefgh'[a % 8]}{a // 8 + 1}"


def read_square(text, size):
    """A square such as f5 or F5; pass or -- if the side to move cannot place a disc."""
    text = text.lower()
    if text in ("pass", "--"):
        return PASS
    if not re.fullmatch(square_pattern(size), text):
        raise ValueError(f"a move is a square from a1 to {show_square(9 * (size - 1))}, or pass")
    return 8 * (int(text[1]) - 1) + ord(text[0]) - ord("a")


def read_game(text, size):
    """The moves of a game such as f5d6c3; None if the text is not a game."""
    move = f"{square_pattern(size)}|pass|--"
    if not re.fullmatch(rf"(({move})\s*)+", text.lower()):
        return None
    return re.findall(move, text.lower())


def square_pattern(size):
    return f"[a-{'abcdefgh'[size - 1]}][1-{size}]"


def read_board(text, size):
    """The discs of X, those of O, and the side to move, 0 or 1. Raises ValueError."""
    marks = re.sub(r"[\s/]", "", text.lower())
    wrong = next((mark for mark in marks if mark not in MARKS), None)
    if wrong is not None:
        raise ValueError(f"{wrong!r} is not a square of a position: write -, X or O for each")
    if len(marks) != size * size + 1 or MARKS[marks[-1]] is None:
        raise ValueError(
            f"a position is {size * size} squares, -, X or O, and the side to move, X or O: "
            f"this text has {len(marks)} characters and ends with {marks[-1:]!r}"
        )
    discs = [0, 0]
    for i, mark in enumerate(marks[:-1]):
        if MARKS[mark] is not None:
            discs[MARKS[mark]] |= 1 << (8 * (i // size) + i % size)
    return discs[0], discs[1], MARKS[marks[-1]]


def show_rows(black, white, size):
    """The rows as texts, from the top."""
    places = [[8 * r + c for c in range(size)] for r in range(size)]
    black, white = int(black), int(white)
    return [
        "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "-" for i in row)
        for row in places
    ]
