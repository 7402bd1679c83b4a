"""ProbCut is calibrated from the engine's own searches, the same for the same seed."""

import random
import threading

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.limits import Limit
from counterplay.engine.alphabeta.probcut.calibrate import (
    LEAST_COUNT,
    calibrate,
    checks,
    from_each_part,
    play_game,
    regressions,
    values_by_depth,
    varied_positions,
)
from counterplay.engine.base import make_engine


@pytest.fixture(scope="module")
def game():
    return cp.load("breakthrough")


@pytest.fixture(scope="module")
def player(game):
    return make_engine(game, selective=False, memory=1)


@pytest.fixture(scope="module")
def made(game):
    return calibrate(game, positions=60, depth=4)


def test_checks_are_as_even_or_odd_as_the_depth():
    assert [checks(deep) for deep in range(3, 11)] == [
        (1,), (2,), (1, 3), (2,), (1, 3), (2, 4), (3, 5), (2, 4),
    ]  # fmt: skip
    for deep in range(3, 32):
        for shallow in checks(deep):
            assert 1 <= shallow < deep and (deep - shallow) % 2 == 0


def test_regressions_recover_what_values_were_made_with(game):
    dice = np.random.default_rng(1)
    found = []
    for _ in range(3000):
        one = float(dice.normal(0, 1000))
        three = 0.8 * one + 50 + dice.normal(0, 100)
        found.append((1.0, {1: round(one), 2: 0, 3: round(three), 4: 0}))
    (row,) = regressions(game, found, 4)  # nothing at 4 plies, where all values are equal
    assert (row.deep, row.shallow, row.count) == (3, 1, 3000)
    assert (row.slope, row.offset, row.sigma) == pytest.approx((0.8, 50, 100), rel=0.1)


def test_values_that_have_nothing_in_common_make_no_calibration(game):
    dice = np.random.default_rng(1)
    found = [(1.0, {1: int(a), 3: int(b)}) for a, b in dice.normal(0, 1000, (200, 2))]
    with pytest.raises(UnfitError, match="predict deep ones too badly"):
        regressions(game, found, 3)


def test_too_few_positions_make_no_calibration(game):
    found = [(1.0, {1: i, 3: i}) for i in range(LEAST_COUNT - 1)] + [(1.0, {1: 0})]
    with pytest.raises(InputError, match=f"only {LEAST_COUNT - 1} of {LEAST_COUNT} positions"):
        regressions(game, found, 3)


def test_values_are_those_of_a_search_to_each_depth_in_score_points(game, player):
    position = game.position("startpos moves b2-b3 g7-g6 b3-b4")
    values = values_by_depth(player, position, 4, threading.Event())
    assert list(values) == [1, 2, 3, 4]
    for depth, points in values.items():
        found = cp.search(game, position, depth=depth, selective=False, memory=1)
        assert points == round(found.value * game.facts.unit)


def test_proven_values_are_left_out(game, player):
    won = game.position(f"{'/'.join(['.' * 8, 'w.......', *['.' * 8] * 4, '.......b', '.' * 8])} w")
    assert values_by_depth(player, won, 4, threading.Event()) == {}


def test_positions_are_different_and_from_all_parts_of_games(game, player):
    stop = threading.Event()
    source = varied_positions(player, 1, stop)
    drawn = [next(source) for _ in range(80)]
    assert len({str(position.state) for position in drawn}) == 80
    pieces = [bin(p.state.mine).count("1") + bin(p.state.theirs).count("1") for p in drawn]
    assert max(pieces) > 30 and min(pieces) < 20
    again = varied_positions(player, 1, stop)
    assert [next(again).text for _ in range(8)] == [position.text for position in drawn[:8]]
    other = varied_positions(player, 2, stop)
    assert [next(other).text for _ in range(8)] != [position.text for position in drawn[:8]]


def test_each_quarter_of_a_game_gives_one():
    from random import Random

    assert [i // 25 for i in from_each_part(range(100), Random(1))] == [0, 1, 2, 3]
    assert list(from_each_part(range(1), Random(1))) == [0]


def test_a_stopped_game_ends(player):
    from random import Random

    stop = threading.Event()
    stop.set()
    assert play_game(player, Random(1), stop) == []


def test_the_same_seed_gives_the_same_calibration(game, made):
    told = []
    assert calibrate(game, positions=60, depth=4, report=told.append) == made
    assert told == list(range(1, 61))


def test_a_stop_keeps_what_is_done(game, made):
    stop = threading.Event()
    stopped = calibrate(
        game,
        positions=10_000,
        depth=4,
        stop=stop,
        report=lambda done: stop.set() if done == 60 else None,
    )
    assert stopped == made


def test_a_calibrated_search_cuts_and_proves_no_less(game, made, tmp_path):
    made.write(tmp_path / "c.json")
    rng = random.Random(1)
    places = []
    for plies in range(6, 30, 3):
        where = game.position()
        for _ in range(plies):
            where = where if where.is_over else where.play(rng.choice(where.legal_moves))
        places += [where] * (not where.is_over)
    others = {"late_move_reductions": False, "futility": False, "memory": 1}
    plain = make_engine(game, probcut=False, **others)
    cutting = make_engine(
        game, calibration=str(tmp_path / "c.json"), probcut_deviations=1.0, **others
    )
    nodes = [sum(p.search(w, Limit(depth=6)).nodes for w in places) for p in (plain, cutting)]
    assert len(places) >= 6 and nodes[1] < 0.8 * nodes[0]
    won = game.position(f"{'/'.join(['.' * 8, 'w.......', *['.' * 8] * 4, '.......b', '.' * 8])} w")
    found = cutting.search(won, Limit(depth=6))
    assert (found.kind, found.outcome, found.distance) == ("exact", "win", 1)


@pytest.mark.parametrize(
    "wrong, complaint",
    [
        ({"depth": 2}, "depth=2: a calibration needs a depth from 3 to 31"),
        ({"depth": 32}, "depth=32: a calibration needs a depth from 3 to 31"),
        ({"positions": 49}, "positions=49: a calibration needs 50 or more"),
    ],
)
def test_numbers_out_of_range_are_refused(game, wrong, complaint):
    with pytest.raises(InputError, match=complaint):
        calibrate(game, **wrong)


def test_games_without_an_evaluator_are_refused():
    with pytest.raises(UnfitError, match="ProbCut needs an evaluator, which nim does not have"):
        calibrate(cp.load("nim"))
