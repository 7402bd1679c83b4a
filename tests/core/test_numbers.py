"""Numbers that people write: no text may raise anything but an InputError."""

import pytest

import counterplay as cp
from counterplay.core.game.facts import read_parameter
from counterplay.core.game.numbers import whole_number
from counterplay.protocols.options import parse_option


def test_a_whole_number_has_ascii_digits_and_fits_into_64_bits_or_little_more() -> None:
    assert [whole_number(text) for text in ("0", "-7", "+12", "9" * 20)] == [0, -7, 12, 10**20 - 1]
    assert [whole_number(text) for text in ("", "x", "1.5", "²", "٣", "9" * 21)] == [None] * 6


def test_a_field_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(cp.InputError, match="needs one whole number for each of"):
        cp.load("connect_four").position(f"state {'9' * 5000} 1")


def test_a_list_that_is_nested_too_deep_is_refused() -> None:
    with pytest.raises(cp.InputError, match="must be a list of whole numbers"):
        read_parameter("piles", "3," + "[" * 5000, (1, 2))


def test_a_state_whose_notation_is_that_of_another_is_refused() -> None:
    othello = cp.load("othello")
    fields = [int(number) for number in othello.initial()]
    fields[2] += 1  # the moves are kept beside the discs, and no longer fit them
    with pytest.raises(cp.InputError, match="is that of another state"):
        othello.position(f"state {' '.join(map(str, fields))}")


def test_a_name_that_no_file_can_have_is_the_name_of_no_game() -> None:
    with pytest.raises(cp.InputError, match="there is no game"):
        cp.load("a" * 5000)
    with pytest.raises(cp.InputError, match="there is no file"):
        cp.load("a" * 5000 + ".py")


def test_an_option_of_a_program_with_thousands_of_digits_has_no_bound() -> None:
    option = parse_option(f"option name Hash type spin default 16 min 1 max {'9' * 5000}")
    assert option is not None and (option.low, option.high) == (1, None)
