"""What can be typed as an answer, and what is answered to anything else."""

import pytest

from counterplay.core.game.errors import InputError
from counterplay.course.quiz.answers import Move, Number, Numbers, Path, Pruned, YesOrNo

LEAF = Path(("2", "1"), frozenset({("1", "1"), ("2", "1"), ("2", "2")}))
CUT = Pruned("C", frozenset({"2", "3"}), {"A": ("1", "2"), "C": ("1", "2", "3")})


@pytest.mark.parametrize("typed", ["3.5", " 3.5 ", "+3.5", "7/2", "3,5", "3.50"])
def test_a_number_can_be_written_in_many_ways(typed: str) -> None:
    assert Number(3.5).matches(typed)
    assert not Number(-3.5).matches(typed)


def test_two_decimals_are_enough() -> None:
    assert Number(1 / 3).matches("0.33") and not Number(1 / 3).matches("0.3")
    assert Number(-1).matches("−1") and Number(-1).matches("-1")


@pytest.mark.parametrize("typed", ["3?", "three", "", "1e5", "nan", "7/0", "3 4", "--3", "0x3"])
def test_what_is_no_number_is_said(typed: str) -> None:
    with pytest.raises(InputError, match="is not a number: type one such as 3"):
        Number(3).matches(typed)


def test_several_numbers_are_counted() -> None:
    window = Numbers((float("-inf"), 5), "3 inf")
    assert window.matches("-inf 5") and window.matches("[−∞, 5]") and not window.matches("5 inf")
    with pytest.raises(InputError, match="'5' is not 2 numbers, such as 3 inf"):
        window.matches("5")


def test_yes_and_no() -> None:
    assert YesOrNo(True).matches("Y") and not YesOrNo(True).matches("no")
    with pytest.raises(InputError, match="'maybe' is neither yes nor no"):
        YesOrNo(True).matches("maybe")


def test_a_move_that_does_not_exist_is_named() -> None:
    with pytest.raises(InputError, match="'9' is not a move here: there are 1 and 2"):
        Move(("1",), ("1", "2")).matches("9")


def test_a_leaf_is_named_by_its_path() -> None:
    assert LEAF.matches("2 1") and LEAF.matches("2,1") and not LEAF.matches("2 2")
    with pytest.raises(InputError, match=r"'2' leads to no leaf: .*, such as 1 1"):
        LEAF.matches("2")


def test_pruned_moves_are_a_node_and_its_moves() -> None:
    assert CUT.text == "C 2 3"
    assert CUT.matches("c 3 2") and not CUT.matches("C 2") and not CUT.matches("none")
    assert Pruned("", frozenset(), {"A": ("1",)}).matches("none")
    with pytest.raises(InputError, match="'2 3' does not begin with a node"):
        CUT.matches("2 3")
    with pytest.raises(InputError, match="'7' at C, which has moves 1, 2 and 3"):
        CUT.matches("C 7")
    with pytest.raises(InputError, match="no move at C"):
        CUT.matches("C")
