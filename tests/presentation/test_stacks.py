"""The drawing of boards with stacks of pieces."""

from __future__ import annotations

import re

import pytest

import counterplay as cp
from counterplay.presentation.board_svg import board_svg
from counterplay.presentation.shapes import board_json
from counterplay.presentation.stack_shapes import DEEP

LOOKS = {"w": "disc white", "b": "disc black"}
BOARD = cp.Stacks(
    above=["wwwwwww", "", "b", ""],
    below=["bb", "w", "", "www"],
    names=["1", "2", "Black's bar", "Black's tray", "3", "4", "bar", "off"],
    bars=[2],
    trays=[3],
    looks=LOOKS,
    captions=("12", "34"),
    cube="2 above",
    dice=["3 white", "1 white used"],
)


def cells() -> dict[str, dict[str, object]]:
    return {cell["name"]: cell for cell in board_json(BOARD)["cells"]}


def test_a_point_says_what_is_on_it() -> None:
    assert [cell["about"] for cell in cells().values()] == [
        "point 1: 7 white checkers", "point 2: empty", "Black's bar: 1 black checker",
        "Black's tray: empty", "point 3: 2 black checkers", "point 4: 1 white checker",
        "bar: empty", "off: 3 white checkers",
    ]  # fmt: skip


def test_five_pieces_are_drawn_and_the_last_has_the_number_of_all() -> None:
    pieces = cells()["1"]["pieces"]
    assert isinstance(pieces, list) and len(pieces) == DEEP
    assert [piece.get("label") for piece in pieces] == [None] * 4 + ["7"]


def test_stacks_begin_at_the_rim_and_those_on_the_bar_in_the_middle() -> None:
    def heights(name: str) -> list[float]:
        pieces = cells()[name]["pieces"]
        assert isinstance(pieces, list)
        return [piece["y"] for piece in pieces]

    assert heights("1") == sorted(heights("1"))
    assert heights("3") == sorted(heights("3"), reverse=True)
    middle = board_json(BOARD)["height"] / 2
    assert 0 < middle - heights("Black's bar")[0] < 2.2


def test_everything_lies_on_the_board() -> None:
    board = board_json(BOARD)
    boxes = [*board["cells"], board["cube"], *(cell["slot"] for cell in board["cells"])]
    boxes += [{**die, "w": die["size"], "h": die["size"]} for die in board["dice"]]
    for box in boxes:
        assert 0 <= box["x"] <= box["x"] + box["w"] <= board["width"]
        assert 0 <= box["y"] <= box["y"] + box["h"] <= board["height"]


def test_a_picture_shows_pieces_dice_cube_and_names() -> None:
    picture = board_svg(BOARD, "a board", path=[0, 4])
    shown = re.findall(r">([^<>]+)</text>", picture)
    assert {"1", "4", "12", "34", "2", "7"} <= set(shown)
    assert picture.count('class="die"') == 2
    assert picture.count("<polygon") == 1 + 1 + 1 + 2 + 4 + 1  # the last one is the arrow


def test_a_terminal_gets_a_list_of_the_stacks() -> None:
    assert str(BOARD).startswith("1 wwwwwww, Black's bar b, 3 bb, 4 w, off www")
    assert str(BOARD).endswith("dice [3] (1)")


@pytest.mark.parametrize("cube", ["2", "two above", "2 nowhere", "2 above twice"])
def test_a_cube_that_cannot_be_read_is_refused(cube: str) -> None:
    with pytest.raises(ValueError, match="is not a cube"):
        cp.Stacks(["w"], ["b"], ["1", "2"], cube=cube)


def test_rows_and_names_must_fit() -> None:
    with pytest.raises(ValueError, match="the same length"):
        cp.Stacks(["w"], [], ["1"])
    with pytest.raises(ValueError, match="need 2 names, not 1"):
        cp.Stacks(["w"], ["b"], ["1"])
