"""Othello as people write it: squares by column and row, boards by a character for each square.

Boards are words of 8x8 bits, as in `othello.py`; `size` is that of the board in their corner.
"""

import re

PASS = 64
MARKS = {"x": 0, "*": 0, "o": 1, "-": None, ".": None}


def show_square(a):
    return "pass" if a == PASS else f"{'abcdefgh'[a % 8]}{a // 8 + 1}"


def read_square(text, size):
    """A square as in f5 or F5; pass or -- where the side to move has no square."""
    text = text.lower()
    if text in ("pass", "--"):
        return PASS
    if not re.fullmatch(square_pattern(size), text):
        raise ValueError(f"a move is a square from a1 to {show_square(9 * (size - 1))}, or pass")
    return 8 * (int(text[1]) - 1) + ord(text[0]) - ord("a")


def read_game(text, size):
    """The moves of a game written down, f5d6c3 and so on; None where the text is no game."""
    move = f"{square_pattern(size)}|pass|--"
    if not re.fullmatch(rf"(({move})\s*)+", text.lower()):
        return None
    return re.findall(move, text.lower())


def square_pattern(size):
    return f"[a-{'abcdefgh'[size - 1]}][1-{size}]"


def read_board(text, size):
    """The discs of X, those of O, and the side to move, 0 or 1; ValueError says what is wrong."""
    marks = re.sub(r"[\s/]", "", text.lower())
    wrong = next((mark for mark in marks if mark not in MARKS), None)
    if wrong is not None:
        raise ValueError(f"{wrong!r} is no square of a position: write -, X or O for each")
    if len(marks) != size * size + 1 or MARKS[marks[-1]] is None:
        raise ValueError(
            f"a position is {size * size} squares, -, X or O, and the side to move, X or O; "
            f"these are {len(marks)} characters in all, the last of them {marks[-1:]!r}"
        )
    discs = [0, 0]
    for i, mark in enumerate(marks[:-1]):
        if MARKS[mark] is not None:
            discs[MARKS[mark]] |= 1 << (8 * (i // size) + i % size)
    return discs[0], discs[1], MARKS[marks[-1]]


def show_rows(black, white, size):
    """A text for each row, the first one first."""
    places = [[8 * r + c for c in range(size)] for r in range(size)]
    black, white = int(black), int(white)
    return [
        "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "-" for i in row)
        for row in places
    ]
