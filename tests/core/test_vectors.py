"""Vectors of 16-bit numbers: machine code and plain Python agree, whatever the length."""

import numpy as np
import pytest
from numba import njit

from counterplay.core.bits.vectors import LANES, change_rows, weighted_squares, weighted_sum
from counterplay.core.compile import functions

assert functions.native_forms  # its import gives the functions their native forms


@njit
def native_change_rows(to, before, on, on_too, off, off_too, count):
    change_rows(to, before, on, on_too, off, off_too, count)


@njit
def native_weighted_sum(numbers, weights, count):
    return weighted_sum(numbers, weights, count)


@njit
def native_weighted_squares(numbers, weights, most, count):
    return weighted_squares(numbers, weights, most, count)


LENGTHS = (0, 1, LANES - 1, LANES, LANES + 1, 5 * LANES, 5 * LANES + 7)


@pytest.mark.parametrize("count", LENGTHS)
def test_rows_are_added_modulo_two_to_the_sixteen(count: int) -> None:
    dice = np.random.default_rng(count)
    for _ in range(100):
        rows = dice.integers(-(2**15), 2**15, (6, count + 3)).astype(np.int16)
        plain, native, in_place = rows[0].copy(), rows[0].copy(), rows[1].copy()
        change_rows(plain, *rows[1:], count)
        native_change_rows(native, *rows[1:], count)
        native_change_rows(in_place, in_place, *rows[2:], count)
        wide = rows.astype(np.int64)
        sums = (wide[1] + wide[2] + wide[3] - wide[4] - wide[5]).astype(np.int16)
        assert (plain[:count] == sums[:count]).all()
        assert (plain[count:] == rows[0, count:]).all()
        assert (native == plain).all()
        assert (in_place[:count] == sums[:count]).all()
        assert (in_place[count:] == rows[1, count:]).all()


@pytest.mark.parametrize("count", LENGTHS)
def test_products_are_added(count: int) -> None:
    dice = np.random.default_rng(count)
    for _ in range(100):
        numbers = dice.integers(0, 1025, count + 3).astype(np.int16)
        weights = dice.integers(-(2**13), 2**13, count + 3).astype(np.int16)
        products = [int(n) * int(w) for n, w in zip(numbers, weights, strict=True)]
        assert weighted_sum(numbers, weights, count) == sum(products[:count])
        assert native_weighted_sum(numbers, weights, count) == sum(products[:count])


@pytest.mark.parametrize("count", LENGTHS)
def test_squares_of_clipped_numbers_are_added(count: int) -> None:
    dice = np.random.default_rng(count)
    for _ in range(100):
        numbers = dice.integers(-(2**15), 2**15, count + 3).astype(np.int16)
        numbers[::2] %= 300
        weights = dice.integers(-127, 128, count + 3).astype(np.int16)
        clipped = [min(max(int(n), 0), 255) for n in numbers]
        wanted = sum(x * x * int(w) for x, w in zip(clipped[:count], weights[:count], strict=True))
        assert weighted_squares(numbers, weights, 255, count) == wanted
        assert native_weighted_squares(numbers, weights, 255, count) == wanted


def test_the_largest_sum_of_squares_of_a_lane_fits() -> None:
    count = 255 * LANES
    for weight in (-127, 127):
        numbers, weights = np.full(count, 255, np.int16), np.full(count, weight, np.int16)
        found = native_weighted_squares(numbers, weights, 255, count)
        assert found == count * 255 * 255 * weight


def test_the_largest_sum_of_a_lane_fits() -> None:
    """1,024 times 8,192, which no network of chances exceeds, and many of them."""
    count = 255 * LANES
    numbers, weights = np.full(count, 1024, np.int16), np.full(count, -8192, np.int16)
    assert native_weighted_sum(numbers, weights, count) == -count * 1024 * 8192
