"""Drawings and their text: what is drawn can be read again, and moves name its cells."""

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.presentation.drawings import Cards, Grid, Points, letters, read_grid, touched
from counterplay.presentation.shapes import board_json

SIGNS = st.sampled_from([".", "x", "o", "W", "b", "10", "♜"])


@settings(max_examples=40)
@given(st.data(), st.integers(2, 12), st.integers(2, 12), st.booleans(), st.booleans())
def test_a_grid_is_read_from_its_own_text(
    data: st.DataObject, width: int, height: int, above: bool, is_noted: bool
) -> None:
    rows = [[data.draw(SIGNS) for _ in range(width)] for _ in range(height)]
    drawn = Grid(rows, above=above, notes="to move: x" if is_noted else "")
    read = read_grid(str(drawn))
    assert read is not None
    assert (read.pieces, read.cell_names) == (drawn.pieces, drawn.cell_names)
    assert (read.above, read.notes, str(read)) == (above, drawn.notes, str(drawn))


@pytest.mark.parametrize(
    "text",
    ["", "x", "x . o", "a b c", "2 x . o\n  a b c", "state 1 2 3", "you  A 7\nthey ? ?\ndeck 30",
     "2 x . o\n2 . x .\n  a b c", "2 x .\n1 . x .\n  a b c", "2 x . o\n1 . x .\n  a a c",
     "3 . . .\n2 . . .\n1 . . .\n  . . ."],
)  # fmt: skip
def test_what_is_no_grid_is_left_as_text(text: str) -> None:
    assert read_grid(text) is None


def slow_touched(names: list[str], move: str) -> list[str]:
    """From the left, the longest name that stands there."""
    if move in names:
        return [move]
    found, at = [], 0
    while at < len(move):
        here = [name for name in names if name and move.startswith(name, at)]
        if here:
            found.append(max(here, key=len))
        at += len(found[-1]) if here else 1
    return found


def test_a_move_speaks_of_the_longest_names_in_its_text() -> None:
    """By the thousand, beside a reading sign by sign; names with signs of their own among them."""
    dice = random.Random(2)
    for _ in range(3_000):
        names = ["".join(dice.choices("ab1.+*", k=dice.randint(0, 3))) for _ in range(6)]
        parts = [dice.choice([*names, "-", "x", "z"]) for _ in range(dice.randint(1, 5))]
        move = "".join(parts)
        if move:
            assert touched(names, move) == slow_touched(names, move)


def test_a_move_that_names_no_cell_touches_none() -> None:
    assert touched(["a1", "b1"], "pass") == []
    assert touched([], "a1") == []
    assert touched(["", ""], "a1") == []


def test_columns_go_on_after_z() -> None:
    assert [letters(i) for i in (0, 25, 26, 27, 701, 702)] == ["a", "z", "aa", "ab", "zz", "aaa"]
    assert letters(3) == string.ascii_lowercase[3]


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: Grid([]), "the same length"),
        (lambda: Grid(["", ""]), "the same length"),
        (lambda: Grid(["ab", "a"]), "the same length"),
        (lambda: Grid(["ab"], columns=["a"]), "2 columns, not 1"),
        (lambda: Grid(["ab"], numbers=["1", "2"]), "1 numbers, not 2"),
        (lambda: Grid(["ab"], names=["x"]), "2 names, not 1"),
        (lambda: Points([], [], []), "for each point"),
        (lambda: Points([(0, 0)], ["x", "o"], ["A"]), "for each point"),
    ],
)
def test_a_drawing_that_cannot_be_is_refused(make: object, what: str) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=what):
        make()


def test_points_and_cards_are_shown_as_text() -> None:
    net = Points([(0, 0), (1, 0)], ["w", "."], ["A", "B"])
    assert str(net) == "A w"
    assert str(Points([(0, 0)], ["."], ["A"], notes="white")) == "no pieces\nwhite"
    assert str(Cards({"you": ["A", "7"], "they": ["?"]}, notes="n")) == " you  A 7\nthey  ?\nn"


def test_chips_belong_to_a_row_and_are_drawn_after_the_cards() -> None:
    drawn = board_json(Cards({"you": ["A♠"], "pot": []}, chips={"you": 2, "pot": 5}))
    assert [(c["kind"], c["piece"]) for c in drawn["cells"]] == [
        ("card", "A♠"),
        ("disc", "2"),
        ("disc", "5"),
    ]
    with pytest.raises(ValueError, match="chips of 'they', which is not a row"):
        Cards({"you": []}, chips={"they": 1})
