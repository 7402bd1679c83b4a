"""Dice beside a board: what games write, what people see."""

from xml.etree import ElementTree

import pytest

import counterplay as cp
from counterplay.presentation.board_svg import board_svg
from counterplay.presentation.dice import PIPS, Die, dice_words, read_dice, with_roll
from counterplay.presentation.drawings import drawing_at, roll_at
from counterplay.presentation.shapes import board_json, last_cells, piece_json

SVG = "{http://www.w3.org/2000/svg}"


def test_a_die_is_a_number_or_a_text() -> None:
    assert read_dice([3, "1 black", "6 red used", "?"]) == (
        Die(3),
        Die(1, "black"),
        Die(6, "red", is_used=True),
        Die(0),
    )


def test_a_die_reads_back_from_its_text() -> None:
    dice = read_dice([3, "1 black", "6 red used", "?", "20 blue"])
    assert read_dice(list(map(str, dice))) == dice


@pytest.mark.parametrize("given", [0, -1, 1000, "", "three", "3 pink", "3 red red red", "3 used 1"])
def test_what_is_no_die_is_refused(given: int | str) -> None:
    with pytest.raises(ValueError, match="is not a die: write its number"):
        cp.Grid(["."], dice=[given])


def test_too_many_dice_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 12 dice, not 13"):
        cp.Cards({"you": []}, dice=[1] * 13)


@pytest.mark.parametrize(
    ("dice", "words"),
    [([], ""), (["?"], ""), ([4], "rolled 4"), ([3, 1], "rolled 3 and 1"),
     ([6, 6, 5, "?"], "rolled 6, 6 and 5")],
)  # fmt: skip
def test_dice_in_words(dice: list[int | str], words: str) -> None:
    assert dice_words(read_dice(dice)) == words


@pytest.mark.parametrize(
    "drawing",
    [
        cp.Grid(["x."], dice=[3, "1 used", "?"]),
        cp.Points([(0, 0)], ["x"], ["a"], dice=[3, "1 used", "?"]),
        cp.Cards({"you": ["A"]}, dice=[3, "1 used", "?"]),
        cp.Cards({"you": ["A"]}, text="an ace", dice=[3, "1 used", "?"]),
    ],
    ids=["grid", "points", "cards", "text"],
)
def test_a_terminal_shows_dice_below_the_board(drawing: cp.Grid | cp.Points | cp.Cards) -> None:
    assert str(drawing).endswith("\n\ndice [3] (1) [ ]")


def test_pips_are_as_many_as_the_number() -> None:
    assert {number: len(set(pips)) for number, pips in PIPS.items()} == {n: n for n in range(1, 7)}
    assert all({(2 - x, 2 - y) for x, y in pips} == set(pips) for pips in PIPS.values())


@pytest.mark.parametrize("width", [1, 3, 8, 26])
@pytest.mark.parametrize("count", [1, 2, 4, 12])
def test_dice_lie_side_by_side_within_the_board(width: int, count: int) -> None:
    board = board_json(cp.Grid(["." * width], dice=[1] * count))
    lefts, rights = zip(*((die["x"], die["x"] + die["size"]) for die in board["dice"]), strict=True)
    assert lefts[0] >= 0 and rights[-1] <= width
    assert all(right < left for right, left in zip(rights, lefts[1:], strict=False))
    assert all(die["y"] + die["size"] < board["tray"] for die in board["dice"])


def test_a_picture_has_the_pips_of_the_dice() -> None:
    picture = ElementTree.fromstring(board_svg(cp.Grid(["..."], dice=[5, "?", "20 red"]), "dice"))
    dice = [group for group in picture.iter(f"{SVG}g") if group.get("class") == "die"]
    assert [len(die.findall(f"{SVG}circle")) for die in dice] == [5, 0, 0]
    assert [text.text for die in dice for text in die.findall(f"{SVG}text")] == ["?", "20"]


def test_a_board_without_dice_has_no_tray() -> None:
    board = board_json(cp.Grid(["..."]))
    assert (board["dice"], board["tray"], board["rolled"]) == ([], 0, "")


def test_dice_that_wait_get_the_numbers_of_the_roll() -> None:
    assert with_roll(["? black", "? red"], "3-1") == ["3 black", "1 red"]
    assert with_roll([6, "?"], "2") == ["6 white", "2 white"]
    assert with_roll(["?"], "W1@e2") == ["? white"], "two numbers are not one roll"
    assert with_roll([4], "2") == ["4 white"]


def test_pig_shows_the_roll_that_its_state_does_not_contain() -> None:
    game = cp.load("pig")
    rolled = game.position("startpos moves roll 1")
    assert roll_at(rolled) == "rolled 1"
    assert roll_at(rolled.play("roll")) == roll_at(game.position()) == ""


def test_einstein_shows_the_roll_in_the_colour_of_the_player() -> None:
    game = cp.load("einstein", setup="fixed")
    drawing = drawing_at(game.position("startpos moves 4 W4-diag 2"))
    assert isinstance(drawing, cp.Grid) and drawing.dice == ["2 black"]


def test_after_a_roll_the_move_before_it_is_still_marked() -> None:
    game = cp.load("einstein", setup="fixed")
    moved = game.position("startpos moves 4 W4-diag")
    assert last_cells(moved) == last_cells(moved.play("2")) != []


def test_a_look_can_have_a_label() -> None:
    looks = {"w3": "disc white 3", "x": "cross"}
    assert piece_json(looks, "w3") == {
        "piece": "w3", "kind": "disc", "colour": "white", "label": "3"
    }  # fmt: skip
    assert piece_json(looks, "x") == {"piece": "x", "kind": "cross", "colour": "black"}
    assert piece_json(looks, "?") == {"piece": "?"}
    picture = ElementTree.fromstring(board_svg(cp.Grid([["w3", "."]], looks=looks), "a stone"))
    assert "3" in [text.text for text in picture.iter(f"{SVG}text")]
