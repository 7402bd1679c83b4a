"""Marks on a drawing: lines that win, and a king in check."""

from __future__ import annotations

import random
from itertools import product

import pytest

import counterplay as cp
from counterplay.presentation.board_svg import board_svg
from counterplay.presentation.drawings import drawing_at
from counterplay.presentation.in_a_row import in_a_row
from counterplay.presentation.shapes import board_json


def slow(rows: list[str], length: int) -> list[int]:
    """Every set of squares in a line, tried from both ends."""
    found = set()
    for r, c in product(range(len(rows)), range(len(rows[0]))):
        for dy, dx in product((-1, 0, 1), repeat=2):
            line = [(r + i * dy, c + i * dx) for i in range(length)]
            is_inside = all(0 <= y < len(rows) and 0 <= x < len(rows[0]) for y, x in line)
            pieces = {rows[y][x] for y, x in line} if is_inside and (dy or dx) else set()
            if pieces in ({"x"}, {"o"}):
                found |= {y * len(rows[0]) + x for y, x in line}
    return sorted(found)


@pytest.mark.parametrize("seed", range(200))
def test_lines_are_those_of_a_slow_search(seed: int) -> None:
    chooser = random.Random(seed)
    width, length = chooser.randint(2, 7), chooser.randint(2, 4)
    rows = ["".join(chooser.choices("xo.", k=width)) for _ in range(chooser.randint(2, 6))]
    assert in_a_row(rows, length) == slow(rows, length)


def marked(game: str, position: str) -> list[str]:
    drawing = drawing_at(cp.load(game).position(position))
    assert not isinstance(drawing, str)
    cells = board_json(drawing)["cells"]
    return [f"{i}" for i, cell in enumerate(cells) if cell.get("marked")]


def test_a_line_that_wins_is_marked() -> None:
    assert marked("tic_tac_toe", "startpos moves a1 b1 a2 b2 a3") == ["0", "3", "6"]
    assert marked("connect_four", "1212121") == ["14", "21", "28", "35"]
    assert marked("connect_four", "121212") == []


@pytest.mark.parametrize(
    ("position", "squares"),
    [
        ("startpos", []),
        ("startpos moves e4 f6 Qh5", ["4"]),
        ("startpos moves f3 e5 g4 Qh4", ["60"]),
    ],
)
def test_a_king_in_check_is_marked(position: str, squares: list[str]) -> None:
    assert marked("chess", position) == squares


def test_marks_are_drawn_in_notebooks() -> None:
    before, after = (
        board_svg(drawing_at(cp.load("chess").position(f"startpos moves {moves}")), "chess")
        for moves in ("e4 f6", "e4 f6 Qh5")
    )
    assert "#a4261b" in after and "#a4261b" not in before
