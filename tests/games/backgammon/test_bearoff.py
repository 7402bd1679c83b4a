"""Bearoff tables of backgammon, beside GNU Backgammon, an independent solver and brute force."""

import json
import random
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from counterplay.core.compile.functions import compiled
from counterplay.core.game.errors import InputError
from counterplay.games.backgammon.bearoff import build, lookup, plays, two_sided
from counterplay.games.backgammon.bearoff.position_index import (
    FIRST_FULL,
    POSITIONS,
    checkers_of,
    home_of,
    index_of,
    is_home,
    positions,
)
from counterplay.games.backgammon.bearoff.tables import NO_TABLES, Tables

FIGURES = json.loads((Path(__file__).parents[2] / "data" / "bearoff.json").read_text())
GNUBG_ROUNDING = 2.5e-4
"""GNU Backgammon computes with equities of 16 bits, and rounding errors add up."""

STORED = 1.6e-5
"""Half a step of an equity in 16 bits, and a little."""


def _plain() -> Any:
    spec = spec_from_file_location("plain_bearoff", Path(__file__).with_name("plain_bearoff.py"))
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


plain = _plain()


@pytest.fixture(scope="module")
def tables() -> Tables:
    return build.build_tables(6, 6)


@pytest.fixture(scope="module")
def native_equity() -> Any:
    return compiled(lookup.position_equity)


@pytest.fixture(scope="module")
def homes() -> list[int]:
    return [home_of(i) for i in range(POSITIONS)]


def home(counts: list[int]) -> int:
    return sum(n << 4 * p for p, n in enumerate(counts))


def home_at(position: tuple[int, ...]) -> int:
    return sum(1 << 4 * (point - 1) for point in position)


def mean(distribution: Any) -> float:
    return float(np.arange(len(distribution)) @ distribution.astype(np.float64))


# The position index ------------------------------------------------------------------------------


def test_every_position_has_an_index_of_its_own(homes: list[int]) -> None:
    assert POSITIONS == len(set(homes)) == 54_264
    assert [index_of(h) for h in homes] == list(range(POSITIONS))


def test_positions_with_fewer_checkers_come_first(homes: list[int]) -> None:
    counts = list(map(checkers_of, homes))
    assert counts == sorted(counts)
    assert [counts.index(n) for n in range(1, 16)] == [positions(n - 1) for n in range(1, 16)]
    assert counts[FIRST_FULL - 1 : FIRST_FULL + 1] == [14, 15]


def test_only_positions_with_all_checkers_at_home_have_one() -> None:
    assert is_home(np.uint64(0xF00000), np.uint64(0))
    assert not is_home(np.uint64(0x1000000), np.uint64(0))
    assert not is_home(np.uint64(0), np.uint64(1))


def test_plays_are_those_of_the_rules() -> None:
    rng, buffer = random.Random(1), np.zeros(plays.MOST_HOMES, np.int64)
    for _ in range(2_000):
        position = tuple(sorted(rng.choices(range(1, 7), k=rng.randint(1, 15))))
        a, b = sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)
        first, last = plays.plays_of(home_at(position), a, b, buffer)
        found = buffer[first:last].tolist()
        assert sorted(found) == sorted(map(home_at, plain.plays(position, (a, b))))
        assert all(index_of(after) < index_of(home_at(position)) for after in found)


# One side ----------------------------------------------------------------------------------------


def test_expected_rolls_are_those_of_an_independent_solver(tables: Tables) -> None:
    for counts, rolls in FIGURES["expected_rolls"]:
        assert mean(tables.bearoff_rolls[index_of(home(counts))]) == pytest.approx(rolls, abs=2e-6)


def test_expected_rolls_are_those_of_brute_force(tables: Tables) -> None:
    for position in plain.positions(4, 4):
        found = mean(tables.bearoff_rolls[index_of(home_at(position))])
        assert found == pytest.approx(float(plain.expected_rolls(position)), abs=1e-6)


def test_distributions_add_up_to_one(tables: Tables) -> None:
    for table in (tables.bearoff_rolls, tables.bearoff_first_rolls):
        assert np.abs(table.sum(axis=1, dtype=np.float64) - 1).max() < 1e-6


# Both sides --------------------------------------------------------------------------------------


