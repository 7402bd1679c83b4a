"""Games that have only a text, or no drawing at all, are drawn as far as their text allows."""

import random
from pathlib import Path

import pytest

from counterplay.games import load
from counterplay.presentation.default_drawing import default_looks, read_rows
from counterplay.presentation.drawings import Grid, drawing_of
from counterplay.presentation.shapes import moves_json

GAMES = Path(__file__).parents[1] / "data" / "games"
NINE = ["x", "", "o", "", "x", "", "", "", "o"]

WALK = '''"""A walk along a road of two rows."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Walk", most_actions=2, longest_game=9)


class State(NamedTuple):
    at: int
    ply: int


def initial():
    return State(1, 0)


def player(s):
    return s.ply % 2


def actions(s, moves):
    moves[0] = 0
    moves[1] = 1
    return 2


def result(s, a):
    return State((s.at + (1 if a else 3)) % 4, s.ply + 1)


def terminal(s):
    return s.ply == 9


def utility(s, p):
    return 0


def board(s):
    return "".join("w" if i == s.at else "." for i in range(4)) + chr(10) + "...."
'''


@pytest.mark.parametrize(
    "text",
    ["x.o/.x./..o", "x.o\n.x.\n..o", "x . o\n. x .\n. . o", "x|o| \n-+-+-\n |x| \n-+-+-\n | |o",
     "|x|.|o|\n|.|x|.|\n|.|.|o|", "\nx.o\n.x.\n..o\n", "x-o\n-x-\n--o",
     "x.o\n.x.\n..o\n\nx to move"],
)  # fmt: skip
def test_rows_of_signs_are_a_grid(text: str) -> None:
    grid = read_rows(text)
    assert grid is not None and str(grid) == text
    wanted = NINE if "|o|" not in text or text[0] == "|" else ["x", "o", "", *NINE[3:]]
    assert grid.pieces == wanted
    assert grid.cell_names[:2] == ["row 1, column 1", "row 1, column 2"]


@pytest.mark.parametrize(
    "text",
    ["", "x", "state 63 0", "pos 3/5", "12/34", "one two\nthree", "rnbq/8", "abc\nab", "a\nb\nc"],
)
def test_other_texts_are_left_alone(text: str) -> None:
    assert read_rows(text) is None


def test_the_usual_signs_have_pictures() -> None:
    assert default_looks(["x", "", "o"])["x"] == "cross blue"
    assert default_looks(["w", "b"])["b"] == "disc black"
    assert default_looks(["b", "n", "k"]) == {} == default_looks(["", ""])


def test_a_text_without_empty_squares_or_usual_pieces_stays_a_text(tmp_path: Path) -> None:
    file = tmp_path / "words.py"
    file.write_text(WALK.replace('else "."', 'else "e"').replace('"...."', '"left"'))
    game = load(file)
    assert drawing_of(game, game.initial()) == "ewee\nleft"


def test_the_array_of_a_state_is_a_grid() -> None:
    game = load(GAMES / "record_tic_tac_toe.py")
    position = game.position().play(4).play(0)
    grid = drawing_of(game, position.state)
    assert isinstance(grid, Grid)
    assert grid.rows == [["2", ".", "."], [".", "1", "."], [".", ".", "."]]
    assert (grid.notes, grid.looks["2"]) == ("mover 0", "disc red 2")


def test_the_fields_of_a_state_are_listed() -> None:
    game = load(GAMES / "dice_race.py")
    assert drawing_of(game, game.initial()) == "lead     0\nturn     0\nrolling  0"


def test_moves_without_names_are_made_by_clicking_what_they_change() -> None:
    game, numbers = load(GAMES / "record_tic_tac_toe.py"), random.Random(5)
    for _ in range(30):
        position = game.position()
        while not position.is_over:
            state, moves = position.state, position.legal_moves
            told = moves_json(game, state, moves, drawing_of(game, state))
            assert [one["cells"] for one in told] == [[[move]] for move in moves]
            position = position.play(numbers.choice(moves))


def test_a_move_from_a_square_to_another_takes_two_clicks(tmp_path: Path) -> None:
    file = tmp_path / "walk.py"
    file.write_text(WALK)
    game = load(file)
    told = moves_json(game, game.initial(), [0, 1], drawing_of(game, game.initial()))
    assert [one["cells"] for one in told] == [[[1], [0]], [[1], [2]]]
