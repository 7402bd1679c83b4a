"""The shared move loop is alpha-beta's: bounds outside the window, exact values inside."""

from math import inf

import pytest

from counterplay.textbook.log import Log
from counterplay.textbook.window import best_of


def searched(is_max, values, alpha, beta, stand=None):
    """The value and the move of a node whose moves are worth `values`, and the windows used."""
    windows = []

    def child(move, low, high):
        windows.append((low, high))
        return values[move]

    log = Log(trace=True)
    value, move = best_of(log, is_max, range(len(values)), child, alpha, beta, stand)
    return value, move, windows, log


@pytest.mark.parametrize(("is_max", "best"), [(True, (7, 1)), (False, (2, 2))])
def test_max_takes_the_largest_value_and_min_the_smallest(is_max, best):
    assert searched(is_max, [3, 7, 2], -inf, inf)[:2] == best


def test_the_first_of_equal_moves_is_best():
    assert searched(True, [3, 5, 5], -inf, inf)[:2] == (5, 1)


def test_the_best_value_so_far_narrows_the_window():
    assert searched(True, [3, 7, 2], 1, 9)[2] == [(1, 9), (3, 9), (7, 9)]
    assert searched(False, [3, 7, 2], 1, 9)[2] == [(1, 9), (1, 3), (1, 3)]


@pytest.mark.parametrize(("is_max", "window"), [(True, (-inf, 4)), (False, (4, inf))])
def test_a_cutoff_prunes_the_remaining_moves_and_returns_a_bound(is_max, window):
    value, move, windows, log = searched(is_max, [4, 0, 9], *window)
    assert (value, move, len(windows), log.pruned) == (4, 0, 1, 2)


def test_a_player_may_make_none_of_the_moves():
    assert searched(True, [1, 2], -inf, inf, stand=3)[:3] == (3, None, [(3, inf), (3, inf)])
