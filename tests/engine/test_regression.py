"""A regression finds the line and the error that values were made with."""

import numpy as np
import pytest

from counterplay.engine.alphabeta.probcut.regression import regress

SLOPE, OFFSET, SIGMA = 0.9, 40.0, 25.0


@pytest.fixture
def values():
    """Shallow and deep values that keep to the model, with normal errors."""
    dice = np.random.default_rng(1)
    x = dice.normal(0, 300, 20_000)
    return x, SLOPE * x + OFFSET + dice.normal(0, SIGMA, len(x))


def test_known_coefficients_are_recovered(values):
    found = regress(8, 4, *values)
    assert (found.deep, found.shallow, found.count) == (8, 4, 20_000)
    assert found.slope == pytest.approx(SLOPE, abs=0.005)
    assert found.offset == pytest.approx(OFFSET, abs=1)
    assert found.sigma == pytest.approx(SIGMA, rel=0.03)
    assert found.correlation == pytest.approx(np.corrcoef(*values)[0, 1])


def test_a_few_wild_values_change_little(values):
    x, y = values
    wild = y.copy()
    wild[::50] += 5_000  # 2 %, all to one side
    found = regress(8, 4, x, wild)
    assert found.slope == pytest.approx(SLOPE, abs=0.01)
    assert found.offset == pytest.approx(OFFSET, abs=2)
    assert found.sigma == pytest.approx(SIGMA, rel=0.1)


def test_an_error_that_grows_towards_the_end_is_recovered(values):
    x, _ = values
    dice = np.random.default_rng(2)
    left = dice.random(len(x))
    y = SLOPE * x + OFFSET + dice.normal(0, 1, len(x)) * (60 - 45 * left)
    found = regress(8, 4, x, y, left)
    assert (found.sigma, found.sigma_end) == pytest.approx((15, 60), abs=4)


def test_without_a_hint_of_what_is_left_the_error_is_one(values):
    x, y = values
    found = regress(8, 4, x, y)
    assert found.sigma == found.sigma_end
    assert regress(8, 4, x, y, np.ones_like(x)) == found


def test_values_without_errors_have_no_sigma():
    x = np.arange(100.0)
    found = regress(3, 1, x, 2 * x + 5)
    assert (found.slope, found.offset) == pytest.approx((2, 5))
    assert found.sigma == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("x, y", [([1, 1, 1, 1], [1, 2, 3, 4]), ([1, 2, 3], [5, 5, 5]), ([1], [2])])
def test_values_that_are_all_equal_have_no_line(x, y):
    assert regress(3, 1, np.array(x, float), np.array(y, float)) is None
