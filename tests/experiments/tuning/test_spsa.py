"""SPSA: the same path every time, within the ranges, and towards the best numbers."""

import random
from statistics import fmean

import pytest

from counterplay.core.game.errors import InputError
from counterplay.experiments.tuning.spsa import Schedule, best_point, changed, path


def strength(point, best):
    """Elo that is lost by being away from the best point."""
    return -300 * sum((x - b) ** 2 for x, b in zip(point, best, strict=True))


def played(one, other, best, rng, games=8):
    """The score of a match between two points, with the luck of real games."""
    chance = 1 / (1 + 10 ** ((strength(other, best) - strength(one, best)) / 400))
    return fmean(0.5 if rng.random() < 0.3 else float(rng.random() < chance) for _ in range(games))


def tuned(seed, count, iterations=400):
    """The loss of strength before and after a tuning towards a random best point."""
    rng = random.Random(seed)
    best, schedule = [rng.random() for _ in range(count)], Schedule(iterations, seed=seed)
    points, scores = [[0.5] * count], []
    for k in range(iterations):
        directions = schedule.directions(k, count)
        up, down = (changed(points[-1], directions, s * schedule.change(k)) for s in (1, -1))
        scores.append(played(up, down, best, rng))
        step = schedule.step(k) * (2 * scores[-1] - 1)
        points.append(changed(points[-1], directions, step))
    assert path(schedule, points[0], scores) == points
    return strength(points[0], best), strength(best_point(points), best)


@pytest.mark.parametrize("count", [1, 3, 10])
def test_it_finds_most_of_the_strength(count):
    losses = [tuned(seed, count) for seed in range(10)]
    before, after = (fmean(column) for column in zip(*losses, strict=True))
    assert after > before / 5


def test_numbers_stay_in_their_ranges():
    schedule = Schedule(50, perturbation=0.5, gain=5, seed=3)
    rng = random.Random(3)
    scores = [rng.choice((0.0, 1.0)) for _ in range(50)]
    points = path(schedule, [0.0, 1.0, 0.5], scores)
    assert all(0 <= x <= 1 for point in points for x in point)
    assert {0.0, 1.0} <= {x for point in points for x in point}


def test_an_even_match_moves_nothing():
    assert path(Schedule(3), [0.2, 0.7], [0.5, 0.5, 0.5]) == [[0.2, 0.7]] * 4


def test_steps_shrink():
    schedule = Schedule(100)
    steps = [schedule.step(k) for k in range(100)]
    changes = [schedule.change(k) for k in range(100)]
    assert steps == sorted(steps, reverse=True) and changes == sorted(changes, reverse=True)
    assert changes[0] == schedule.perturbation
    assert steps[0] == pytest.approx(schedule.gain * schedule.perturbation)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"iterations": 0}, "iterations=0 must be 1 or more"),
        ({"perturbation": 0.0}, "perturbation=0 must be above 0"),
        ({"perturbation": 1.5}, "perturbation=1.5 must be above 0, at most 1"),
        ({"perturbation": float("nan")}, "perturbation=nan"),
        ({"gain": -1.0}, "gain=-1 must be above 0"),
        ({"gain": float("inf")}, "gain=inf"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused(given, message):
    with pytest.raises(InputError, match=message):
        Schedule(**{"iterations": 9, **given})


def test_directions_depend_on_the_seed_and_the_iteration():
    one = [Schedule(9, seed=1).directions(k, 12) for k in range(9)]
    assert one == [Schedule(9, seed=1).directions(k, 12) for k in range(9)]
    assert len({tuple(d) for d in one}) == 9
    assert one != [Schedule(9, seed=2).directions(k, 12) for k in range(9)]
    assert {d for directions in one for d in directions} == {-1, 1}
