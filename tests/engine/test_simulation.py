"""Simulation answers games that are too long for a tree, and sees no more than the player."""

from functools import cache

import pytest

import counterplay as cp
from counterplay.engine.simulation import engine
from counterplay.engine.simulation.engine import Simulation, SimulationSettings

SMALL = {
    "size": 5,
    "rack": 3,
    "tiles": "?1:0 A4:1 B2:3 E3:1 S3:1 T3:1",
    "words": "AB BA AT TA BAT TAB BATS EAT TEA SEA BET AS ES BE BEAT BEATS SET",
}
LIMIT = cp.Limit(nodes=16)


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """The kernel runs as plain Python: it is the same that is compiled."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(engine, "BATCH", 4)


@cache
def small():
    return cp.load("crosswords", **SMALL)


def searched(text, **settings):
    player = Simulation(small(), SimulationSettings(candidates=3, **{"turns": 1} | settings))
    return player.search(small().position(text), LIMIT)


def told(found):
    return [(one.move_text, one.value) for one in (found, *found.alternatives)]


def test_it_is_the_method_of_crosswords():
    assert cp.make_engine(small()).method == "simulation"


def test_the_candidates_are_ranked_by_the_points_ahead():
    found = searched("startpos moves A B T E S S")
    assert found.move_text.endswith(("BAT", "TAB"))
    assert found.kind == "estimate" and found.nodes == 12
    values = [value for _, value in told(found)]
    assert values == sorted(values, reverse=True) and len(values) == 3


def test_what_is_hidden_changes_nothing():
    one = searched("startpos moves A B T E S S")
    other = searched("startpos moves A B T A ? T")
    assert told(one) == told(other)


def test_the_same_seed_gives_the_same_answer():
    text = "startpos moves A B T E S S"
    once, again, other = searched(text), searched(text), searched(text, seed=5)
    assert told(once) == told(again) != told(other)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("tic_tac_toe", "hides nothing"),
        ("leduc", "needs `resample`"),
        ("limit_holdem", "needs `order`"),
    ],
)
def test_games_without_what_it_needs_are_refused(name, why):
    with pytest.raises(cp.UnfitError, match=why):
        Simulation(cp.load(name))


def test_it_has_no_depth():
    with pytest.raises(cp.InputError, match="no depth limit"):
        Simulation(small()).search(
            small().position("startpos moves A B T E S S"), cp.Limit(depth=3)
        )
