"""Notation of nine men's morris: names of points, drawings, positions and moves."""

import re

NAMES = (
    *("a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"),
    *("b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"),
    *("c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"),
)
"""The names of points by bit: each ring clockwise from its top left corner, the outer first."""

READ = sorted(range(24), key=lambda point: (-int(NAMES[point][1]), NAMES[point][0]))
ROWS = [[point for point in READ if NAMES[point][1] == row] for row in "7654321"]
"""The points row by row, from the top."""

PLACES_OF_POINTS = [(ord(name[0]) - ord("a"), 7 - int(name[1])) for name in NAMES]
RING = [(8 * ring + i, 8 * ring + (i + 1) % 8) for ring in range(3) for i in range(8)]
LINES = [*RING, *((8 * ring + i, 8 * ring + 8 + i) for ring in range(2) for i in (1, 3, 5, 7))]
"""Pairs of points with a line between them: along the rings, and across."""

DRAWING = """\
7  .-----------.-----------.
   |           |           |
6  |   .-------.-------.   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---.---.       .---.---.
   |   |   |       |   |   |
3  |   |   .---.---.   |   |
   |   |       |       |   |
2  |   .-------.-------.   |
   |           |           |
1  .-----------.-----------.
   a   b   c   d   e   f   g"""

EXAMPLE = "w.b/.../.../....../.../.../... w 8-8"


def draw(white, black, in_hand):
    marks = iter(mark(white, black, point) for point in READ)
    drawn = "".join(next(marks) if c == "." else c for c in DRAWING)
    return f"{drawn}\n\nin hand: w {in_hand[0]}  b {in_hand[1]}"


def mark(white, black, point):
    return "w" if white >> point & 1 else "b" if black >> point & 1 else "."


def write_position(white, black, in_hand, turn):
    """The rows from the top, the side to move, and the stones in hand of both sides, if any."""
    rows = "/".join("".join(mark(white, black, point) for point in row) for row in ROWS)
    return f"{rows} {'wb'[turn]}" + (f" {in_hand[0]}-{in_hand[1]}" if sum(in_hand) else "")


def read_position(text):
    """The points of White and of Black, the number of stones in hand, and the side to move."""
    words = text.lower().split()
    shape = "/".join(f"[wb.]{{{len(row)}}}" for row in ROWS)
    if not (
        2 <= len(words) <= 3
        and re.fullmatch(shape, words[0])
        and words[1] in ("w", "b")
        and re.fullmatch("[0-9]-[0-9]", "".join(words[2:]) or "0-0")
    ):
        raise ValueError(
            "write the points row by row from the top, the side to move, and the stones in hand of "
            f"White and Black if there are any: {EXAMPLE}"
        )
    marks = words[0].replace("/", "")
    sets = [sum(1 << p for p, c in zip(READ, marks, strict=True) if c == side) for side in "wb"]
    hand = [int(n) for n in (words[2] if len(words) == 3 else "0-0").split("-")]
    turn = "wb".index(words[1])
    if hand[1] - hand[0] != (turn if hand[1] else 0):
        raise ValueError(
            "White places the first stone: both sides have the same number in hand if White is to "
            "move, and Black has one more if Black is"
        )
    for side, name in enumerate(("White", "Black")):
        stones = sets[side].bit_count() + hand[side]
        if stones > 9:
            raise ValueError(
                f"{name} has {stones} stones, including those in hand: the most is nine"
            )
        if stones < 3 and side != turn:
            raise ValueError(f"{name} has fewer than three stones: the game is over already")
    return *sets, sum(hand), turn


def write_move(start, goal, captured):
    """A move: its target, with the start before it and the captured stone after it, if any."""
    moved = NAMES[goal] if start is None else f"{NAMES[start]}-{NAMES[goal]}"
    return moved if captured is None else f"{moved}x{NAMES[captured]}"


def read_move(text):
    """The start, the target and the captured stone of a move; None for what the text leaves out."""
    found = re.fullmatch(r"(?:([a-g]\d)-)?([a-g]\d)(?:x([a-g]\d))?", text.strip().lower())
    if found is None or not {name for name in found.groups() if name} <= set(NAMES):
        raise ValueError(
            "a move is a point to place a stone on, d2, or a step, d2-d3, and the stone that it "
            "captures, d2xa1 or d2-d3xa1"
        )
    return tuple(None if name is None else NAMES.index(name) for name in found.groups())
