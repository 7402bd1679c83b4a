"""Ratings of many players: most likely, invariant, and as sure as they say."""

import math
from random import Random

import pytest

from counterplay.arena.bradley_terry import rate
from counterplay.arena.elo import elo_difference, expected_score, moments
from counterplay.arena.schedule import Pair, all_pairs, ladder

Counts = dict[Pair, list[int]]


def drawn(truth: list[float], pairs: tuple[Pair, ...], openings: int, dice: Random) -> Counts:
    """Counts of a tournament of players of a known strength; a third of the games are drawn."""

    def game(i: int, j: int) -> int:
        share = expected_score(truth[i] - truth[j])
        draws = min(share, 1 - share) * 2 / 3
        chance = dice.random()
        return 2 if chance < share - draws / 2 else 1 if chance < share + draws / 2 else 0

    counts: Counts = {}
    for i, j in pairs:
        counts[i, j] = [0] * 5
        for _ in range(openings):
            counts[i, j][game(i, j) + game(i, j)] += 1
    return counts


def test_two_players_are_apart_by_their_score_and_one_more_draw() -> None:
    ratings = rate(2, {(0, 1): [0, 2, 3, 4, 6]})
    assert ratings is not None
    points = 15 * moments([0, 2, 3, 4, 6])[1] * 2 + 0.5
    assert ratings[0].elo - ratings[1].elo == pytest.approx(elo_difference(points / 31))
    assert ratings[0].elo == pytest.approx(-ratings[1].elo)


@pytest.mark.parametrize("seed", range(20))
def test_the_most_likely_ratings_expect_the_points_that_were_made(seed: int) -> None:
    """What makes the likelihood greatest: nobody has more points than expected (Hunter 2004)."""
    dice = Random(seed)
    players = dice.randrange(2, 7)
    truth = [dice.gauss(0, 300) for _ in range(players)]
    counts = drawn(truth, all_pairs(players), dice.randrange(1, 12), dice)
    ratings = rate(players, counts)
    assert ratings is not None
    for player in range(players):
        surplus = 0.0
        for (i, j), seen in counts.items():
            if player in (i, j):
                score = moments(seen)[1] if player == i else 1 - moments(seen)[1]
                other = j if player == i else i
                expected = expected_score(ratings[player].elo - ratings[other].elo)
                surplus += 2 * sum(seen) * (score - expected) + (0.5 - expected)
        assert surplus == pytest.approx(0, abs=1e-6)


def test_the_truth_lies_within_the_error_nineteen_times_in_twenty() -> None:
    dice, inside, asked = Random(5), 0, 0
    truth = [0.0, 80.0, 200.0, 350.0, 400.0]
    for _ in range(120):
        ratings = rate(5, drawn(truth, ladder(5), 20, dice), anchor=0)
        assert ratings is not None
        for rating, elo in zip(ratings[1:], truth[1:], strict=True):
            inside += abs(rating.elo - elo) <= rating.error
            asked += 1
    assert 0.92 <= inside / asked <= 0.98


def test_openings_that_cancel_out_make_ratings_surer() -> None:
    """Every opening won by the same side: each player a point, and nothing in doubt."""
    even, wild = rate(2, {(0, 1): [0, 0, 40, 0, 0]}), rate(2, {(0, 1): [20, 0, 0, 0, 20]})
    assert even is not None and wild is not None
    assert even[0].error < wild[0].error / 4


def test_a_clean_score_has_a_finite_rating_and_a_large_error() -> None:
    ratings = rate(2, {(0, 1): [0, 0, 0, 0, 10]})
    assert ratings is not None
    assert 400 < ratings[0].elo - ratings[1].elo < 800 and ratings[0].error > 200
    assert all(math.isfinite(rating.error) for rating in ratings)


def test_an_anchor_moves_all_alike() -> None:
    counts = {(0, 1): [1, 2, 3, 2, 2], (1, 2): [0, 1, 3, 3, 3], (0, 2): [0, 0, 2, 4, 4]}
    free, tied = rate(3, counts), rate(3, counts, anchor=1, at=1500)
    assert free is not None and tied is not None
    assert sum(rating.elo for rating in free) == pytest.approx(0)
    assert (tied[1].elo, tied[1].error) == (1500, 0)
    assert tied[0].elo - tied[2].elo == pytest.approx(free[0].elo - free[2].elo)


def test_players_whom_no_games_connect_have_no_ratings() -> None:
    assert rate(4, {(0, 1): [0, 0, 1, 0, 0], (2, 3): [0, 0, 1, 0, 0]}) is None
    assert rate(3, {(0, 1): [0, 0, 1, 0, 0], (1, 2): [0, 0, 0, 0, 0]}) is None