def test_equities_are_those_of_gnu_backgammon(tables: Tables) -> None:
    for mine, theirs, equities in FIGURES["pairs"]:
        sides = home(mine), home(theirs)
        assert lookup.is_exact(*sides, tables) and lookup.has_cube(*sides, tables)
        found = [lookup.equity(*sides, tables)]
        found += [lookup.cubeful_equity(*sides, cube, tables) for cube in (1, 2, 3)]
        assert found == pytest.approx(equities, abs=GNUBG_ROUNDING)


def test_equities_are_those_of_brute_force(tables: Tables) -> None:
    few = [position for position in plain.positions(3, 3) if position]
    for mine in few:
        for theirs in few:
            sides = home_at(mine), home_at(theirs)
            found = [lookup.equity(*sides, tables)]
            found += [lookup.cubeful_equity(*sides, cube, tables) for cube in (1, 2, 3)]
            cubes = ("dead", "mine", "centred", "theirs")
            exact = [float(plain.equity(mine, theirs, cube)) for cube in cubes]
            assert found == pytest.approx(exact, abs=STORED)


def test_a_larger_table_begins_with_the_smaller_one(tables: Tables) -> None:
    starts, links = build.successors(3)
    pairs = build.build_pairs(starts, links, 3, 1)[two_sided.CUBELESS]
    size = positions(3)
    assert np.array_equal(pairs, tables.bearoff_pairs[:size, :size])


def test_too_many_checkers_are_refused() -> None:
    with pytest.raises(InputError, match="checkers=13 is out of range: 0 to 12"):
        build.build_tables(13)


# In play -----------------------------------------------------------------------------------------


def test_chances_of_a_race_are_those_of_gnu_backgammon(tables: Tables) -> None:
    for mine, theirs, chances in FIGURES["races"]:
        found = lookup.chances(home(mine), home(theirs), tables)
        assert found == pytest.approx(chances, abs=0.0011)


def test_a_gammon_is_lost_with_nineteen_of_36_rolls(tables: Tables) -> None:
    """15 checkers on point 6, one on point 1: any 6, 5-1, 4-2, 2-2 and 3-3 save the gammon."""
    assert lookup.equity(0xF00000, 0x000001, tables) == pytest.approx(-1 - 19 / 36, abs=1e-6)


def test_distributions_are_close_to_the_exact_equity(tables: Tables) -> None:
    one_sided = tables._replace(bearoff_pairs=tables.bearoff_pairs[:0, :0])
    rng, size = random.Random(2), positions(6)
    pairs = [(home_of(rng.randrange(1, size)), home_of(rng.randrange(1, size))) for _ in range(500)]
    exact = [lookup.equity(mine, theirs, tables) for mine, theirs in pairs]
    assert exact == pytest.approx([lookup.equity(*pair, one_sided) for pair in pairs], abs=0.02)


@pytest.mark.parametrize("checkers", [6, 15])
def test_the_best_plays_of_all_rolls_make_the_equity(
    tables: Tables, native_equity: Any, checkers: int
) -> None:
    """True of exact equities. Those of distributions are a little less than the best play wins."""
    rng = random.Random(3)
    error = STORED if checkers == 6 else 0.02
    for _ in range(100):
        mine, theirs = (np.uint64(home_of(rng.randrange(1, positions(checkers)))) for _ in range(2))
        each = [native_equity(mine, theirs, 8 * a + b, tables) for a, b in plays.ROLLS]
        equity = lookup.equity(mine, theirs, tables)
        assert np.dot(plays.CHANCES, each) == pytest.approx(equity, abs=2 * error)


def test_machine_code_and_plain_python_agree(tables: Tables, native_equity: Any) -> None:
    rng = random.Random(4)
    for _ in range(50):
        mine, theirs = (np.uint64(home_of(rng.randrange(1, POSITIONS))) for _ in range(2))
        dice = rng.choice([0, *(8 * a + b for a, b in plays.ROLLS.tolist())])
        found = native_equity(mine, theirs, dice, tables)
        assert found == pytest.approx(lookup.position_equity(mine, theirs, dice, tables), abs=1e-9)


def test_without_tables_no_position_is_covered(tables: Tables) -> None:
    words = np.uint64(0x111111), np.uint64(0), np.uint64(0x1), np.uint64(0)
    assert lookup.is_covered(*words, tables)
    assert not lookup.is_covered(*words, NO_TABLES)
