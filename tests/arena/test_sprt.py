"""The sequential test, against other programs' values, an approximation, and simulated matches."""

import math
import random
from itertools import pairwise

import pytest

from counterplay.arena.elo import expected_score, moments
from counterplay.arena.sprt import Sprt, SprtInOrder, _tilt
from counterplay.core.game.errors import InputError


def test_walds_bounds_for_five_percent() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(0, 10, alpha=0.1, beta=0.2).bounds == pytest.approx(
        (math.log(0.2 / 0.9), math.log(8))
    )


# Values of the logistic model in the tests of fastchess (Disservin/fastchess, sprt_test.cpp):
# losses, draws, wins of games; and of pairs, from two losses to two wins.
@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "ratio"),
    [
        ([21184, 40708, 21404], 0.5, 2.5, -1.57),
        ([57030, 106593, 57433], 0, 2, -2.59),
        ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55983, 26678, 821], 0, 2, -4.98),
    ],
)
def test_the_ratio_is_that_of_other_programs(
    counts: list[int], elo0: float, elo1: float, ratio: float
) -> None:
    assert Sprt(elo0, elo1).ratio(counts) == pytest.approx(ratio, abs=0.01)


def test_the_ratio_is_near_the_normal_approximation() -> None:
    dice = random.Random(1)
    for _ in range(3_000):
        counts = [dice.randint(100, 3_000) for _ in range(5)]
        total, mean, variance = moments(counts)
        elo = dice.uniform(-20, 20)
        s0, s1 = expected_score(elo), expected_score(elo + 5)
        if abs(mean - s0) > 0.01:
            continue  # the approximation is for means near the claims
        near = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
        assert Sprt(elo, elo + 5).ratio(counts) == pytest.approx(near, rel=0.05, abs=0.02)


def test_no_distribution_of_the_claimed_mean_makes_the_results_likelier() -> None:
    dice, scores = random.Random(2), [0, 0.25, 0.5, 0.75, 1]
    for _ in range(300):
        counts, mean = [dice.randint(1, 50) for _ in scores], dice.uniform(0.2, 0.8)
        t = _tilt(counts, scores, mean)
        best = [n / sum(counts) / (1 + t * (a - mean)) for n, a in zip(counts, scores, strict=True)]
        assert sum(best) == pytest.approx(1)
        assert sum(q * a for q, a in zip(best, scores, strict=True)) == pytest.approx(mean)
        likelihood = sum(n * math.log(q) for n, q in zip(counts, best, strict=True))
        # Any other one: moved along directions that keep the total and the mean.
        for step in (1e-3, -1e-3):
            i = dice.randrange(3)
            other = list(best)
            for place, weight in zip(range(i, i + 3), (1, -2, 1), strict=True):
                other[place] += step * min(best) * weight
            assert sum(n * math.log(q) for n, q in zip(counts, other, strict=True)) < likelihood


def test_nothing_played_says_nothing() -> None:
    assert Sprt(0, 10).ratio([0, 0, 0, 0, 0]) == 0
    assert Sprt(0, 10).verdict([0, 0, 0, 0, 0]) is None


def test_more_wins_speak_more_for_the_higher_claim() -> None:
    ratios = [Sprt(0, 50).ratio([0, 0, 10, 0, wins]) for wins in range(30)]
    assert all(before < after for before, after in pairwise(ratios))


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "H1"), (100.0, "H0")])
def test_wrong_verdicts_are_about_as_rare_as_asked_for(elo: float, wrong: str) -> None:
    dice, score, runs, failures = random.Random(elo), expected_score(elo), 200, 0
    for _ in range(runs):
        test, number = SprtInOrder(Sprt(0, 100), 2), 0
        while test.verdict is None:
            # A draw in a third of the games; the rest is won as the score demands.
            u = dice.random()
            won = (score - 1 / 6) / (2 / 3)
            test.add(number, 0.5 if u < 1 / 3 else float(dice.random() < won))
            number += 1
        failures += test.verdict == wrong
    assert failures / runs < 0.08


def test_the_verdict_does_not_depend_on_the_order_in_which_games_end() -> None:
    dice = random.Random(3)
    scores = [dice.choice((0, 0.5, 1, 1)) for _ in range(400)]
    verdicts = set()
    for window in (1, 2, 7, 50):
        test, order = SprtInOrder(Sprt(0, 100), 2), list(range(400))
        for i in range(0, 400, window):
            part = order[i : i + window]
            dice.shuffle(part)
            order[i : i + window] = part
        for number in order:
            test.add(number, scores[number])
        verdicts.add((test.verdict, test.pairs, tuple(test.counts)))
    assert len(verdicts) == 1
    assert verdicts.pop()[0] == "H1"


@pytest.mark.parametrize(
    ("claims", "sentence"),
    [
        ((10, 0), "sprt 10 0: ELO0 must be less than ELO1"),
        ((0, 2000), "both between -1000 and 1000"),
        ((0, 10, 0.0), "alpha=0 must be above 0"),
        ((0, 10, 0.05, 0.7), "beta=0.7 must be above 0 and below 0.5"),
    ],
)
def test_claims_that_make_no_sense_are_refused(claims: tuple[float, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Sprt(*claims)
