"""Go notation: points as in GTP, A1 to T19 without I, and boards row by row from the top."""

import re

COLUMNS = "ABCDEFGHJKLMNOPQRST"
PASS = "pass"
MARKS = {".": None, "+": None, "X": 0, "O": 1, "B": 0, "W": 1}


def show_point(point, size):
    """A point by its number, which counts from A1 along the rows."""
    return PASS if point == size * size else f"{COLUMNS[point % size]}{point // size + 1}"


def read_point(text, size):
    """The number of a point such as D4 or d4; of a pass, the number after the last point."""
    if text.lower() == PASS:
        return size * size
    column, row = COLUMNS.find(text[:1].upper()), text[1:]
    if not text or not 0 <= column < size or not (row.isdecimal() and 1 <= int(row) <= size):
        last = show_point(size * size - 1, size)
        raise ValueError(f"a move is a point from A1 to {last}, without the letter I, or pass")
    return (int(row) - 1) * size + column


def read_moves(text, size):
    """The moves of a position: those of a game, or moves that lead to a board."""
    if re.search(r"[/.]", text):
        return moves_to(*read_board(text, size))
    words = text.split()
    for word in words:
        read_point(word, size)
    return words


def read_board(text, size):
    """The points of Black, those of White, and the side to move, 0 or 1."""
    rows, _, turn = text.strip().upper().partition(" ")
    given = rows.split("/")
    if len(given) != size or any(len(row) != size for row in given):
        raise ValueError(
            f"a board is {size} rows of {size} points with / between them, from the top"
        )
    wrong = next((mark for row in given for mark in row if mark not in MARKS), None)
    if wrong is not None:
        raise ValueError(f"{wrong!r} is not a point of a board: write ., X or O for each")
    if MARKS.get(turn.strip()) is None:
        raise ValueError("after the board, write the side to move: B or W")
    colours = [MARKS[mark] for row in reversed(given) for mark in row]
    black, white = ([i for i, c in enumerate(colours) if c == side] for side in (0, 1))
    for point in (*black, *white):
        if not has_liberty(colours, point, size):
            raise ValueError(f"the stone on {show_point(point, size)} has no liberty")
    return black, white, MARKS[turn.strip()], size


def has_liberty(colours, point, size):
    """Whether the chain of a stone has a liberty."""
    chain, seen = [point], {point}
    while chain:
        row, column = divmod(chain.pop(), size)
        for r, c in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if not (0 <= r < size and 0 <= c < size):
                continue
            if colours[r * size + c] is None:
                return True
            if colours[r * size + c] == colours[point] and r * size + c not in seen:
                seen.add(r * size + c)
                chain.append(r * size + c)
    return False


def moves_to(black, white, turn, size):
    """Moves from the empty board to a board, in turns. The side with fewer stones passes first.

    No order of them captures a stone: what is still missing of a chain is a liberty.
    """
    count = max(len(black), len(white) + turn)
    first = [size * size] * (count - len(black)) + black
    second = [size * size] * (count - turn - len(white)) + white
    moves = [move for pair in zip(first, [*second, *[None] * turn], strict=True) for move in pair]
    return [show_point(move, size) for move in moves if move is not None]


def show_rows(colours, size, stars):
    """The rows as texts, from the top. `colours` are 0 for an empty point, 1 and 2 for stones."""
    marks = [
        "+" if colour == 0 and point in stars else ".XO"[colour]
        for point, colour in enumerate(colours)
    ]
    return ["".join(marks[row * size : (row + 1) * size]) for row in reversed(range(size))]


def star_points(size):
    """The points with a mark on a real board, as numbers."""
    if size < 7:
        return {size * size // 2} if size == 5 else set()
    edge = 2 if size < 13 else 3
    lines = {edge, size - 1 - edge}
    stars = {row * size + column for row in lines for column in lines}
    if size % 2:
        middle = size // 2
        stars.add(middle * size + middle)
        if size >= 19:
            stars |= {row * size + middle for row in lines} | {middle * size + c for c in lines}
    return stars
