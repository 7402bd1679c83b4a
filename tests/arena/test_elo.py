"""Elo differences and their errors, against published values and by simulation."""

import math
import random
from statistics import NormalDist

import pytest

from counterplay.arena.elo import (
    elo_difference,
    expected_score,
    moments,
    score_interval,
    superiority,
)


@pytest.mark.parametrize(
    ("elo", "score"), [(0, 0.5), (100, 0.6401), (200, 0.7597), (400, 10 / 11), (-800, 1 / 101)]
)
def test_elo_and_score_are_the_published_pairs(elo: float, score: float) -> None:
    assert expected_score(elo) == pytest.approx(score, abs=5e-5)
    assert elo_difference(expected_score(elo)) == pytest.approx(elo)


def test_a_clean_score_is_infinitely_far() -> None:
    assert (elo_difference(1), elo_difference(0)) == (math.inf, -math.inf)


def test_moments_are_those_of_the_listed_scores() -> None:
    assert moments([1, 0, 2, 0, 1]) == (4, 0.5, 0.125)


# R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3 (score, no correction).
@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_without_draws_is_wilsons(won: int, of: int, low: float, high: float) -> None:
    interval = score_interval([of - won, won])
    assert interval == pytest.approx((low, high), abs=1e-4)


def test_the_interval_of_many_games_is_the_normal_one() -> None:
    counts = [300, 5_000, 12_000, 5_600, 500]
    total, mean, variance = moments(counts)
    error = 1.96 * math.sqrt(variance / total)
    assert score_interval(counts) == pytest.approx((mean - error, mean + error), rel=1e-4)


def test_openings_whose_games_cancel_out_leave_less_error_than_single_games() -> None:
    games = [50, 0, 50]  # from fifty pairs, each won once and lost once
    low, high = score_interval([0, 0, 50, 0, 0])
    wide_low, wide_high = score_interval(games)
    assert high - low < (wide_high - wide_low) / 3


def test_superiority_is_the_usual_formula_for_single_games() -> None:
    for wins, draws, losses in ((60, 100, 40), (510, 980, 490), (7, 10, 9)):
        usual = NormalDist().cdf((wins - losses) / math.sqrt(wins + losses))
        assert superiority([losses, draws, wins]) == pytest.approx(usual, abs=0.01)


# From an even match to a lopsided one, with few and with many draws, in independent and in
# cancelling pairs.
@pytest.mark.parametrize(
    "chances",
    [
        (0.1, 0.2, 0.4, 0.2, 0.1),
        (0.0, 0.05, 0.9, 0.05, 0.0),
        (0.02, 0.03, 0.25, 0.3, 0.4),
        (0.25, 0.0, 0.5, 0.0, 0.25),
        (0.0, 0.0, 0.05, 0.15, 0.8),
    ],
)
@pytest.mark.parametrize(("pairs", "most"), [(10, 1.0), (20, 1.0), (200, 0.98)])
def test_the_interval_holds_the_truth_about_95_times_of_100(
    chances: tuple[float, ...], pairs: int, most: float
) -> None:
    """Small samples may hold it more often than that, never much less."""
    dice, truth, held = random.Random(pairs), moments(chances)[1], 0
    for _ in range(2_000):
        drawn = dice.choices(range(5), chances, k=pairs)
        low, high = score_interval([drawn.count(i) for i in range(5)])
        held += low <= truth <= high
    assert 0.92 <= held / 2_000 <= most
